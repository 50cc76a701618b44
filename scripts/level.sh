#!/bin/sh
# Makes one object of a whole program that shows one symbol, its entry: scripts/level.sh ENTRY OBJCOPY LIBRARY OBJECT COMPILER...
# So that programs compiled for different processors stand in one file and none calls into another. For meson.build.
set -eu
entry=$1 objcopy=$2 library=$3 object=$4
shift 4
"$@" -r -nostdlib -o "$object" -Wl,--whole-archive "$library" -Wl,--no-whole-archive
"$objcopy" --keep-global-symbol="$entry" "$object"
