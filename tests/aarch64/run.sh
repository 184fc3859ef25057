#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the library for 64-bit Arm, runs its transforms under an emulator, and compares the bits of
# reproducible plans with this machine's.
#   run.sh SOURCE BUILD PORTABLE OPTION...    the tree, a folder to build in, portable.c built for
#                                             this machine, options of the library's configuration
# 77: there is no cross compiler or no emulator.
set -eu
source=$1
build=$2
portable=$3
shift 3
here=$source/tests/aarch64
compiler=aarch64-linux-gnu-gcc
emulator=$(command -v qemu-aarch64-static || command -v qemu-aarch64 || true)
if [ -z "$emulator" ] || ! command -v $compiler >/dev/null; then
    echo "skipped: needs $compiler and qemu-aarch64-static (Debian: gcc-aarch64-linux-gnu," \
        "libc6-dev-arm64-cross, qemu-user-static)"
    exit 77
fi

cmake -G Ninja -S "$source" -B "$build" -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" -DFFTCORE_VULKAN=OFF -DFFTCORE_TOOLS=OFF \
    -DFFTCORE_TESTS=OFF -DFFTCORE_EXAMPLES=OFF -DBUILD_SHARED_LIBS=OFF "$@" >"$build.log"
cmake --build "$build" --target fftcore --parallel 1 >>"$build.log" || {
    tail -n 50 "$build.log"
    exit 1
}
$compiler -std=c11 -O2 -Wall -Wextra -I "$source/include" -o "$build/portable" \
    "$here/portable.c" "$build/src/libfftcore.a" -pthread -lm
# Debian's cross libraries: what --sysroot would be.
libraries=/usr/aarch64-linux-gnu
"$emulator" -L "$libraries" "$build/portable"

"$emulator" -L "$libraries" "$build/portable" --checksums >"$build/neon.txt"
"$portable" --checksums >"$build/here.txt"
if ! diff "$build/here.txt" "$build/neon.txt"; then
    echo "reproducible plans differ: < this machine, > NEON"
    exit 1
fi
echo "good: $(wc -l <"$build/neon.txt") reproducible plans have the same bits here"
