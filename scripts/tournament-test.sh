#!/usr/bin/env bash
# A match of the engine with itself, killed at random moments and resumed: scripts/tournament-test.sh [GAMES [KILLS [LIMIT...]]], 200 games,
# 10 kills and `tc=0.2+0.005 timemargin=20` unless given; two games at once. Then every game must be in the record exactly once, no game may be
# lost but by the rules, no engine may be left running, and the share must lie within two standard errors of one half, all splits
# of pairs counted as luck. BUILD names the folder of the programs (build), OUT where the record is kept (a temporary folder).
set -u
games=${1:-200}
kills=${2:-10}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- tc=0.2+0.005 timemargin=20
cd "$(dirname "$0")/.." || exit 1
exec </dev/null
build=$(realpath "${BUILD:-build}")
out=$(realpath "${OUT:-$(mktemp -d)}")
engine=$out/engine-$$ # a name of its own, so that what is left running is found by it
rm -f "$out/games.pgn" "$out/log"
cp "$build/cierzo" "$engine" || exit 2

match=("$build/cierzo-match" -engine name=A "cmd=$engine" -engine name=B "cmd=$engine" -each option.Hash=16 "$@" -variant "${VARIANT:-veletas-7}"
    -openings random -srand 1 -rounds $((games / 2)) -games 2 -concurrency 2 -ratinginterval 0 -pgnout "file=$out/games.pgn")

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

for ((kill = 1; kill <= kills; kill++)); do
    "${match[@]}" >>"$out/log" 2>&1 &
    sleep "$(awk -v r=$RANDOM -v most="${LONGEST:-8}" 'BEGIN { printf "%.3f", 0.05 + r / 32768 * most }')"
    kill -KILL $! 2>/dev/null || fail "it has ended by itself before kill $kill"
    wait $! 2>/dev/null
    printf 'killed %d times: %d games\n' "$kill" "$(grep -c '^\[Game "' "$out/games.pgn")"
done
if ! "${match[@]}" >"$out/last" 2>&1; then fail 'the last run'; fi
grep -v -e ^Started -e ^Finished\ game -e ^Score "$out/last"
grep ^Score "$out/last" | tail -n 1

for number in $(seq "$games"); do echo "[Game \"$number\"]"; done | sort >"$out/expected"
grep '^\[Game "' "$out/games.pgn" | sort | cmp -s - "$out/expected" || fail 'not every game exactly once'
[ "$(grep -c '^\[Termination "claims"\]' "$out/games.pgn")" -eq "$games" ] || fail "$(grep '^\[Reason' "$out/games.pgn" | grep -v 'wins by claims')"
for _ in 1 2 3 4 5 6 7 8 9 10; do pgrep -f "^$engine" >/dev/null && sleep 0.2; done
! pgrep -f "^$engine" >/dev/null || fail 'engines are left running'
sed -n 's/^Score of A vs B: \([0-9]*\) - \([0-9]*\) .*/\1 \2/p' "$out/last" | tail -n 1 |
    awk '{ n = $1 + $2; d = 2 * sqrt(n) / 2; exit !(n > 0 && $1 - n / 2 <= d && n / 2 - $1 <= d) }' || fail 'the share is not one half'
rm -f "$engine"
echo "record and logs: $out"
[ "$failures" -eq 0 ]
