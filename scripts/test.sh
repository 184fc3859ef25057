#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds and runs every test, in one run of ctest whose totals are the last lines.
#   scripts/test.sh              the optimised build
#   scripts/test.sh --campaign   what that leaves out: the sanitizers' builds, and what takes too long
#                                for every day
# CI (environment): if set, tests that find no Vulkan driver fail instead of being skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=$(nproc)
nested=()
configuration=
case ${1:-} in
'') ;;
--campaign) nested=(asan asan-gcc tsan) configuration=campaign ;;
*)
    echo "usage: scripts/test.sh [--campaign]" >&2
    exit 2
    ;;
esac

logged() { # preset, command
    local log=build/$1.log
    shift
    "$@" >>"$log" 2>&1 || { tail -60 "$log"; echo "test: failed: $*, see $log"; exit 1; }
}

require_vulkan=OFF
[ -z "${CI:-}" ] || require_vulkan=ON
presets=(release "${nested[@]}")
mkdir -p build
configuring=()
for preset in "${presets[@]}"; do
    : >"build/$preset.log"
    logged "$preset" cmake --preset "$preset" -DFFTCORE_REQUIRE_VULKAN=$require_vulkan &
    configuring+=($!)
done
for process in "${configuring[@]}"; do
    wait "$process"
done
for preset in "${presets[@]}"; do
    echo "test: building $preset"
    logged "$preset" cmake --build --preset "$preset" -j "$jobs"
done
# What `make test` runs is left to it.
others=()
if [ -n "$configuration" ]; then
    : >build/release/tests/nested.cmake
    daily=$(ctest --test-dir build/release -N | sed -n 's/^ *Test *#[0-9]*: //p' | paste -sd'|')
    others=(-E "^($daily)\$")
fi
python3 tests/import_tests.py build/release/tests/nested.cmake "$configuration" "${nested[@]/#/build/}"
ctest --test-dir build/release ${configuration:+-C "$configuration"} "${others[@]}" -j "$jobs" --output-on-failure --no-tests=error
