/* SPDX-License-Identifier: MIT
 *
 * One-dimensional transforms of contiguous numbers, of any length, in one of several ways (kinds).
 * Columns (W transforms side by side in memory) take the vector FFT directly.
 */
#ifndef FFTC_CPU_LINE_H
#define FFTC_CPU_LINE_H

#include "cpu/engine/engine.h"
#include "cpu/engine/vector_plan.h"
#include "cpu/parallel.h"

/* KIND(NAME, name, number): FFTC_LINE_NAME, fftc_name_line (line_kinds.h), and what saved plans
 * call it. The planner asks them in this order; those that convolve come last. */
#define FFTC_LINE_KINDS(KIND)                                                                 \
    KIND(COPY, copy, 0)      /* 1 point */                                                    \
    KIND(LONG, long, 2)      /* smooth lengths beyond the second-level cache */               \
    KIND(PACKED, packed, 6)  /* r1 * r2, by functions for numbers as memory has them */       \
    KIND(ROW, row, 1)        /* smooth lengths that fit a cache */                            \
    KIND(WIDE, wide, 7)      /* ROW, with a first radix of at least the lanes */              \
    KIND(TRIPLE, triple, 10) /* r1 * r2 * r3, by such functions */                            \
    KIND(DENSE, dense, 4)    /* a product of matrix and vector */                             \
    KIND(GRID, grid, 8)      /* columns twice, for lengths with a factor above 13 */          \
    KIND(CHIRP, chirp, 3)    /* any length: a convolution of a smooth one (Bluestein 1970) */ \
    KIND(RADER, rader, 5)    /* primes n: a convolution of n - 1 points (Rader 1968) */       \
    KIND(SHORT_RADER, short_rader, 9) /* the convolution of RADER in one call */

#define FFTC_LINE_NUMBER(NAME, name, number) FFTC_LINE_##NAME = (number),
typedef enum fftc_line_kind { FFTC_LINE_KINDS(FFTC_LINE_NUMBER) } fftc_line_kind;
#undef FFTC_LINE_NUMBER

/* Other libraries have ways for real numbers that are more accurate than a complex line of the same
 * length. Therefore the lines that such lines consist of are chosen by their errors, too. */
typedef enum fftc_care {
    FFTC_CARE_NONE,
    FFTC_CARE_CONVOLUTIONS, /* convolutions cost more for their errors (chirp.c) */
    FFTC_CARE_SUMS /* dense lines too: two outputs round alike, so their mean keeps the error */
} fftc_care;

typedef struct fftc_line {
    fftc_line_kind kind;
    fftc_precision precision;
    size_t n;
    double scale;
    const fftc_engine *engine;
    fftc_engine_rows_run run_rows;    /* one call that transforms rows[inverse]; NULL: the line
                                         needs `own` and working memory */
    fftc_engine_rows_run nontemporal; /* whole, with non-temporal stores, out of place; or NULL */
    bool prefetches;                  /* run_rows can prefetch later rows meanwhile */
    bool writes_early;                /* dst is written while src is still read */
    fftc_engine_rows rows[2];
    const void *own; /* what the kind needs, defined in its file */
} fftc_line;

/* What a line is to do, beside its length. */
typedef struct fftc_line_wish {
    double scale; /* multiplies the result */
    fftc_care care;
    bool apart;   /* src is never dst */
    size_t batch; /* how many lines come one after the other; 0: not known */
} fftc_line_wish;

/* Plans a line for one of the engines (all of one precision, NULL at the end); allocates its tables
 * from the arena. */
fftc_status fftc_line_prepare(size_t n, const fftc_engine *const *engines, fftc_line_wish wish,
                              fftc_arena *arena, fftc_line *line, fftc_error *error);

/* Plans columns of m points, m smooth and above 1, `columns` of them side by side: which engine
 * runs them, and how. */
fftc_status fftc_columns_prepare(size_t m, size_t columns, const fftc_engine *const *engines,
                                 double scale, fftc_arena *arena, const fftc_engine **engine,
                                 fftc_vector_plan *plan, fftc_error *error);

/* Bytes of working memory that one execution needs on each thread, and once in all. */
size_t fftc_line_thread_bytes(const fftc_line *line);
size_t fftc_line_shared_bytes(const fftc_line *line);

/* Whether what the line shares has room for a row, from *offset on, that may be its source and
 * destination both. Convolutions need that room only in between. */
bool fftc_line_has_spare(const fftc_line *line, size_t *offset);

/* Whether a team divides the line among its threads. */
bool fftc_line_divides(const fftc_line *line);

/* The rows of a call that transforms `count` lines. Steps are in complex numbers. */
static inline fftc_engine_rows fftc_line_rows(const fftc_line *line, size_t count, size_t src_step,
                                              size_t dst_step, int inverse)
{
    fftc_engine_rows rows = line->rows[inverse];
    rows.count = count;
    rows.src_step = src_step;
    rows.dst_step = dst_step;
    return rows;
}

/* Lines that one call does, without working memory (line->run_rows). */
static inline void fftc_line_execute_rows(const fftc_line *line, size_t count, size_t src_step,
                                          size_t dst_step, const void *src, void *dst, int inverse)
{
    const fftc_engine_rows rows = fftc_line_rows(line, count, src_step, dst_step, inverse);
    line->run_rows(&rows, src, dst);
}

/* fftc_line_execute_rows while later lines are prefetched. `next`: what the first line prefetches,
 * where fftc_line_prefetches, or NULL. */
static inline void fftc_line_execute_rows_prefetching(const fftc_line *line, size_t count,
                                                      size_t src_step, size_t dst_step,
                                                      const void *src, void *dst, int inverse,
                                                      const fftc_prefetch_row *next)
{
    if (next == NULL) {
        fftc_line_execute_rows(line, count, src_step, dst_step, src, dst, inverse);
        return;
    }
    fftc_engine_rows rows = fftc_line_rows(line, count, src_step, dst_step, inverse);
    rows.src_prefetch = (ptrdiff_t)((uintptr_t)next->src - (uintptr_t)src);
    rows.dst_prefetch = (ptrdiff_t)((uintptr_t)next->dst - (uintptr_t)dst);
    rows.prefetches = true;
    rows.near = next->near;
    rows.nontemporal_alignment = next->nontemporal ? 64 : 0;
    line->run_rows(&rows, src, dst);
}

/* Transforms n contiguous complex numbers from src to dst; src == dst is allowed. `inverse`
 * exchanges real and imaginary parts at both ends. work is `team->threads` times thread_bytes;
 * shared is shared_bytes. Lines that can (fftc_line_prefetches) fetch a later one meanwhile:
 * `next`, or NULL. */
void fftc_line_execute_before(const fftc_line *line, const fftc_team *team, void *work,
                              void *shared, const void *src, void *dst, int inverse,
                              const fftc_prefetch_row *next);
static inline void fftc_line_execute(const fftc_line *line, const fftc_team *team, void *work,
                                     void *shared, const void *src, void *dst, int inverse)
{
    fftc_line_execute_before(line, team, work, shared, src, dst, inverse, NULL);
}

bool fftc_line_prefetches(const fftc_line *line);

/* Whether results that begin at cache lines can be stored by non-temporal stores meanwhile, out of
 * place. */
bool fftc_line_prefetches_nontemporal(const fftc_line *line);

#endif
