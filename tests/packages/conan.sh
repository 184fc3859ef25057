#!/bin/bash
# SPDX-License-Identifier: MIT
# Has Conan 2 make and test a package of the core library by the recipe. Needs python3-venv and the Python package
# index.
#   conan.sh WORK      WORK keeps Conan, its folder and a log
# FFTCORE_ENGINES in the environment builds fewer instruction sets; PYTHON names another Python than python3.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
export CONAN_HOME=$work/home
rm -rf "$work/tools" "$CONAN_HOME"
engines=()
[ -z "${FFTCORE_ENGINES+x}" ] || engines=(-o "fftcore/*:engines=$FFTCORE_ENGINES")
echo "packages: Conan"
{
    "${PYTHON:-python3}" -m venv "$work/tools"
    "$work/tools/bin/pip" install conan
    "$work/tools/bin/conan" profile detect
    "$work/tools/bin/conan" create "$source/packaging/conan" "${engines[@]}" -tf test_package
} >"$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
