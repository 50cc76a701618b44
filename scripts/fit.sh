#!/bin/sh
# Makes all weights, eval/weights*.def, from nothing: scripts/fit.sh [GAMES] [SEED]; GAMES is 10,000 unless given. Three rounds of games of
# all rule sets, each played by weights fitted to the ones before: those set by hand play the first; then a round for each rule set that has
# weights of its own. All of it stays in build-fit/; games that are already there are not played again, so a run that was cut short goes on.
set -eu
cd "$(dirname "$0")/.."
games=${1:-10000}
seed=${2:-1}
folder=build-fit
scripts/install.sh
mkdir -p $folder

# play FILE GAMES NODES SEED [VARIANT]: sorted, so that nothing hangs on which thread was first.
play() {
    file=$1
    shift
    [ -f "$folder/$file" ] && return
    scripts/build.sh $folder/build -Dcpu=native -Dtools=true
    $folder/build/cierzo-selfplay $folder/unsorted "$1" "$2" "$3" 2 ${4:+"$4"}
    sort -n -t';' -k1,1 $folder/unsorted >$folder/sorted
    mv $folder/sorted "$folder/$file"
    rm $folder/unsorted
}

# fit RULES FILE EPOCHS NOTE GAMES...: to the games of these rules; those of the last file are measured on.
fit() {
    rules=$1
    weights=$2
    epochs=$3
    note=$4
    shift 4
    scripts/build.sh $folder/build -Dcpu=native -Dtools=true
    for file in "$@"; do last=$file; done
    $folder/build/cierzo-fit baseline "$rules" "$last" $folder/baseline
    $folder/build/cierzo-fit net "$rules" "$epochs" "$weights" "$note, $(date +%Y-%m-%d)" $folder/baseline "$@"
}

# The same weights for all rule sets.
for_all() { for rules in veletas veletas-7; do cp eval/weights.def eval/weights-$rules.def; done; }

cp eval/weights-by-hand.def eval/weights.def
for_all
play first.games $((games / 4)) 800 "$seed"
fit all eval/weights.def 8 "games by the weights set by hand, seed $seed" $folder/first.games
for_all
play second.games "$games" 800 $((seed + 1))
fit all eval/weights.def 12 "second round of scripts/fit.sh $games $seed" $folder/second.games
for_all
play third.games $((games / 2)) 1600 $((seed + 2))
fit all eval/weights.def 16 "scripts/fit.sh $games $seed" $folder/second.games $folder/third.games
for_all
for rules in veletas veletas-7; do play $rules.games $((4 * games)) 2000 $((seed + 3)) $rules; done
for rules in veletas veletas-7; do fit $rules eval/weights-$rules.def 8 "scripts/fit.sh $games $seed" $folder/$rules.games; done
