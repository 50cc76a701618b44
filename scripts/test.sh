#!/bin/sh
# Installs what is missing, builds in build-test/ with asserts, and runs the tests. Arguments go to `meson test`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
"$root/scripts/install.sh" tests
"$root/scripts/build.sh" build-test -Dbuildtype=debugoptimized -Db_ndebug=false -Dtests=enabled
exec meson test -C "$root/build-test" --print-errorlogs "$@"
