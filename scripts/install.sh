#!/bin/sh
# Installs what is missing: with no argument what building needs, with `tests` what the tests need too,
# with `fuzz` what the fuzzers need, with `web` what the page and the engine for browsers and node need,
# with `browser` what the tests of the page need too, with `release` what the files of a release need,
# with `python` what the Python package's tests and wheel need.
# Says nothing on standard output and reads nothing from standard input. Changes nothing when nothing is missing.
set -eu

compiler=
for c in ${CC:-} cc gcc clang; do
    if command -v "$c" >/dev/null 2>&1; then
        compiler=$c
        break
    fi
done
has_header() { [ -n "$compiler" ] && echo "#include <$1>" | "$compiler" -E - >/dev/null 2>&1; }

missing=
need() { missing="$missing $*"; }
command -v meson >/dev/null 2>&1 || need meson
command -v ninja >/dev/null 2>&1 || need ninja-build
[ -n "$compiler" ] || need gcc
has_header stdio.h || need libc6-dev
if [ "${1:-}" = tests ]; then
    command -v pkg-config >/dev/null 2>&1 || need pkg-config
    has_header criterion/criterion.h || need libcriterion-dev
fi
if [ "${1:-}" = fuzz ]; then
    echo 'int main(void) { return 0; }' | clang -x c -fsanitize=address,undefined -o /dev/null - 2>/dev/null || need clang libclang-rt-dev
    command -v llvm-cov >/dev/null 2>&1 || need llvm
fi
if [ "${1:-}" = web ]; then
    command -v emcc >/dev/null 2>&1 || need emscripten
    command -v node >/dev/null 2>&1 || need nodejs
    command -v npm >/dev/null 2>&1 || need npm
fi
if [ "${1:-}" = browser ]; then
    command -v chromium >/dev/null 2>&1 || need chromium fonts-dejavu-core
fi
if [ "${1:-}" = python ]; then
    for module in pytest mypy numpy mesonpy pip; do
        python3 -c "import $module" 2>/dev/null || /usr/bin/python3 -c "import $module" 2>/dev/null || need "python3-$module"
    done
    command -v patchelf >/dev/null 2>&1 || need patchelf
fi
if [ "${1:-}" = release ]; then
    command -v git >/dev/null 2>&1 || need git
    if [ "$(uname -m)" != aarch64 ]; then
        command -v aarch64-linux-gnu-gcc >/dev/null 2>&1 || need gcc-aarch64-linux-gnu
        [ -e /usr/aarch64-linux-gnu/lib/libc.a ] || need libc6-dev-arm64-cross
        command -v qemu-aarch64 >/dev/null 2>&1 || need qemu-user
    fi
fi
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "Missing:$missing (Debian's names). Please install them, then try again." >&2
    exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Missing:$missing. As root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
{
    $as_root apt-get update -q || echo "The lists of packages could not be brought up to date; trying those at hand." >&2
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
} </dev/null >&2
