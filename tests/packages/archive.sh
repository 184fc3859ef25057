#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the archive of a build that cpack makes, unpacks it somewhere, and uses what is in it.
#   archive.sh BUILD WORK      BUILD is a built tree; WORK is emptied first
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2"
mkdir -p "$2"
work=$(cd "$2" && pwd)
cd "$1"
cpack -G TGZ -B "$work" >"$work/cpack.log" || { tail -40 "$work/cpack.log"; exit 1; }
mkdir "$work/unpacked"
tar -C "$work/unpacked" --strip-components=1 -xzf "$work"/fftcore-*.tar.gz
cmake -G Ninja -S "$here/../install/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/unpacked" >"$work/log"
cmake --build "$work/consumer" >>"$work/log"
ctest --test-dir "$work/consumer" --output-on-failure --no-tests=error
if [ -e "$work/unpacked/bin/fftcore" ]; then
    "$work/unpacked/bin/fftcore" diff --length 256
fi
