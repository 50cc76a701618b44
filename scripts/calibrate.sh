#!/bin/sh
# Measures the scale of UCI_Elo: scripts/calibrate.sh [GAMES [VARIANT [UCT]]]; 60 games a pairing on veletas unless given. Levels play their
# neighbours from random setups. UCT, which may also be given by the environment, is the command of a sparring partner that answers `go
# nodes N` with the best move of N random playouts, as seen from the root of the source tree; with it the scale is tied to its anchor.
# Limits are playouts and nodes, never time. BUILD names the folder of the programs; build, brought up to date, unless given.
# Each line of the output is a pairing, its score, the difference in Elo that it shows, and the one that the scale says.
set -eu
games=${1:-60}
variant=${2:-veletas}
uct=${3:-${UCT:-}}
cd "$(dirname "$0")/.."
case $games in *[!0-9]* | '' | 0) echo "calibrate.sh: not a number of games: $games" >&2; exit 2 ;; esac
if [ -n "$uct" ] && ! command -v "${uct%% *}" >/dev/null; then
    echo "calibrate.sh: UCT cannot be run: $uct" >&2
    exit 2
fi
[ -n "${BUILD:-}" ] || scripts/build.sh build >&2
build=$(realpath "${BUILD:-build}")
processors=$(getconf _NPROCESSORS_ONLN)

# A player is a level, or uct:PLAYOUTS. What the scale says of it, where it says something, and its settings.
rating() { case $1 in uct:1000) echo 1500 ;; uct:*) echo '?' ;; *) echo "$1" ;; esac }
engine() {
    case $1 in
    uct:*) printf '%s\n' "cmd=$uct" "nodes=${1#uct:}" ;;
    *) printf '%s\n' "cmd=$build/cierzo" nodes=1000000000 option.UCI_LimitStrength=true "option.UCI_Elo=$1" ;;
    esac
}

play() {
    results=$(
        IFS='
'
        # shellcheck disable=SC2046
        "$build/cierzo-match" -engine name=a $(engine "$1") -engine name=b $(engine "$2") -each maxtime=600 -variant "$variant" \
            -openings random -srand 1 -rounds $(((games + 1) / 2)) -concurrency "$processors" -ratinginterval 0 -outcomeinterval 0
    ) || { echo "$results" >&2; exit 1; }
    if echo "$results" | grep '^Finished game' | grep -v ' wins by claims, '; then
        echo "calibrate.sh: $1 v $2: games that were not played to their end, above" >&2
        exit 1
    fi
    echo "$results" | sed -n 's/^Score of a vs b: \([0-9]*\) - \([0-9]*\) .*/\1 \2/p' | tail -n 1 |
        awk -v a="$1" -v b="$2" -v ra="$(rating "$1")" -v rb="$(rating "$2")" '{
            wins = $1; losses = $2
            if (wins * losses == 0) elo = "beyond measure"
            else elo = sprintf("%+.0f", 400 * log(wins / losses) / log(10))
            scale = ra == "?" || rb == "?" ? "nothing" : sprintf("%+d", ra - rb)
            printf "%-8s v %-8s  %3d-%-3d  Elo %s, the scale says %s\n", a, b, wins, losses, elo, scale
        }'
}

if [ -n "$uct" ]; then
    play 1500 uct:1000
    play 1200 uct:300
    play 1000 uct:300
    play 500 uct:100
else
    echo 'calibrate.sh: no pairings against UCT: its command is the third argument, or UCT in the environment' >&2
fi
previous=500
for level in 700 900 1100 1300 1500 1700 1900 2100 2300 2500; do
    play $level $previous
    previous=$level
done
