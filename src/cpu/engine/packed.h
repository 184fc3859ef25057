/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_PACKED_H
#define FFTC_CPU_PACKED_H

#include "cpu/engine/engine.h"

/* The radices of short primes: from this to FFTC_PACKED_MAX_RADIX. */
#define FFTC_RADER_LEAST 6

/* The least radix of packed rows in three passes, the first of which also has at least the numbers
 * in a vector. The largest is FFTC_PACKED_MAX_RADIX. */
#define FFTC_TRIPLE_LEAST 4

/* The results of their second pass are so many vectors apart, by the last radix. (Where vectors are
 * cache lines, those of the first begin at cache lines.) */
#define FFTC_TRIPLE_PITCH(last) \
    ((last) <= FFTC_PACKED_MAX_RADIX ? FFTC_PACKED_MAX_RADIX : FFTC_PACKED_MAX_FIRST)

/* Whether rows in two or three passes may begin or end with this radix. */
static inline bool fftc_packed_has(const fftc_packed *packed, size_t radix)
{
    return radix <= FFTC_PACKED_MAX_RADIX ||
           (radix <= FFTC_PACKED_MAX_FIRST && (packed->long_radices >> radix & 1) != 0);
}

/* Passes through columns whose results become rows: a plane's two axes are two of them, the second
 * of which goes through the first one's results. Distances, `line` of the source and `pitch` of the
 * results, are in numbers; src and dst share nothing. There is a function for each radix; NULL:
 * none. */
typedef struct fftc_packed_transposing {
    /* A whole axis in one pass: m columns of so many points, at least as many as a vector has
     * numbers. */
    void (*single[FFTC_PACKED_MAX_LAST + 1])(const void *src, size_t line, size_t m, void *dst,
                                             size_t pitch, double scale, int inverse);
    /* The first of two passes, for as many columns of first * last points as a vector has numbers:
     * to a strip of as many vectors as they have points, those of the last chunk of `first` counted
     * once more where it overlaps the one before. Twiddles: fftc_twiddles_pass. */
    void (*first[FFTC_PACKED_MAX_RADIX + 1])(const void *src, size_t line, size_t last, void *strip,
                                             const void *twiddles, double scale, int inverse);
    void (*last[FFTC_PACKED_MAX_RADIX + 1])(const void *strip, void *dst, size_t pitch,
                                            size_t first, int inverse);
} fftc_packed_transposing;

/* The tables of fftc_packed.rader, for r1 r2 + 1 points (packed_rader_tmpl.h):
 *
 *   - where the numbers of r2 columns of r1 are in a row, in bytes, in groups of columns as
 *     `twiddles` has them;
 *   - where they go, forward and inverse;
 *   - the factors: r2 for each chunk of r1 rows, each twice as in a twiddle. */
typedef struct fftc_packed_rader {
    uint32_t *src;
    uint32_t *dst[2];
    const void *twiddles; /* NULL: r1 and r2 are coprime */
    void *factors;
} fftc_packed_rader;

#endif
