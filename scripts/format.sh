#!/bin/bash
# SPDX-License-Identifier: MIT
# Formats the C sources in place; with --check changes nothing and fails if there is something to format. Lines of
# comments, which are not formatted, are only checked: at most 100 characters.
# clang-format 14, Debian 12's: other versions lay out differently, so with them the check is skipped (77).
set -euo pipefail
cd "$(dirname "$0")/.."
clang_format=$(command -v clang-format-14 || command -v clang-format || true)
if [ -z "$clang_format" ] || ! grep -q 'version 14\.' <<<"$("$clang_format" --version)"; then
    echo "format: needs clang-format 14"
    exit 77
fi
arguments=(-i)
[ "${1:-}" != --check ] || arguments=(--dry-run --Werror)
sources() {
    find . \( -name 'build*' -o -name out -o -name '.*' ! -name . -o \
        -type d -exec test -e '{}/CMakeCache.txt' \; \) -prune -o \( -name '*.[ch]' "$@" \) -print0 | sort -z
}
sources | xargs -0 -n 16 "$clang_format" "${arguments[@]}"
sources -o -name '*.cpp' -o -name '*.glsl' -o -name '*.comp' |
    xargs -0 awk 'length($0) > 100 { print FILENAME ":" FNR ": more than 100 characters"; long = 1 } END { exit long }'
