#!/bin/bash
# SPDX-License-Identifier: MIT
# FFTW's own test: its bench in verification mode, with this project's library and header in the place of FFTW's.
#   bench.sh LIBRARY WORK            short lists in both precisions, and a few problems with threads and with wisdom
#   bench.sh LIBRARY WORK --check    an hour or two, in the place of the short lists: all problems of FFTW's
#                                    `make bigcheck`, by estimate and measured, with 1 to 3 threads, and 20,000 further
#                                    random ones in each precision
#   bench.sh LIBRARY WORK OPTION...  what FFTW's check.pl does by these options, such as: -r -c=50 --nthreads=2
# Environment: SEED of the random problems (a number; printed).
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
seed=${SEED:-$RANDOM}
echo "the random problems of FFTW's check.pl: SEED=$seed"
# FFTW's lists, verified; a problem that is refused counts as failed. It says how many were verified.
check() { # program, options of check.pl
    local program=$1 log=$work/check.log
    shift
    rm -f wis.dat
    perl -we 'srand(shift); my $script = shift; do $script; die $@ if $@' "$seed" "$source/tests/check.pl" \
        --keep-going -v "$@" "$work/$program" >"$log" 2>&1 || true
    # Each problem is answered by its name and three errors.
    local asked passed
    asked=$(grep -a '^Executing "' "$log" | grep -o -- '--verify ' | wc -l)
    passed=$(grep -cE '^[^ ]+ [-+.e0-9]+ [-+.e0-9]+ [-+.e0-9]+$' "$log" || true)
    echo "$program $*: $passed of $asked problems passed"
    if [ "$passed" -lt 8 ] || [ "$passed" != "$asked" ] || grep -aE 'FAILED|not undoable' "$log"; then
        tail -n 5 "$log"
        cp "$log" "$work/failed$(printf %s "-$program" "$@").log"
        failed=1
    fi
}

case ${3:-} in
'')
    for program in bench benchf; do
        check $program -r -c=2 --maxsize=5000
        check $program -r -c=1 --maxsize=5000 --estimate --nthreads=2
        check $program -r -c=1 --maxsize=2000 --validate-wisdom
    done
    ;;
--check)
    for program in bench benchf; do
        check $program -r -c=1400 --estimate
        check $program -r -c=50 --nthreads=2 --threads_callback
        check $program -r -c=100 --validate-wisdom
    done
    seed=$((seed + 1)) # other random problems than those
    for options in --estimate '' '--estimate --nthreads=2' '--estimate --nthreads=3' --nthreads=2 --nthreads=3; do
        for program in bench benchf; do
            check $program -a -c=100 $options
        done
    done
    ;;
*)
    shift 2
    check bench "$@"
    check benchf "$@"
    ;;
esac
exit $failed
