#!/bin/bash
# SPDX-License-Identifier: MIT
# Fetches Intel's MKL from the Python package index, as another peer of the benchmark: it has FFTW's
# interface. Nothing of it is installed in the system or linked by anything here: the benchmark finds
# it when it runs, as `--fftw mkl`. (MKL is Intel's, under the Intel Simplified Software License.)
#   bench/fetch_mkl.sh [PREFIX]   default: ${XDG_CACHE_HOME:-~/.cache}/fftcore/fftw, where
#                                 the benchmark looks
# Result: PREFIX/mkl/lib. Environment: MKL_VERSION=2026.2.0, or another one.
set -euo pipefail

prefix=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/fftcore/fftw}
version=${MKL_VERSION:-2026.2.0}
python3 -m pip --version >/dev/null 2>&1 ||
    { echo "fetch_mkl: pip is missing (Debian: python3-pip)" >&2; exit 1; }

mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
work=$(mktemp -d "$prefix/mkl.XXXXXX")
trap 'rm -rf "$work"' EXIT

python3 -m pip --quiet --disable-pip-version-check download --no-deps --dest "$work" "mkl==$version"
python3 -m zipfile -e "$work"/mkl-*.whl "$work"

# What one thread and GNU's OpenMP need, and the kernels of all processors. (libmkl_rt finds the
# others beside itself.)
folder="$prefix/mkl/lib"
rm -rf "$folder"
mkdir -p "$folder"
for part in rt core intel_lp64 sequential gnu_thread def mc3 avx2 avx512 avx10; do
    for file in "$work"/mkl-*.data/data/lib/libmkl_"$part".so.*; do
        [ ! -e "$file" ] || mv "$file" "$folder"
    done
done
cp "$work"/mkl-*.dist-info/LICENSE.txt "$prefix/mkl"
for precision in "" f; do
    ln -s "$(basename "$folder"/libmkl_rt.so.*)" "$folder/libfftw3$precision.so.3"
done
echo "fetch_mkl: MKL $version is in $folder"
