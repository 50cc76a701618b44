#!/bin/sh
# Prints the version of this source tree: the number of meson.build where the checkout is the tagged release, or is no git checkout at
# all; else with the commit behind it, and with `.dirty` where files of it have been changed: 0.1.0, 0.1.0+4eb70ff, 0.1.0+4eb70ff.dirty.
# With `number` it prints the number alone.
set -eu
cd "$(dirname "$0")/.."
number=$(sed -n "s/^  version: '\(.*\)',\$/\1/p" meson.build)
[ -n "$number" ]

# The commit, the tag and the changes; `unknown` where there is a checkout and git will not speak of it.
suffix() {
    [ -e .git ] || return 0
    commit=$(git rev-parse --short=7 HEAD 2>/dev/null) || { echo +unknown && return; }
    changed=$(git --no-optional-locks status --porcelain --untracked-files=no)
    tagged=$(git tag --points-at HEAD --list "v$number")
    if [ -n "$changed" ]; then echo "+$commit.dirty"; elif [ -z "$tagged" ]; then echo "+$commit"; fi
}

case ${1-} in
number) echo "$number" ;;
*) echo "$number$(suffix)" ;;
esac
