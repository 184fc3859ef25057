#!/bin/bash
# SPDX-License-Identifier: MIT
# A recorded voice through one FFT kernel: on the emulator, as SIMD and on every Vulkan device, each
# stage compared bit by bit and with FFTW. Leaves a table, a page and a picture in out/demo/. Exits
# with 1 if anything differs.
set -euo pipefail
cd "$(dirname "$0")/.."
out=out/demo
mkdir -p "$out" build

bold="" green="" red="" plain=""
if [ -t 1 ]; then
    bold=$'\e[1m' green=$'\e[32m' red=$'\e[1;31m' plain=$'\e[0m'
fi
heading() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
fail() { printf '%sdemo: %s%s\n' "$red" "$1" "$plain" >&2; exit 1; }

recording=/usr/share/sounds/alsa/Front_Center.wav
[ -r "$recording" ] || fail "$recording is missing: install alsa-utils (scripts/setup.sh does)"

# The loader finds lavapipe and the drivers of GPUs by itself. SwiftShader comes with Chromium, where
# it does not look; VK_ADD_DRIVER_FILES has no say when the caller has chosen VK_DRIVER_FILES.
for manifest in /usr/lib/chromium/vk_swiftshader_icd.json \
    /usr/lib64/chromium/vk_swiftshader_icd.json /usr/lib/chromium-browser/vk_swiftshader_icd.json; do
    if [ -r "$manifest" ]; then
        export VK_ADD_DRIVER_FILES="$manifest${VK_ADD_DRIVER_FILES:+:$VK_ADD_DRIVER_FILES}"
        break
    fi
done

# A clean clone gets the command alone, and of the engines those alone that every build has: nothing here is about
# speed. `make test` builds the rest into the same tree; where it has been, the tree stays as it is.
configure() {
    [ -e build/release/build.ninja ] ||
        cmake --preset release -DFFTCORE_ENGINES= -DFFTCORE_TESTS=OFF -DFFTCORE_EXAMPLES=OFF -DFFTCORE_PYTHON=OFF
}

heading "Building fftcore (minutes for the first time; build/demo.log tells how far it is)"
{ configure && cmake --build --preset release --target fftcore-command; } \
    >build/demo.log 2>&1 || { tail -40 build/demo.log; fail "the build failed, see build/demo.log"; }
fftcore=build/release/tools/fftcore
[ -x "$fftcore" ] || fail "$fftcore was not built"
"$fftcore" info

heading "$(basename "$recording"), 4096 points, stage by stage"
status=0
"$fftcore" diff "$recording" --length 4096 --json "$out/diff.json" --html "$out/diff.html" |
    tee "$out/diff.txt" || status=$?
[ "$status" -eq 0 ] || fail "the executions do not agree (exit $status); see $out/diff.html"
if ! grep -q '"kind":[[:space:]]*"vulkan"' "$out/diff.json"; then
    printf '%s\n' "${red}No Vulkan device was found: only the CPU's executions were compared.${plain}"
fi

heading "Subgroups of 1 to 128, forward and inverse, every device"
for direction in forward inverse; do
    for subgroup in 1 2 4 8 16 32 64 128; do
        "$fftcore" diff "$recording" --length 4096 --subgroup "$subgroup" \
            --direction "$direction" --json "$out/subgroup.json" >"$out/subgroup.txt" ||
            { cat "$out/subgroup.txt"; fail "subgroups of $subgroup, $direction: not good"; }
        printf '  %-8s subgroups of %3d  %s\n' "$direction" "$subgroup" "$(grep '^good' "$out/subgroup.txt")"
    done
done
rm -f "$out/subgroup.json" "$out/subgroup.txt"

heading "Spectrogram"
"$fftcore" transform "$recording" --output "$out/spectrogram.png"

heading "${green}Everything agrees.${plain}${bold} Look at"
printf '  %-12s %s\n' \
    "the page" "file://$PWD/$out/diff.html" \
    "the voice" "file://$PWD/$out/spectrogram.png" \
    "the table" "$out/diff.txt" \
    "as JSON" "$out/diff.json"
if grep -q '^FFTCORE_ENGINES:[A-Z]*=$' build/release/CMakeCache.txt; then
    printf '\n%s lacks the fast instruction sets: cmake --preset release && cmake --build --preset release adds them\n' "$fftcore"
fi
