#!/bin/sh
# Measures the scale of UCI_Elo: scripts/calibrate.sh MATCH UCT [GAMES] [VARIANT]; 60 games a pairing on veletas unless given. MATCH is a
# program that plays a match when called as below and prints `a v b: WINS-LOSSES`, UCT a sparring partner that answers `go nodes N`
# with the best move of N random playouts; both as seen from the root of the source tree. Limits are playouts and nodes, never time.
# Each line of the output is a pairing, its score, the difference in Elo that it shows, and the one that the scale says.
set -eu
match=$1
uct=$2
games=${3:-60}
variant=${4:-veletas}
cd "$(dirname "$0")/.."
scripts/build.sh build
cierzo=$PWD/build/cierzo

# A player is a level, or uct:PLAYOUTS. What the scale says of it, where it says something; how to start and limit it.
rating() { case $1 in uct:1000) echo 1500 ;; uct:*) echo '?' ;; *) echo "$1" ;; esac }
program() { case $1 in uct:*) echo "$uct" ;; *) echo "$cierzo" ;; esac }
nodes() { case $1 in uct:*) echo "${1#uct:}" ;; *) echo 1000000000 ;; esac }
set_level() { case $1 in uct:*) ;; *) echo "--option $2:UCI_LimitStrength=true --option $2:UCI_Elo=$1" ;; esac }

play() {
    # shellcheck disable=SC2046
    "$match" --engine "a=$(program "$1")" --engine "b=$(program "$2")" --limit "a:nodes=$(nodes "$1")" --limit "b:nodes=$(nodes "$2")" \
        $(set_level "$1" a) $(set_level "$2" b) --variant "$variant" --games "$games" --grace 600000 --quiet |
        sed -n 's/^a v b: \([0-9]*\)-\([0-9]*\).*/\1 \2/p' |
        awk -v a="$1" -v b="$2" -v ra="$(rating "$1")" -v rb="$(rating "$2")" '{
            wins = $1; losses = $2
            if (wins * losses == 0) elo = "beyond measure"
            else elo = sprintf("%+.0f", 400 * log(wins / losses) / log(10))
            scale = ra == "?" || rb == "?" ? "nothing" : sprintf("%+d", ra - rb)
            printf "%-8s v %-8s  %3d-%-3d  Elo %s, the scale says %s\n", a, b, wins, losses, elo, scale
        }'
}

play 1500 uct:1000
play 1200 uct:300
play 1000 uct:300
play 500 uct:100
previous=500
for level in 700 900 1100 1300 1500 1700 1900 2100 2300 2500; do
    play $level $previous
    previous=$level
done
