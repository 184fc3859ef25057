#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the Debian packages, has lintian judge them, and runs debian/tests, each in a root that holds nothing but
# what the test and its packages depend on.
#   debian.sh WORK [TEST...]   WORK keeps the packages (WORK/*.deb) and a log of each step; without tests: all
# FFTCORE_ENGINES in the environment builds fewer instruction sets.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
shift
. "$source/tests/packages/clean_root.sh"
for program in dpkg-buildpackage dh lintian apt-ftparchive; do
    command -v $program >/dev/null || {
        echo "$program is missing: apt-get install dpkg-dev debhelper lintian apt-utils"
        exit 1
    }
done

logged() { # name, command
    local log=$work/$1.log
    shift
    "$@" >"$log" 2>&1 || { tail -40 "$log"; echo "packages: failed: $*, see $log"; exit 1; }
}

build() {
    rm -rf "$work"/*.deb "$work"/*.changes "$work"/*.buildinfo
    copy_tree "$source" "$work/fftcore"
    (cd "$work/fftcore" && dpkg-buildpackage -us -uc -b)
}

# One field of a stanza of debian/tests/control.
depends() { # test
    sed -n "/^Tests: $1\$/,/^\$/s/^Depends: //p" "$source/debian/tests/control" | tr -d ' '
}

run() { # test
    in_clean_root "$(depends "$1")" \
        "$work/fftcore/debian $work/fftcore/tests $work/fftcore/examples $work/fftcore/python" \
        "AUTOPKGTEST_TMP=/tmp debian/tests/$1" "deb [trusted=yes] copy:$work/repository ./"
}

echo "packages: building"
logged build build
echo "packages: lintian"
logged lintian lintian --allow-root --fail-on error,warning "$work"/*.changes
rm -rf "$work/repository"
mkdir "$work/repository"
ln "$work"/*.deb "$work/repository"
(cd "$work/repository" && apt-ftparchive packages . >Packages && apt-ftparchive release . >Release)
tests=("$@")
[ $# -gt 0 ] || mapfile -t tests < <(sed -n 's/^Tests: //p' "$source/debian/tests/control")
for test in "${tests[@]}"; do
    echo "packages: $test in a clean root"
    logged "$test" run "$test"
done
echo "packages: passed (${tests[*]})"
