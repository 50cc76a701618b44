#!/bin/bash
# A match in shards by GNU parallel: scripts/spread.sh takes the words of cierzo-match, starts SHARDS of them (8 unless given), each with
# what the words say, tries again those that die, and prints what the merged games say, before it a line `Finished game` for each that ended
# otherwise than by claims. From the environment:
#     MATCH   cierzo-match, build/cierzo-match unless given
#     SPREAD  options of parallel: --jobs 4, or --sshlogin 4/east,4/west --workdir .
#     FOLDER  where a folder for the games is made and taken away again, that for temporary files unless given; all machines must see it
# Limits in nodes give what one cierzo-match gives. scripts/tune.sh -m takes it for the games of an iteration (docs/tuning.md).
set -eu -o pipefail
[ $# -gt 0 ] || { sed -n '2,8s/^# //p' "$0" >&2 && exit 2; }
shards=${SHARDS:-8}
[[ $shards =~ ^[1-9][0-9]*$ ]] || { echo "spread.sh: SHARDS=$shards is not a number of shards" >&2 && exit 2; }
match=$(realpath "${MATCH:-$(dirname "$0")/../build/cierzo-match}")
games=$(TMPDIR=${FOLDER:-${TMPDIR:-}} mktemp -d -t spread.XXX)
trap 'rm -rf "$games"' EXIT
# What parallel is told is words.
# shellcheck disable=SC2086
seq "$shards" | parallel ${SPREAD:---jobs 2} --retries 5 -q "$match" "$@" -quiet -shard "{}/$shards" -pgnout "file=$games/{}.pgn" >/dev/null
sed -n '/^\[Termination "claims"\]/d; s/^\[Termination "time forfeit"\]$/Finished game: one loses on time/p; t
    s/^\[Termination "\(.*\)"\]$/Finished game: \1/p' "$games"/*.pgn
"$match" "$@" -merge "$games"/*.pgn
