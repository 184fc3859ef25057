/* SPDX-License-Identifier: MIT
 *
 * The addresses of a pass: equally distant rows of memory, and the columns of a row's first
 * pass.
 */
#ifndef FFTC_CPU_ENGINE_STRIDED_H
#define FFTC_CPU_ENGINE_STRIDED_H

#include "cpu/engine/engine.h"
#include "cpu/engine/units/unroll.h"

/* Row q begins q steps of bytes behind row 0. An address of x86-64 adds a register times 1, 2 or 4
 * to another one: with registers for 1, 3, 5 and 7 steps, and a second base 8 steps on, it reaches
 * all of 16 rows. Left alone, compilers keep a pointer to each row, in memory for lack of
 * registers. */
typedef struct fftc_strided {
    size_t one;
    size_t three;
    size_t five;
    size_t seven;
    int hidden;
} fftc_strided;

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define FFTC_OPAQUE(x) __asm__("" : "+r"(x))
#else
#define FFTC_OPAQUE(x) (void)(x)
#endif

/* Where the distance is a constant, and so all of them are. */
FORCE fftc_strided fftc_strided_fixed(size_t bytes)
{
    fftc_strided s = {bytes, 3 * bytes, 5 * bytes, 7 * bytes, 0};
    return s;
}

/* Makes the addresses of so many rows. */
FORCE fftc_strided fftc_strided_make(size_t bytes, const int rows)
{
    fftc_strided s = fftc_strided_fixed(bytes);
    s.hidden = 1;
    FFTC_OPAQUE(s.one);
    if (rows > 3) {
        FFTC_OPAQUE(s.three);
    }
    if (rows > 5) {
        FFTC_OPAQUE(s.five);
    }
    if (rows > 7) {
        FFTC_OPAQUE(s.seven);
    }
    return s;
}

/* The addresses of the first of each eight rows. */
typedef struct fftc_strided_rows {
    const char *at[4];
} fftc_strided_rows;

FORCE fftc_strided_rows fftc_strided_at(const void *row0, fftc_strided s)
{
    fftc_strided_rows r = {{(const char *)row0}};
    UNROLL for (int i = 1; i < 4; ++i)
    {
        r.at[i] = r.at[i - 1] + 8 * s.one;
        if (s.hidden) {
            FFTC_OPAQUE(r.at[i]);
        }
    }
    return r;
}

FORCE const void *fftc_strided_row(fftc_strided_rows r, fftc_strided s, const int q)
{
    const char *p = r.at[q / 8];
    switch (q % 8) {
    case 0: return p;
    case 1: return p + s.one;
    case 2: return p + 2 * s.one;
    case 3: return p + s.three;
    case 4: return p + 4 * s.one;
    case 5: return p + s.five;
    case 6: return p + 2 * s.three;
    default: return p + s.seven;
    }
}

/* Columns of a row's first pass, from `base` on, whose addresses all increase by constants; `end`
 * is where the next run begins. */
typedef struct fftc_row_run {
    size_t base;
    size_t end;
} fftc_row_run;

/* The run from `column` on, of a pass in groups of `width` columns over those before `end` (a
 * multiple of the width, or m). If a group is left over at the end of m it is a run of its own,
 * which overlaps the one before: it writes the same numbers again. */
FORCE fftc_row_run fftc_row_run_at(size_t column, size_t end, size_t m, fftc_engine_blocks blocks,
                                   const size_t width)
{
    fftc_row_run run = {column, end - end % width};
    if (blocks.pad != 0) {
        size_t next = column - column % blocks.length + blocks.length;
        run.end = next < end ? next : end;
    } else if (column + width > m) {
        run.base = m - width;
        run.end = end;
    }
    return run;
}

#endif
