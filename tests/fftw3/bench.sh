#!/bin/bash
# SPDX-License-Identifier: MIT
# FFTW's own test: its bench in verification mode, with this project's library and header in the place of FFTW's.
#   bench.sh LIBRARY WORK            short lists in both precisions, and a few problems with threads and with wisdom
#   bench.sh LIBRARY WORK --check    a tenth of an hour: all problems of FFTW's `make bigcheck` by estimate, and of
#                                    `make check` by measuring, with 2 and 3 threads and a callback
# LIBRARY is the shared libfftcore-fftw3; WORK keeps the programs. FFTW's source comes from Debian; without a network,
# and without FFTW_SOURCE, the test is skipped (77). (FFTW is GPL: nothing of WORK is to be shipped.)
set -euo pipefail
library=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
source=$work/fftw-3.3.10
if [ ! -d "$source" ]; then
    archive=$("$here/../../scripts/fetch_source.sh" fftw3 "$work" 2>"$work/fetch.log") ||
        { echo "bench: no source of FFTW (see $work/fetch.log): set FFTW_SOURCE to its tar archive"; exit 77; }
    tar -xf "$archive" -C "$work"
fi

# The header is this project's, under the name that bench includes; what hooks into FFTW's planner is left out.
include=$work/include
mkdir -p "$include/api"
cp "$here/../../include/fftcore/fftw3/fftw3.h" "$include/api/fftw3.h"
for have in STDDEF_H STDLIB_H STRING_H ALLOCA_H SNPRINTF SYS_TIME_H UNISTD_H GETTIMEOFDAY POSIX_MEMALIGN DRAND48 \
    ISNAN THREADS; do
    echo "#define HAVE_$have 1"
done >"$include/config.h"
echo 'void install_hook(void); void uninstall_hook(void); void install_hook(void) {} void uninstall_hook(void) {}' \
    >"$work/hook.c"
for program in bench benchf; do
    single=
    [ $program = bench ] || single=-DBENCHFFT_SINGLE
    gcc -O1 -w $single -DHAVE_CONFIG_H -I"$include" -I"$source" -o "$work/$program" \
        "$source/tests/bench.c" "$source/tests/fftw-bench.c" "$work/hook.c" \
        $(find "$source/libbench2" -name '*.c' ! -name useropt.c) "$library" -Wl,-rpath,"$(dirname "$library")" -lm
done

cd "$work"
failed=0
# FFTW's lists, verified; a problem that is refused counts as failed. It says how many were verified.
check() { # program, options of check.pl
    local program=$1 log=$work/check.log
    shift
    rm -f wis.dat
    perl -w "$source/tests/check.pl" --keep-going -v "$@" "$work/$program" >"$log" 2>&1 || true
    # Each problem is answered by its name and three errors.
    local asked passed
    asked=$(grep -a '^Executing "' "$log" | grep -o -- '--verify ' | wc -l)
    passed=$(grep -cE '^[^ ]+ [-+.e0-9]+ [-+.e0-9]+ [-+.e0-9]+$' "$log" || true)
    echo "$program $*: $passed of $asked problems passed"
    if [ "$passed" -lt 8 ] || [ "$passed" != "$asked" ] || grep -aE 'FAILED|not undoable' "$log"; then
        tail -n 5 "$log"
        failed=1
    fi
}

for program in bench benchf; do
    check $program -r -c=2 --maxsize=5000
    check $program -r -c=1 --maxsize=5000 --estimate --nthreads=2
    check $program -r -c=1 --maxsize=2000 --validate-wisdom
done
if [ "${3:-}" = --check ]; then
    for program in bench benchf; do
        check $program -a -c=100 --estimate
        check $program -r -c=150 --estimate --nthreads=2
        check $program -r -c=150 --estimate --nthreads=3
        check $program -r -c=15 --nthreads=2 --threads_callback
        check $program -r -c=30
        check $program -r -c=10 --validate-wisdom
    done
fi
exit $failed
