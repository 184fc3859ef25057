#!/bin/bash
# SPDX-License-Identifier: MIT
# make demo, in a root that holds nothing but make: it must install all that it needs.
#   demo.sh WORK   WORK keeps the tree and a log
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
. "$source/tests/packages/clean_root.sh"
copy_tree "$source" "$work/fftcore"
echo "packages: make demo in a clean root"
in_clean_root make "$work/fftcore" 'make -C fftcore demo' >"$work/demo.log" 2>&1 ||
    { tail -40 "$work/demo.log"; echo "packages: make demo failed, see $work/demo.log"; exit 1; }
echo "packages: passed (make demo)"
