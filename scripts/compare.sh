#!/bin/sh
# Two engines' speed, the bench of both by turns: scripts/compare.sh BUILD_A BUILD_B [ROUNDS] [OPTIONS]. A build is a build folder, an
# engine or any command that answers `bench`. OPTIONS go to `cierzo-depth compare`, for instance --json FILE or --bench '4 1 16'. Ends
# with status 0 when the signatures agree and 2 when they differ.
set -eu
[ $# -ge 2 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 1; }
root=$(cd "$(dirname "$0")/.." && pwd)
engine() { if [ -d "$1" ]; then echo "$(cd "$1" && pwd)/cierzo"; else echo "$1"; fi; }
a=$(engine "$1")
b=$(engine "$2")
shift 2
rounds=10
case ${1-} in [1-9]*) rounds=$1; shift ;; esac
[ -x "$root/build-tools/cierzo-depth" ] || "$root/scripts/build.sh" build-tools -Dcpu=native -Dtools=true
exec "$root/build-tools/cierzo-depth" compare "$a" "$b" --rounds "$rounds" "$@"
