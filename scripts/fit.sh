#!/bin/sh
# Makes eval/weights.def from nothing: scripts/fit.sh [GAMES] [SEED]; GAMES is 10,000 unless given. Three rounds of games, each played
# by weights fitted to the ones before: those set by hand play the first. All of it stays in build-fit/; games that are already there are
# not played again, so a run that was cut short goes on.
set -eu
cd "$(dirname "$0")/.."
games=${1:-10000}
seed=${2:-1}
folder=build-fit
weights=eval/weights.def
scripts/install.sh
mkdir -p $folder

# play FILE GAMES NODES SEED: sorted, so that nothing hangs on which thread was first.
play() {
    [ -f "$folder/$1" ] && return
    scripts/build.sh $folder/build -Dcpu=native -Dtools=true
    $folder/build/cierzo-selfplay $folder/unsorted "$2" "$3" "$4" 2
    sort -n -t';' -k1,1 $folder/unsorted >$folder/sorted
    mv $folder/sorted "$folder/$1"
    rm $folder/unsorted
}

# fit EPOCHS NOTE FILE...: to the games of all files; the last one's are measured on.
fit() {
    epochs=$1
    note=$2
    shift 2
    scripts/build.sh $folder/build -Dcpu=native -Dtools=true
    for file in "$@"; do last=$file; done
    $folder/build/cierzo-fit baseline "$last" $folder/baseline
    $folder/build/cierzo-fit net "$epochs" $weights "$note, $(date +%Y-%m-%d)" $folder/baseline "$@"
}

cp eval/weights-by-hand.def $weights
play first.games $((games / 4)) 800 "$seed"
fit 8 "games by the weights set by hand, seed $seed" $folder/first.games
play second.games "$games" 800 $((seed + 1))
fit 12 "second round of scripts/fit.sh $games $seed" $folder/second.games
play third.games $((games / 2)) 1600 $((seed + 2))
fit 16 "scripts/fit.sh $games $seed" $folder/second.games $folder/third.games
