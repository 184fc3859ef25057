#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the port for vcpkg with vcpkg_functions.cmake in vcpkg's place, and uses what it installs.
#   vcpkg.sh WORK      WORK is emptied first
# FFTCORE_ENGINES in the environment builds fewer instruction sets.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$1"
mkdir -p "$1"
work=$(cd "$1" && pwd)
cmake -DWORK="$work" -DPORT=fftcore -DCURRENT_PACKAGES_DIR="$work/installed" -P "$here/vcpkg_functions.cmake" \
    >"$work/port.log" || { tail -40 "$work/port.log"; exit 1; }
cd "$work/installed"
diff - <(find . -mindepth 1 -maxdepth 1 | sort) <<<$'./include\n./lib\n./share'
diff - <(find share -mindepth 1 -maxdepth 1) <<<share/fftcore
cmake -G Ninja -S "$here/../install/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/installed" >"$work/log"
cmake --build "$work/consumer" >>"$work/log"
ctest --test-dir "$work/consumer" --output-on-failure --no-tests=error
# The port's version is what CMake has installed.
version=$(sed -n 's/.*"version-semver": "\(.*\)".*/\1/p' "$here/../../packaging/vcpkg/fftcore/vcpkg.json")
PKG_CONFIG_PATH=$work/installed/lib/pkgconfig pkg-config --exists --print-errors "fftcore = $version"
