#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Debian packages that building, testing and the demo need, if any is missing.
#   scripts/setup.sh          install what is missing (root, or sudo)
#   scripts/setup.sh --demo   only what the demo needs: half of the bytes
#   scripts/setup.sh --docs   what the site of the documents needs, and the browser that checks it
#   scripts/setup.sh --list   print the packages, one per line
set -eu

packages="
cmake ninja-build pkg-config gcc g++ libc6-dev
libvulkan-dev glslang-dev glslang-tools spirv-tools mesa-vulkan-drivers chromium-common
libcairo2-dev libpng-dev libopenexr-dev libsndfile1-dev libcjson-dev
libfftw3-dev alsa-utils
"
test_packages="
python3 python3-dev python3-numpy python3-scipy python3-pytest check locales
clang clang-format libclang-rt-dev llvm
glslc vulkan-validationlayers
gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
"
docs_packages="python3 python3-dev python3-venv python3-numpy check glslc chromium"
# What is not obvious: mesa-vulkan-drivers and chromium-common are two Vulkan drivers that run on the
# CPU (lavapipe, SwiftShader), the CMake files of glslang-dev fail without glslang-tools, alsa-utils has
# the recording of the demo, libclang-rt-dev the sanitizers and libFuzzer, llvm the symbolizer that gives
# their reports source lines, locales a locale whose numbers have a comma, the last three packages are
# for the tests of NEON.

case "$#${1:-}" in
1--demo) ;;
1--docs) packages="$packages$docs_packages" ;;
0 | 1--list) packages="$packages$test_packages" ;;
*)
    echo "usage: scripts/setup.sh [--demo | --docs | --list]" >&2
    exit 2
    ;;
esac
if [ "${1:-}" = --list ]; then
    printf '%s\n' $packages
    exit 0
fi

give_up() {
    echo "setup: $1" >&2
    echo "setup: install what these Debian 12 packages hold:" >&2
    printf '    %s\n' $2 >&2
    echo "setup: then run the same command again; FFTCORE_SKIP_SETUP=1 leaves this check out." >&2
    exit 1
}

if [ -n "${FFTCORE_SKIP_SETUP:-}" ]; then
    exit 0
fi
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    give_up "this is not a Debian system, so packages are not installed for you" "$packages"
fi

missing=""
for package in $packages; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    as_root=sudo
else
    give_up "packages are missing and there is neither root nor sudo to install them" "$missing"
fi

echo "setup: installing$missing"
apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600"
if ! { $apt update && $apt install -y --no-install-recommends $missing; } </dev/null; then
    give_up "apt-get failed, its message is above" "$missing"
fi
