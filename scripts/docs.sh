#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes a site of the documents: build/docs/index.html. Every warning is an error.
#   scripts/docs.sh [PRESET]   with the examples and the Python package of this preset's build; by default
#                              release if `make test` has built it, otherwise dev
set -euo pipefail
cd "$(dirname "$0")/.."
preset=dev
[ ! -f build/release/CMakeCache.txt ] || preset=release
preset=${1:-$preset}
venv=build/docs-venv
mkdir -p build
python=python3 # the one that CMake takes for the package: the first with NumPy
python3 -c 'import numpy' 2>/dev/null || python=/usr/bin/python3
if ! cmp -s docs/site/requirements.txt "$venv/installed"; then
    echo "docs: installing Sphinx into $venv"
    if ! { "$python" -m venv --clear "$venv" && # with the NumPy that the package is compiled for
        "$venv/bin/pip" -q install -r docs/site/requirements.txt \
            "numpy==$("$python" -c 'import numpy; print(numpy.__version__)')"; }; then
        echo "docs: needs Python 3.11 with NumPy, venv and pip, and PyPI (or a mirror of it: PIP_INDEX_URL)" >&2
        exit 1
    fi
    cp docs/site/requirements.txt "$venv/installed"
fi

build=build/$preset
log=build/docs.log
if ! { cmake --preset "$preset" -DFFTCORE_EXAMPLES=ON -DFFTCORE_PYTHON=ON -DFFTCORE_TESTS=ON &&
    cmake --build "$build" -j "$(nproc)" --target examples/all python/all; } >"$log" 2>&1; then
    tail -60 "$log"
    echo "docs: the examples do not build, see $log" >&2
    exit 1
fi
export PYTHONDONTWRITEBYTECODE=1
"$venv/bin/python" docs/site/pages.py "$build" build/docs-source
rm -rf build/docs
PYTHONPATH=$build/python "$venv/bin/python" -m sphinx -q -W --keep-going -j auto \
    -c docs/site -d build/docs-cache build/docs-source build/docs
echo "docs: build/docs/index.html"
