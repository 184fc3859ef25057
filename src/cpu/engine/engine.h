/* SPDX-License-Identifier: MIT
 *
 * The CPU engine's inner interface: what one instruction set offers to the planner.
 *
 * What all work consists of is a *vector FFT*: W independent transforms side by side, one per SIMD
 * lane, on an array of W-wide complex vectors [W re][W im]. Its butterflies never shuffle, its
 * twiddles are scalars. Everything else is an edge adaptor that brings data into that form and out
 * of it:
 *
 *   columns   W neighbouring columns of a matrix are a vector FFT as they stand
 *   a row     of n = r1 * m points: one pass of radix r1 <= W over vectors of W neighbouring
 *             elements, then a transposition in registers that turns the r1 outputs into lanes;
 *             what is left is a vector FFT of m points, whose output is r1 contiguous elements a
 *             vector
 *
 * A vector FFT of m = r[0] * r[1] * ... points is decimation in frequency, in place, depth first;
 * its last pass writes to its final position, so that no digit reversal is ever done on its own.
 */
#ifndef FFTC_CPU_ENGINE_H
#define FFTC_CPU_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fftcore/fftcore.h"

#include "cpu/engine/radices.h"

#define FFTC_ENGINE_MAX_PASSES 24
#define FFTC_ENGINE_MAX_LANES 16

/* The memory-facing side of a pass: a matrix of complex numbers, `stride` apart from row to row, in
 * complex numbers, of which `lanes` neighbouring columns exist (the vector's other lanes are not
 * touched). `swap` exchanges real and imaginary parts: on both edges it makes the transform the
 * inverse one. */
typedef struct fftc_engine_edge {
    void *data;
    size_t stride;
    int lanes;
    int swap;
} fftc_engine_edge;

/* Where a last pass stores its blocks: output q of block b at index[b] + q * step. `siblings`
 * transforms of the same shape are done at once: the next one's blocks are `apart` vectors further
 * in the work array, its results `shift` complex numbers further in memory. */
typedef struct fftc_engine_order {
    const uint32_t *index;
    size_t step;
    size_t blocks;
    size_t siblings;
    size_t apart;
    size_t shift;
} fftc_engine_order;

/* Rows that a single call transforms: `count` of them. Steps are in complex numbers. */
typedef struct fftc_engine_rows {
    size_t count;
    size_t src_step;
    size_t dst_step;
    const void *twiddles;
    const void *context; /* what else the function that transforms the rows needs, of a type that
                            it knows */
    double scale;
    int inverse;
    int first; /* packed rows: the two radices */
    int last;
    bool in_order;          /* packed rows are read in the order of their addresses, from a cache
                               beyond the second or from memory */
    bool prefetches;        /* each packed row prefetches a later one while it is transformed */
    bool near;              /* as in fftc_prefetch_row */
    ptrdiff_t src_prefetch; /* bytes from a row to the one that it prefetches */
    ptrdiff_t dst_prefetch; /* bytes from a row's results to those of the row that it prefetches */
    /* Where results begin at multiples of so many bytes, at least 16, non-temporal stores may be
     * used (units/nontemporal_stores.h); 0: nowhere. Those of packed rows that prefetch begin at
     * cache lines, and the thread settles them afterwards (fftc_move). */
    size_t nontemporal_alignment;
    size_t src_line; /* planes (lane_rows.h): from row to row of the source, where src_step is
                        from plane to plane, and `first` rows have `last` points */
    size_t dst_line; /* planes: from row to row of the results */
} fftc_engine_rows;

/* The row that a row prefetches while it is transformed, a piece at each of its steps: more than a
 * few cache lines at once would wait for each other, and make the row wait. */
typedef struct fftc_prefetch_row {
    const char *src;
    const char *dst;
    bool near;        /* to the first-level cache, not the second */
    bool nontemporal; /* results are stored by non-temporal stores, and dst is not prefetched;
                         the thread settles them */
} fftc_prefetch_row;

typedef void (*fftc_engine_rows_run)(const fftc_engine_rows *rows, const void *src, void *dst);

/* The bytes of a row from which on rows prefetch later ones. Shorter rows are one stream to the
 * processor, and gain nothing. */
#define FFTC_PREFETCH_LEAST_BYTES 1024

typedef struct fftc_packed_row {
    int first;
    int last; /* 1: the row is one codelet */
    fftc_engine_rows_run run;
    fftc_engine_rows_run nontemporal; /* with non-temporal stores (units/nontemporal_stores.h),
                                         or NULL */
} fftc_packed_row;

