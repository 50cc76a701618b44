#!/bin/sh
# Tests the Python package: scripts/python-test.sh [FOLDER [PYTEST ARGUMENTS]]. Builds libcierzo and the engine in FOLDER, build-library without one, and runs
# pytest on the package as it stands in python/, and mypy where it is installed. PYTHON names the interpreter; without it the first of the
# path and the system's that has pytest is taken.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build-library}
[ $# -eq 0 ] || shift
python=${PYTHON:-}
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import pytest' 2>/dev/null || python=$candidate
done
[ -n "$python" ] || { echo 'No Python with pytest: scripts/install.sh python' >&2 && exit 1; }
[ -f "$build/build.ninja" ] || meson setup "$build" -Dlibrary=true -Dtests=disabled
ninja -C "$build" libcierzo cierzo
CIERZO_LIBRARY=$(cd "$build" && pwd)/lib/shared/libcierzo.so
PYTHONPATH=$PWD/python
export CIERZO_LIBRARY PYTHONPATH
CIERZO=$(cd "$build" && pwd)/cierzo
export CIERZO
export PYTHONDONTWRITEBYTECODE=1
"$python" -m pytest -q -p no:cacheprovider python/tests "$@"
if "$python" -c 'import mypy' 2>/dev/null; then
    "$python" -m mypy --config-file python/mypy.ini
fi
