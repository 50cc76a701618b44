#!/bin/sh
# Installs what is missing, builds in build/ and becomes the engine. Only the engine writes on standard output or reads standard
# input. Arguments go to the engine.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
"$root/scripts/install.sh"
"$root/scripts/build.sh" build
exec "$root/build/cierzo" "$@"
