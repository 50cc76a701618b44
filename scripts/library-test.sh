#!/bin/sh
# Tries libcierzo as who installs it would: scripts/library-test.sh [FOLDER]. Builds it in FOLDER, build-library without one, installs it into
# a folder for the moment, and there looks at its symbols and compiles and runs the example, as C and as C++, by pkg-config alone.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build-library}
[ -f "$build/build.ninja" ] || meson setup "$build" -Dlibrary=true -Dtests=disabled --prefix=/usr --libdir=lib
ninja -C "$build" libcierzo
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage meson install -C "$build" --no-rebuild --quiet --tags library,devel
lib=$stage/usr/lib

fail() {
    echo "$*" >&2
    exit 1
}

# What the header declares, and nothing else, is shown by each copy.
sed -n 's/^CIERZO_API .*[ *]\(cierzo_[a-z0-9_]*\)(.*/\1/p' "$stage/usr/include/cierzo.h" | sort >"$stage/declared"
[ "$(grep -c '^CIERZO_API' "$stage/usr/include/cierzo.h")" -eq "$(wc -l <"$stage/declared")" ] || fail 'a declaration is not understood'
copies=0
for copy in "$lib/libcierzo.so" "$lib"/glibc-hwcaps/*/libcierzo.so; do
    [ -e "$copy" ] || continue
    copies=$((copies + 1))
    nm -D --defined-only "$copy" | awk '{ print $3 }' | sort >"$stage/shown"
    diff "$stage/declared" "$stage/shown" || fail "$copy shows other symbols than the header declares"
    # Nothing that would change the process, or speak.
    ! nm -D --undefined-only "$copy" | awk '{ print $2 }' | sed 's/@.*//' |
        grep -xE '(sig(nal|action)|printf|puts|putchar|perror|exit|_exit|abort|setlocale|chdir|setenv|atexit|prctl|fork)' || fail "$copy calls these"
done
[ "$copies" -gt 0 ] || fail 'no library was installed'

PKG_CONFIG_PATH=$lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$stage
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
[ "$(pkg-config --modversion libcierzo)" = "$(scripts/version.sh number)" ] || fail 'the pkg-config file has another version'
flags=$(pkg-config --cflags --libs libcierzo)
# shellcheck disable=SC2086
"${CC:-cc}" -std=c99 -Wall -Wextra -Wpedantic -Werror -o "$stage/example" lib/example.c $flags
if command -v "${CXX:-c++}" >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    echo '#include <cierzo.h>
int main() { return cierzo_abi() - CIERZO_ABI; }' | "${CXX:-c++}" -Wall -Wextra -Wpedantic -Werror -x c++ -o "$stage/plus" - $flags
    LD_LIBRARY_PATH=$lib "$stage/plus"
fi

# The same game from each copy, which the loader chooses.
run() { LD_LIBRARY_PATH=$lib "$@" "$stage/example" "$rules" 7; }
for rules in veletas classic-9 nocorners-7; do
    run env >"$stage/game"
    grep -E '^(Black|White) has won ' "$stage/game"
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX2_Usable run env >"$stage/plain"
    tail -n +2 "$stage/game" >"$stage/one"
    tail -n +2 "$stage/plain" | diff "$stage/one" - || fail 'the copies play differently'
done
head -n 1 "$stage/game" "$stage/plain"
! LD_LIBRARY_PATH=$lib "$stage/example" chess 2>"$stage/refused" || fail 'a rule set that is none was taken'
grep -qx 'no rule set has that name' "$stage/refused"
if command -v valgrind >/dev/null 2>&1; then
    LD_LIBRARY_PATH=$lib valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all --error-exitcode=9 "$stage/example" \
        veletas-7 1 >"$stage/game"
fi
echo "libcierzo: $(wc -l <"$stage/declared") functions, $copies copies"
