#!/bin/bash
# Is the working tree stronger than a commit? scripts/sprt.sh [OPTIONS] [COMMIT] builds both and plays them against each other under a
# sequential test (SPRT), two games at once, until the verdict falls or the games are used up. COMMIT is HEAD where files are changed and
# the commit before it where none are. The programs and the games stay in a folder of build-sprt/.
#     -g GAMES     at most so many, 600 unless given; up to 600 the openings are those of openings/, beyond they are random
#     -l LIMIT     for each turn or game: nodes=5000 unless given, or st=0.1, tc=5+0.05 (see docs/match.md)
#     -t 'TEST'    'elo0=0 elo1=10' unless given: is it 10 Elo better (H1), or not better at all (H0)?
#     -v VARIANT   the rule set, veletas unless given
#     -c N         games at once, 2 unless given
# Ends with status 0 when the working tree is better (H1), 1 when it is not (H0), 3 when that is still open, 2 when something failed or
# the match was stopped; the command that it shows goes on with a match that was stopped.
set -eu -o pipefail
cd "$(dirname "$0")/.."
games=600 limit=nodes=5000 test='elo0=0 elo1=10' variant=veletas concurrency=2
while getopts g:l:t:v:c: option; do
    case $option in
    g) games=$OPTARG ;;
    l) limit=$OPTARG ;;
    t) test=$OPTARG ;;
    v) variant=$OPTARG ;;
    c) concurrency=$OPTARG ;;
    *) sed -n '2,11s/^# //p' "$0" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))

if [ $# -gt 0 ]; then commit=$1; elif [ -n "$(git status --porcelain --untracked-files=no)" ]; then commit=HEAD; else commit=HEAD~1; fi
sha=$(git rev-parse --verify --short=7 "$commit^{commit}")

# The old engine: from the commit's own files, in a folder that the next match against it uses again.
old=build-sprt/$sha
if [ ! -x "$old/build/cierzo" ]; then
    echo "Building $sha ..."
    rm -rf "$old"
    mkdir -p "$old"
    git archive "$sha" | tar -x -C "$old"
    { meson setup -Dtests=disabled "$old/build" "$old" && ninja -C "$old/build" cierzo; } >"$old/log" 2>&1 || { tail -n 30 "$old/log" && exit 2; }
fi

# The new one is copied, so that one may go on editing while the match is played.
echo 'Building the working tree ...'
scripts/build.sh build 2>build-sprt/log || { tail -n 30 build-sprt/log && exit 2; }
match=$(mktemp -d "build-sprt/match-$(date +%Y%m%d-%H%M)-XXX")
cp build/cierzo "$match/new"
cp build/cierzo-match "$match/cierzo-match"
cp "$old/build/cierzo" "$match/old"

signature() { "$1" bench | awk 'END { print $1 }'; }
echo "Bench: new $(signature "$match/new"), old ($sha) $(signature "$match/old")"

openings="file=openings/$variant.txt order=random"
[ "$games" -le $((2 * $(grep -c '^[^#]' "openings/$variant.txt"))) ] || openings=random
# shellcheck disable=SC2086
{
    set -x
    "$match/cierzo-match" -engine name=new "cmd=$match/new" -engine name=old "cmd=$match/old" -each $limit option.Hash=16 \
        -variant "$variant" -openings $openings -sprt $test -rounds $((games / 2)) -concurrency "$concurrency" \
        -outcomeinterval 0 -ratinginterval 20 -pgnout "file=$match/games.pgn"
} 2>&1 | grep --line-buffered -vE '^(Started|Finished) game' | tee "$match/log" || exit 2

case $(grep -oE 'H[01] was accepted' "$match/log" | tail -n 1) in
H1*) echo "Verdict: the working tree is stronger than $sha ($test)" ;;
H0*) echo "Verdict: the working tree is not stronger than $sha ($test)" && exit 1 ;;
*) echo "No verdict: after these games LLR is still between its bounds; -g allows more of them" && exit 3 ;;
esac
