#!/bin/sh
# Makes eval/weights.def from nothing: games by the weights set by hand, a fit, more games by the fitted weights, a second fit.
# scripts/fit.sh [GAMES] [SEED]; 2,000 games take two minutes on two cores, the default is 16,000. The games stay in build-fit/.
set -eu
cd "$(dirname "$0")/.."
games=${1:-16000}
seed=${2:-1}
folder=build-fit
scripts/install.sh
cp eval/weights-by-hand.def eval/weights.def

# play FILE GAMES SEED: sorted, so that nothing hangs on which thread was first.
play() {
    scripts/build.sh $folder -Dtools=true
    $folder/cierzo-selfplay $folder/unsorted "$2" 800 "$3" 2
    sort -n -t';' -k1,1 $folder/unsorted >"$folder/$1"
    rm $folder/unsorted
}

play first.games $((games / 4)) "$seed"
$folder/cierzo-fit $folder/first.games 150 eval/weights.def "by the weights set by hand, 800 nodes a turn, seed $seed, $(date +%Y-%m-%d)"
play second.games "$games" $((seed + 1))
$folder/cierzo-fit $folder/second.games 200 eval/weights.def \
    "by weights fitted to games by those set by hand, 800 nodes a turn, seeds $seed and $((seed + 1)), $(date +%Y-%m-%d)"
