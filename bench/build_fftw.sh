#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds FFTW from Debian's source package with the vector code that Debian's binary leaves out, in
# float and double, so that the benchmark compares with FFTW at its best. Nothing of it is installed
# in the system or linked by anything here: the benchmark finds it when it runs. (FFTW is GPL:
# do not ship what this script makes with fftcore.)
#   bench/build_fftw.sh [PREFIX]   default: ${XDG_CACHE_HOME:-~/.cache}/fftcore/fftw, where
#                                  the benchmark looks
# Results: PREFIX/avx512/lib (all instruction sets up to AVX-512) and PREFIX/avx2/lib (up to AVX2).
# Environment: BUILDS="avx512 avx2" which ones; JOBS; FFTW_SOURCE a fftw3_*.orig.tar.gz to use
# instead of downloading it.
set -euo pipefail

prefix=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/fftcore/fftw}
builds=${BUILDS:-avx512 avx2}
jobs=${JOBS:-$(nproc)}
# Every build gets what make and the compiler need; the C compiler is the one that
# Debian's own build takes.
for tool in gcc make tar; do
    command -v "$tool" >/dev/null || { echo "build_fftw: $tool is missing (Debian: build-essential)" >&2; exit 1; }
done

mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
work=$(mktemp -d "$prefix/build.XXXXXX")
trap 'rm -rf "$work"' EXIT

# build NAME PRECISION-OPTION CONFIGURE-OPTION...
build() {
    local name=$1 precision=$2
    shift 2
    local folder="$work/$name$precision"
    mkdir -p "$folder"
    echo "build_fftw: $name ${precision:---enable-double}, log in $prefix/$name.log"
    (
        cd "$folder"
        # The flags that FFTW chooses for gcc by itself. Combined threads: the separate library for
        # threads would name the first one by its common file name, and so could bind
        # to another build's.
        "$work/source/configure" --prefix="$prefix/$name" $precision "$@" \
            --enable-threads --with-combined-threads --enable-shared --disable-static --disable-fortran --disable-doc \
            CC=gcc CFLAGS="-O3 -fomit-frame-pointer -mtune=native -fstrict-aliasing -g0"
        make -j "$jobs"
        make install
    ) >>"$prefix/$name.log" 2>&1 || { tail -20 "$prefix/$name.log" >&2; echo "build_fftw: $name failed" >&2; exit 1; }
}

source=$("$(dirname "$0")/../scripts/fetch_source.sh" fftw3 "$work")
mkdir -p "$work/source"
tar -xf "$source" -C "$work/source" --strip-components=1
for name in $builds; do
    case $name in
    avx512) double=(--enable-sse2 --enable-avx --enable-avx2 --enable-avx512) ;;
    avx2) double=(--enable-sse2 --enable-avx --enable-avx2) ;;
    *) echo "build_fftw: BUILDS knows avx512 and avx2, not $name" >&2; exit 2 ;;
    esac
    : >"$prefix/$name.log"
    build "$name" "" "${double[@]}"
    build "$name" --enable-float "${double[@]}"
done
echo "build_fftw: done; FFTW's libraries are in:"
for name in $builds; do
    echo "    $prefix/$name/lib"
done
