#!/bin/bash
# Makes the files of a release in dist/: scripts/release.sh [--snapshot] [--no-tests] [PART...], in a checkout of the tag vX.Y.Z without
# changes; with --snapshot of whatever commit it is, under its version. The parts, all of them where none is named, are
#     source    cierzo-VERSION.tar.gz, the sources, which build and pass their tests as they are packed, unless --no-tests says no
#     linux     cierzo-VERSION-linux-x86-64.tar.gz and …-aarch64.tar.gz: programs, openings, manual pages; they need nothing of the system
# and SHA256SUMS is of all that dist/ has of this version. The same commit gives the same files, byte for byte, with the same compilers.
# Installs what is missing (Debian, as root or with sudo). docs/building.md says how a release comes about.
set -eu -o pipefail
cd "$(dirname "$0")/.."

refuse() { echo "$*" >&2 && exit 1; }
parts=(source linux)
wanted=()
snapshot=false
tests=true
for argument in "$@"; do
    case $argument in
    --snapshot) snapshot=true ;;
    --no-tests) tests=false ;;
    *)
        [[ " ${parts[*]} " == *" $argument "* ]] || refuse "$(sed -n '2,7s/^# //p' "$0")"
        wanted+=("$argument")
        ;;
    esac
done
[ ${#wanted[@]} -gt 0 ] || wanted=("${parts[@]}")

[ -e .git ] || refuse 'Releases are made in a checkout: the commit is part of the version.'
version=$(scripts/version.sh)
number=$(scripts/version.sh number)
case $version in
*.dirty) refuse 'Files are changed: what is not committed would be missing.' ;;
"$number") ;;
*) $snapshot || refuse "This is $version and no release: check out its tag without changes, or say --snapshot." ;;
esac

scripts/install.sh release
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
name=cierzo-$version
dist=$PWD/dist
mkdir -p "$dist"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# All is built in a clone, which has what is committed and nothing else.
git clone -q --shared . "$work/clone"
cd "$work/clone"

# pack FOLDER FILE: an archive that does not show when, where and by whom it was packed.
pack() {
    tar -C "$(dirname "$1")" --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode=u+w,go-w,a+rX -cf - "$(basename "$1")" | gzip -9n >"$dist/$2"
}

# Meson packs, builds what it has packed, runs the tests in it and installs from it; but its archive has the time of packing in it, so the
# sources are packed again.
make_source() {
    local options=(-Dtests=disabled) how=(--no-tests)
    if $tests; then
        scripts/install.sh tests
        options=(-Dcpu=native -Dbuildtype=debugoptimized -Db_ndebug=false -Dtests=enabled)
        how=()
    fi
    meson setup "${options[@]}" "$work/packing"
    meson dist -C "$work/packing" --formats gztar "${how[@]}"
    mkdir "$work/source"
    tar -C "$work/source" -xzf "$work/packing/meson-dist/cierzo-$number.tar.gz"
    [ "$name" = "cierzo-$number" ] || mv "$work/source/cierzo-$number" "$work/source/$name"
    pack "$work/source/$name" "$name.tar.gz"
}

# linux_archive MACHINE [MESON OPTIONS]: with the C library in the programs, which is why they run wherever the kernel does.
linux_archive() {
    local archive=$name-linux-$1 build=$work/build-$1 program
    shift
    meson setup -Dtests=disabled --prefix=/ -Dc_link_args=-static "$@" "$build"
    ninja -C "$build"
    DESTDIR=$work/$archive meson install -C "$build" --no-rebuild --strip --quiet
    for program in "$work/$archive"/bin/*; do
        ! readelf -lW "$program" | grep -qE 'INTERP|DYNAMIC' || refuse "$program is not linked statically."
    done
    pack "$work/$archive" "$archive.tar.gz"
}

make_linux() {
    local machine
    machine=$(uname -m | tr _ -)
    linux_archive "$machine"
    [ "$machine" = aarch64 ] || linux_archive aarch64 --cross-file cross/aarch64.ini
}

for part in "${wanted[@]}"; do "make_$part"; done
cd "$dist"
sums=$(find . -maxdepth 1 -type f -name "*[-_]${version}[-_.]*" -printf '%P\n' | sort | xargs sha256sum)
tee SHA256SUMS <<<"$sums"