/* Packed rows of radix[0] radix[1] radix[2] points (triple.c). `columns`: of groups of as many
 * columns as numbers are in a vector, for each output but the first a twiddle of each column;
 * `rows`: exp(-2 pi i j q / (r2 r3)), as fftc_engine_radix has them. */
typedef struct fftc_packed_triple {
    int radix[3];
    const void *columns;
    const void *rows;
    double scale;
} fftc_packed_triple;

typedef struct fftc_packed {
    int numbers;                     /* in a vector */
    const fftc_packed_row *fixed;    /* rows whose radices are constants of their functions; the
                                        list ends with first == 0 */
    fftc_engine_rows_run two_passes; /* for any first and last radix from `numbers` to the
                                        greatest */
    const struct fftc_packed_wide *wide;
    /* Rows of a prime of first * last + 1 points. Their `twiddles` are fftc_packed_rader. NULL:
     * there are none. */
    fftc_engine_rows_run rader;
    /* Rows of three passes, or NULL. work: as triple.c's thread_bytes; src == dst is allowed. next:
     * the row to prefetch, or NULL. */
    void (*triple)(const fftc_packed_triple *row, const void *src, void *dst, void *work,
                   int inverse, const fftc_prefetch_row *next);
    const struct fftc_packed_transposing *transposing; /* packed.h; NULL: none */
    uint32_t long_radices; /* bit r is set if there is radix r, beyond FFTC_PACKED_MAX_RADIX */
} fftc_packed;

/* The layout of the vectors that the first pass of a row writes: blocks of `length`, with `pad`
 * unused vectors after each. A pad is only allowed if `length` is a multiple of the lanes. */
typedef struct fftc_engine_blocks {
    size_t length;
    size_t pad;
} fftc_engine_blocks;

/* First passes, of radix r = lanes or more, of rows of r * m points, on packed numbers. Its results
 * are vectors of lanes for the other passes, as `row` leaves them: those of outputs 0 .. lanes - 1,
 * then `pitch` vectors further on those of the following outputs. The last of these chunks ends
 * with output r - 1, and may overlap the one before. m is at least the lanes. For smaller r there
 * is NULL. */
typedef struct fftc_packed_wide {
    void (*first[FFTC_PACKED_MAX_RADIX + 1])(const void *src, int swap, size_t m, void *work,
                                             size_t pitch, fftc_engine_blocks blocks,
                                             const void *twiddles, double scale);
} fftc_packed_wide;

/* Columns `begin` to `end` (a multiple of the lanes, or m) of a row's first pass, whose twiddles
 * are products: of the vectors w^(q lane), q = 1 .. r - 1, and of the scalars w^(q c), where c is
 * the first column of a group of lanes, r - 1 for each group. */
typedef struct fftc_engine_row_columns {
    const void *src;
    int swap;
    size_t m;
    size_t begin;
    size_t end;
    fftc_engine_blocks blocks;
    const void *lane_twiddles;
    const void *group_twiddles;
    double scale;
} fftc_engine_row_columns;

/* Passes of radix r. `sub` is the length of the blocks that the pass leaves, `stride` the vectors
 * from one of them to the next; `twiddles` hold exp(-2 pi i j q / (r sub)) for j = 0 .. sub - 1,
 * q = 1 .. r - 1, scalars, j slowest. A transform is scaled by its first pass: the twiddles hold
 * the factor already, `scale` is for the elements that have none. */
typedef struct fftc_engine_radix {
    void (*middle)(void *work, size_t sub, size_t stride, const void *twiddles);
    void (*load)(fftc_engine_edge src, void *work, size_t sub, size_t stride, const void *twiddles,
                 double scale);
    void (*store)(const void *work, fftc_engine_edge dst, fftc_engine_order order);
    void (*single)(fftc_engine_edge src, fftc_engine_edge dst,
                   double scale); /* src.swap == dst.swap */
    void (*row)(const void *src, int swap, size_t m, void *work, fftc_engine_blocks blocks,
                const void *twiddles, double scale);
    /* `row` for some of the columns. work: where the results of the first of these columns
     * begin. */
    void (*row_columns)(const fftc_engine_row_columns *columns, void *work);
} fftc_engine_radix;

