#!/bin/sh
# Makes one object of a whole program that shows one symbol, its entry: scripts/isolate.sh ENTRY OBJCOPY OBJECT LIBRARY... -- COMPILER...
# So that programs compiled for different processors stand in one file and none calls into another. For meson.build.
set -eu
entry=$1 objcopy=$2 object=$3
shift 3
libraries=
while [ "$1" != -- ]; do
    libraries="$libraries $1"
    shift
done
shift
# shellcheck disable=SC2086
"$@" -r -nostdlib -o "$object" -Wl,-u,"$entry" $libraries
"$objcopy" --keep-global-symbol="$entry" "$object"
