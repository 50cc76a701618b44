#!/bin/sh
# Installs what is missing, builds in build-test/ with asserts, and runs the tests. Arguments go to `meson test`. For this processor alone:
# the tests are linked to the libraries themselves, of which a build for all would give them the slow copy.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
"$root/scripts/install.sh" tests
"$root/scripts/build.sh" build-test -Dcpu=native -Dbuildtype=debugoptimized -Db_ndebug=false -Dtests=enabled
exec meson test -C "$root/build-test" --print-errorlogs "$@"
