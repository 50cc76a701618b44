#!/bin/sh
# The manual pages in docs/man and what the programs say of themselves: scripts/man.sh BUILD compares what stands in each page between its
# two marks to the program's --help, and ends with status 1 where they differ; scripts/man.sh BUILD --write puts it there. What is around
# that is written by hand.
set -eu
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 1; }
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Text as troff prints it as it is: hyphens that are hyphens, no escapes, no commands.
literally() { sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'"'"']\)/\\\&\1/'; }

different=0
for page in docs/man/*.1; do
    program=$(basename "$page" .1)
    "$build/$program" --help >"$work/help"
    [ -s "$work/help" ] || { echo "$program --help says nothing" >&2; exit 1; }
    sed '/^\.\\" --help$/q' "$page" >"$work/page"
    { echo .nf && literally <"$work/help" && echo .fi; } >>"$work/page"
    sed -n '/^\.\\" end of --help$/,$p' "$page" >>"$work/page"
    if [ "${2-}" = --write ]; then
        cat "$work/page" >"$page"
    elif ! diff -u "$page" "$work/page"; then
        different=1
    fi
done
[ $different -eq 0 ] || { echo 'Manual pages and --help differ: scripts/man.sh BUILD --write' >&2; exit 1; }
