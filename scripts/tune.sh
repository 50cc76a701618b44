#!/bin/bash
# Better values for the numbers of search/tunables.def, by games (SPSA): scripts/tune.sh [OPTIONS] [FOLDER]. docs/tuning.md says how it
# works, what it costs and what to make of the result.
#     -k ITERATIONS  1000 unless given
#     -g GAMES       of an iteration, 16 unless given; even
#     -l LIMIT       for each turn or game: nodes=3000 unless given, or st=0.1, tc=5+0.05 (see docs/match.md)
#     -v VARIANT     the rule set, veletas unless given
#     -n A,B,...     which numbers; all unless given, but those of the clock where there is none
#     -s SEED        1 unless given
#     -d STEPS       how far chance alone may take a number by the end, 1 unless given
#     -c N           games at once, 2 unless given
#     -m PROGRAM     plays the games of an iteration, by the words of cierzo-match: scripts/spread.sh on many machines, say
# FOLDER keeps programs, openings, state, log.csv and plot.svg; it is a new one in build-tune/ unless given. After a stop, at whatever moment,
# the command that is shown goes on.
set -eu -o pipefail
cd "$(dirname "$0")/.."
iterations=1000 games=16 limit=nodes=3000 variant=veletas numbers='' seed=1 drift=1 concurrency=2 match=''
while getopts k:g:l:v:n:s:d:c:m: option; do
    case $option in
    k) iterations=$OPTARG ;;
    g) games=$OPTARG ;;
    l) limit=$OPTARG ;;
    v) variant=$OPTARG ;;
    n) numbers=$OPTARG ;;
    s) seed=$OPTARG ;;
    d) drift=$OPTARG ;;
    c) concurrency=$OPTARG ;;
    m) match=$OPTARG ;;
    *) sed -n '2,14s/^# //p' "$0" >&2 && exit 2 ;;
    esac
done
options=("${@:1:OPTIND-1}")
shift $((OPTIND - 1))
refuse() {
    echo "tune.sh: $*" >&2
    exit 2
}
[ -z "$match" ] || [ -x "$match" ] || refuse "-m: no program $match"
[ $# -le 1 ] || refuse "one folder, not $#: $*"
[ -f "openings/$variant.txt" ] || refuse "no rule set is called $variant"
for given in "-k $iterations" "-g $games" "-s $seed" "-c $concurrency"; do
    [[ ${given#* } =~ ^[0-9]+$ ]] || refuse "${given%% *} takes a whole number, not '${given#* }'"
done

# The programs are copied, so that one may go on editing and building while it runs, and after a stop they are the same.
folder=${1:-}
if [ ! -f "$folder/openings.txt" ]; then
    for number in ${numbers//,/ }; do
        grep -q "^TUNABLE($number," search/tunables.def || refuse "no number of search/tunables.def is called $number"
    done
fi
if [ -z "$folder" ]; then
    mkdir -p build-tune
    folder=$(mktemp -d "build-tune/$(date +%Y%m%d-%H%M)-XXX")
fi
if [ ! -f "$folder/openings.txt" ]; then
    echo 'Building the working tree ...'
    mkdir -p "$folder" build-tune
    scripts/build.sh build-tune/build -Dtests=disabled -Dtuning=true -Dtools=true 2>build-tune/log || { tail -n 30 build-tune/log && exit 2; }
    cp build-tune/build/cierzo build-tune/build/cierzo-match build-tune/build/cierzo-tune "$folder"
    cp "openings/$variant.txt" "$folder/openings.part"
    mv "$folder/openings.part" "$folder/openings.txt" # last: where it is, all are
fi
printf 'To go on after a stop: scripts/tune.sh'
printf ' %q' "${options[@]}" "$folder"
echo

MATCH=$(realpath "$folder/cierzo-match") # what spread.sh is to start
export MATCH
chosen=()
[ -z "$numbers" ] || chosen=(--numbers "$numbers")
"$folder/cierzo-tune" "$folder" --engine "$folder/cierzo" --match "${match:-$folder/cierzo-match}" --openings "$folder/openings.txt" \
    --iterations "$iterations" --games "$games" --limit "$limit" --variant "$variant" --seed "$seed" --drift "$drift" \
    --concurrency "$concurrency" "${chosen[@]}"
