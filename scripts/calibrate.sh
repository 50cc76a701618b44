#!/bin/sh
# Measures the scale of UCI_Elo: scripts/calibrate.sh [GAMES [VARIANT [UCT]]]; 60 games a pairing on veletas unless given. Levels play their
# neighbours from random setups. UCT, which may also be given by the environment, is the command of a sparring partner that answers `go
# nodes N` with the best move of N random playouts, as seen from the root of the source tree; with it the scale is tied to its anchor.
# Limits are playouts and nodes, never time. BUILD names the folder of the programs; build, brought up to date, unless given.
# Each line of the output is a pairing, its score, the difference in Elo that it shows, and the one that the scale says.
#     scripts/calibrate.sh --shard K/N FOLDER [GAMES [VARIANT [UCT]]]    a part of each pairing, its games in files of FOLDER, in which it goes on
#     scripts/calibrate.sh --merge FOLDER [GAMES [VARIANT [UCT]]]        what the files of all parts say; docs/cluster.md
set -eu
refuse() { echo "calibrate.sh: $*" >&2; exit 2; }
shard='' folder='' merge=''
case ${1:-} in
--shard)
    [ $# -ge 3 ] || refuse '--shard K/N FOLDER'
    shard=$2 folder=$3
    shift 3
    ;;
--merge)
    [ $# -ge 2 ] || refuse '--merge FOLDER'
    merge=yes folder=$2
    shift 2
    ;;
-*) refuse "no such option: $1" ;;
esac
[ -z "$folder" ] || folder=$(realpath -m "$folder")
games=${1:-60}
variant=${2:-veletas}
uct=${3:-${UCT:-}}
cd "$(dirname "$0")/.."
case $games in *[!0-9]* | '' | 0) refuse "not a number of games: $games" ;; esac
[ -z "$uct" ] || command -v "${uct%% *}" >/dev/null || refuse "UCT cannot be run: $uct"
[ -z "$merge" ] || [ -d "$folder" ] || refuse "no such folder: $folder"
[ -z "$shard" ] || mkdir -p "$folder"
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

# A pairing, with the further words of cierzo-match.
match() (
    a=$1 b=$2
    shift 2
    IFS='
'
    # shellcheck disable=SC2046
    "$build/cierzo-match" -engine name=a $(engine "$a") -engine name=b $(engine "$b") -each maxtime=600 -variant "$variant" \
        -openings random -srand 1 -rounds $(((games + 1) / 2)) -ratinginterval 0 -outcomeinterval 0 "$@"
)

# Games that ended by anything but claims say nothing about levels.
of_claims() {
    ! grep -v ' wins by claims, ' >&2 || { echo "calibrate.sh: $1 v $2: games that were not played to their end, above" >&2; exit 1; }
}

play() {
    files=$folder/$(echo "$1-$2" | tr : _)
    if [ -n "$shard" ]; then
        match "$1" "$2" -quiet -concurrency 1 -shard "$shard" -pgnout "file=$files.${shard%%/*}.pgn" >/dev/null
        return
    elif [ -n "$merge" ]; then
        [ -n "$(find "$folder" -maxdepth 1 -name "$(basename "$files").*.pgn")" ] || refuse "no games of $1 v $2 in $folder"
        sed -n 's/^\[Termination "\(.*\)"\]$/ wins by \1, /p' "$files".*.pgn | of_claims "$1" "$2"
        results=$(match "$1" "$2" -merge "$files".*.pgn) || {
            echo "$results" | sed -n "s/^Missing/calibrate.sh: $1 v $2: missing/p" >&2
            exit 1
        }
    else
        results=$(match "$1" "$2" -concurrency "$processors") || { echo "$results" >&2; exit 1; }
        echo "$results" | grep '^Finished game' | of_claims "$1" "$2"
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