/* Converts runs of n numbers between their storage and working precision, interleaved: interleaves
 * two arrays and deinterleaves them again, widens halves to float and narrows them, or both at
 * once. In engines of double, the functions for halves are NULL. */
typedef struct fftc_engine_storage {
    void (*interleave)(const void *re, const void *im, void *z, size_t n);
    void (*deinterleave)(const void *z, void *re, void *im, size_t n);
    void (*widen)(const void *half, void *x, size_t scalars);
    void (*narrow)(const void *x, void *half, size_t scalars);
    void (*interleave_half)(const void *re, const void *im, void *z, size_t n);
    void (*deinterleave_half)(const void *z, void *re, void *im, size_t n);
} fftc_engine_storage;

typedef struct fftc_engine {
    const char *name; /* the name of the instruction set */
    fftc_precision precision;
    int lanes;
    bool fuses; /* products and sums have one rounding */
    bool exact; /* the engine is for reproducible plans alone */
    bool masks; /* lanes that memory does not have cost no more than those that it has */
    const fftc_engine_radix *radix[FFTC_ENGINE_MAX_RADIX + 1];
    const fftc_packed *packed;              /* NULL where lanes == 1 */
    const struct fftc_lane_rows *lane_rows; /* lane_rows.h; NULL: none */
    const struct fftc_column_passes
        *column_passes; /* lane_rows.h, not for reproducible plans; NULL:
                                                       none */
    /* z = x * y, n interleaved complex numbers each; swap_x and swap_z exchange real and imaginary
     * parts of x before and of z after. x == z is allowed. */
    void (*multiply)(const void *x, int swap_x, const void *y, void *z, int swap_z, size_t n);
    /* A short row as a product of matrix and vector (dense.h); NULL in the scalar engine. src ==
     * dst is allowed. */
    void (*dense)(const void *src, void *dst, size_t n, const void *table, double scale,
                  int inverse);
    /* Stores `count` vectors as rows of interleaved numbers. */
    void (*rows)(const void *vectors, size_t count, void *rows);
    /* Multiplies rows of interleaved numbers by a factor (a scalar) each, for Rader's method. scale
     * * first is added to the first row, and `first` itself, a row, becomes scale * (first + what
     * the first row was), with real and imaginary parts exchanged if `swap`. */
    void (*convolve)(void *rows, const void *factors, size_t count, void *first, double scale,
                     int swap);
    const fftc_engine_storage *storage;
    const struct fftc_unordered *unordered; /* unordered.h */
} fftc_engine;

/* Which column of memory lane p of a vector holds: the order that shuffles inside blocks of 128
 * bits leave (edge_tmpl.h). */
static inline size_t fftc_engine_column(const fftc_engine *engine, size_t p)
{
    size_t block = engine->precision == FFTC_FLOAT64 ? 2 : 4;
    size_t half = block / 2;
    if ((size_t)engine->lanes <= half) {
        return p;
    }
    return (p % block < half ? 0 : (size_t)engine->lanes / 2) + p / block * half + p % half;
}

/* The engines of a precision for an instruction set, widest first, ending with the scalar one; NULL
 * ends the list. `isa` is a name of cpu/isa.h, or of an engine of another precision (exact
 * stays exact); an instruction set that this build lacks is replaced by the next best. */
const fftc_engine *const *fftc_engines(fftc_precision precision, const char *isa);

/* The engines for reproducible plans, which have the same lanes whatever the instruction set, and
 * no fused products. Therefore everything that is chosen for such plans, and every bit of their
 * results, is the same everywhere. */
const fftc_engine *const *fftc_engines_exact(fftc_precision precision, const char *isa);

/* FFTC_UNSUPPORTED if the list is empty: a build may lack a precision (FFTCORE_PRECISIONS). */
fftc_status fftc_engines_check(const fftc_engine *const *engines, fftc_precision precision,
                               fftc_error *error);

/* Whether a list is one of fftc_engines_exact. */
bool fftc_engines_are_exact(const fftc_engine *const *engines);

/* For a list of fftc_engines_exact: an engine that can carry out any work on whole columns in place
 * of engines[0]. It has wider vectors if the instruction set has, and gives the same bits, since no
 * column affects another. NULL for other lists. */
const fftc_engine *fftc_engine_exact_wide(const fftc_engine *const *engines);

/* As fftc_engine_exact_wide, with so many lanes at most; NULL also where all engines have more. */
const fftc_engine *fftc_engine_exact_at_most(const fftc_engine *const *engines, size_t lanes);

#endif
