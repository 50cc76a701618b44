#!/bin/sh
# Builds in a folder of the source tree: scripts/build.sh FOLDER [MESON OPTIONS]. The options count when the folder is first set up;
# a folder that was set up for a source tree elsewhere is set up anew. Says nothing on standard output and reads nothing from
# standard input.
set -eu
exec </dev/null >&2
cd "$(dirname "$0")/.."
folder=$1
shift

# Two that start together build one after the other.
if command -v flock >/dev/null 2>&1; then
    exec 9<scripts/build.sh
    flock 9
fi

if ! grep -qsF "\"source\": \"$PWD\"" "$folder/meson-info/meson-info.json" || [ ! -f "$folder/build.ninja" ]; then
    rm -rf "$folder"
    meson setup "$@" "$folder"
fi
ninja -C "$folder"
