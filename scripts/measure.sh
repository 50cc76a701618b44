#!/bin/sh
# Measures anew what docs/bench.md shows: scripts/measure.sh [MOVETIME] [THREADS]; 5000 ms a position and threads 1,2 unless given. Writes
# docs/depth.svg and docs/depth.txt, and every single figure to build-tools/depth.csv and .json. The machine should have nothing else to do.
set -eu
cd "$(dirname "$0")/.."
movetime=${1:-5000}
threads=${2:-1,2}
scripts/build.sh build-tools -Dcpu=native -Dtools=true
positions=$(grep -c '^[^#]' bench/depth/suite.epd)
counts=$(echo "$threads" | tr ',' '\n' | grep -c .)
echo "about $((positions * counts * movetime / 60000 + 1)) minutes" >&2
{
    echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), processors to run on: $(nproc), load when it began: $(cut -d ' ' -f 1 /proc/loadavg)"
    echo
    echo "cierzo-depth --suite bench/depth/suite.epd --variant veletas,veletas-7,classic --movetime $movetime --threads $threads"
    build-tools/cierzo-depth --suite bench/depth/suite.epd --variant veletas,veletas-7,classic --movetime "$movetime" \
        --threads "$threads" --svg docs/depth.svg --csv build-tools/depth.csv --json build-tools/depth.json
    echo
    echo "cierzo-speed parts"
    build-tools/cierzo-speed parts
} >build-tools/depth.txt
mv build-tools/depth.txt docs/depth.txt
cat docs/depth.txt
