#!/bin/sh
# Makes openings/*.txt from nothing: scripts/openings.sh [THREADS]; the files are the same whatever the number of threads.
# scripts/openings.sh measure [THREADS] [GAMES] [NODES] plays the openings that are there, GAMES of each (2) at NODES a turn (3000).
set -eu
cd "$(dirname "$0")/.."
scripts/install.sh
scripts/build.sh build
measure=
if [ "${1:-}" = measure ]; then
    measure=yes
    shift
fi
threads=${1:-1}

# How many openings a rule set gets.
count() { if [ "$1" = veletas ]; then echo 300; else echo 100; fi; }

for family in veletas nocorners boardspace interim classic; do
    for variant in $family $family-9 $family-7; do
        if [ -n "$measure" ]; then
            echo "$variant"
            build/cierzo-openings --measure --threads "$threads" --games "${2:-2}" --nodes "${3:-3000}" "openings/$variant.txt"
        else
            echo "$variant" >&2
            build/cierzo-openings "$variant" "$(count "$variant")" 1 "$threads" >build/openings
            mv build/openings "openings/$variant.txt"
        fi
    done
done
