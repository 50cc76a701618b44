#!/bin/sh
# Makes search/setup_prior.def: fast games from random setups, and a fit to them. The games stay in build-fit/; those that are already
# there are not played again.
set -eu
cd "$(dirname "$0")/.."
folder=build-fit
scripts/install.sh
mkdir -p $folder
scripts/build.sh $folder/build -Dcpu=native -Dtools=true

# play VARIANT GAMES NODES SEED
play() {
    [ -f "$folder/setups-$1" ] && return
    $folder/build/cierzo-setup-fit games "$1" "$2" "$3" "$4" >$folder/unfinished
    mv $folder/unfinished "$folder/setups-$1"
}

play veletas-7 9000 300 11
play nocorners-7 4800 150 21
play boardspace-7 2500 150 21
play interim-7 2600 150 21
play veletas-9 1200 150 21
play veletas 3900 200 12
$folder/build/cierzo-setup-fit fit $folder/setups-* >$folder/prior
mv $folder/prior search/setup_prior.def
