#!/usr/bin/env bash
# The second tier of tests, which takes its time: scripts/long-test.sh [SCALE]. Races by the thousand, memory over a thousand games in
# one process, allocations, and malformed input by scripts/fuzz.sh, where that is there. SCALE is how often the
# random tests repeat what they do in the first tier, 35 unless given. Prints a line a check and at the end `N passed, N failed`.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
exec </dev/null
export CIERZO_TEST_SCALE=${1:-35}
export CIERZO_MATCH=$root/build-test/cierzo-match CIERZO_STANDIN=$root/build-test/tests/standin
export CIERZO=$root/build-test/cierzo CIERZO_SOURCE=$root CIERZO_TEST_DATA=$root/tests/data

scripts/install.sh tests && scripts/build.sh build-test -Dcpu=native -Dbuildtype=debugoptimized -Db_ndebug=false -Dtests=enabled >/dev/null 2>&1 || {
    echo 'the build failed: try ./scripts/test.sh'
    exit 1
}

passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# check NAME COMMAND...: the command's output is shown where it fails, and lines about memory in any case.
check() {
    local name=$1 start=$SECONDS
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        printf 'ok      %-50s %5d s\n' "$name" $((SECONDS - start))
        grep -h ' kB' "$log"
    else
        failed=$((failed + 1))
        printf 'FAILED  %-50s %5d s\n' "$name" $((SECONDS - start))
        tail -n 50 "$log" | sed 's/^/    /'
    fi
}

check "races, $CIERZO_TEST_SCALE times" build-test/tests/test_races -j1
check 'memory from game to game' build-test/tests/test_games -j1 --filter 'games/memory*'
check 'results of random games' build-test/tests/test_games -j1 --filter 'games/results*'
check 'allocations during a search' build-test/tests/test_allocation -j1
check 'sessions' build-test/tests/test_session_more -j1
check 'promises of mates' build-test/tests/test_mate -j1
check 'a match killed and resumed' build-test/tests/test_match -j1 --filter 'match/killed*'
if [ -x scripts/fuzz.sh ]; then
    check 'malformed input' scripts/fuzz.sh
fi

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
