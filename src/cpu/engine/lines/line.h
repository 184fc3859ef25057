/* SPDX-License-Identifier: MIT
 *
 * One-dimensional transforms of contiguous numbers, of any length:
 *
 *   copy       1 point
 *   packed     short smooth lengths, r1 * r2 with both at most 16, or r2 = 32: units/packed.c; many
 *              rows of up to 15 points side by side: units/lane_rows.c
 *   row        smooth lengths (factors up to 79) that fit a cache: engine.h
 *   triple     r1 * r2 * r3, from 4 to 16 each (r1 of double also 20), likewise: triple.c
 *   square     32 * 32 and 64 * 64, likewise: square.c
 *   wide       rows whose first radix is at least the lanes: wide.c
 *   long       longer smooth ones: rows whose first twiddles are products, so that their tables
 *              stay small; whose last passes finish several blocks together, so that they store
 *              to long pieces of memory (vector_plan.c); and whose passes a team can share
 *   grid       products of primes above 13, and other lengths with such a factor, if cheaper:
 *              columns twice (grid.c)
 *   dense      short rows with a prime factor from 11 on: a product of matrix and vector (dense.h)
 *   rader      primes n, n - 1 smooth, as a convolution of n - 1 points (Rader 1968)
 *   short rader  primes n, n - 1 = r1 * r2 with both from 6 to 16: the same in one call
 *   chirp      every other length, as a convolution of a smooth one (Bluestein 1970)
 *
 * Columns (W transforms side by side in memory) take the vector FFT directly.
 */
#ifndef FFTC_CPU_LINE_H
#define FFTC_CPU_LINE_H

#include "cpu/engine/lines/cyclic.h"
#include "cpu/engine/vector_plan.h"
#include "cpu/parallel.h"

typedef enum fftc_line_kind {
    FFTC_LINE_COPY,
    FFTC_LINE_ROW,
    FFTC_LINE_LONG,
    FFTC_LINE_CHIRP,
    FFTC_LINE_DENSE,
    FFTC_LINE_RADER,
    FFTC_LINE_PACKED,
    FFTC_LINE_WIDE,
    FFTC_LINE_GRID,
    FFTC_LINE_SHORT_RADER,
    FFTC_LINE_TRIPLE,
    FFTC_LINE_SQUARE
} fftc_line_kind;

/* Other libraries have ways for real numbers that are more accurate than a complex line of the same
 * length. So the parts of such lines are chosen by their errors too. */
typedef enum fftc_care {
    FFTC_CARE_NONE,
    FFTC_CARE_CONVOLUTIONS, /* they pay for their errors (chirp.c) */
    FFTC_CARE_SUMS /* dense lines too: two outputs round alike, so their mean keeps the error */
} fftc_care;

/* How a long row that no cache holds is done (far.c). */
typedef struct fftc_far {
    int passes; /* of the vector FFT, in the first trip; 0: each is a trip by itself (long.c) */
    size_t together; /* blocks that are finished together */
    bool streams;    /* past the caches */
    const fftc_move *move;
} fftc_far;

typedef struct fftc_line {
    fftc_line_kind kind;
    size_t n;
    fftc_precision precision;
    double scale;
    fftc_care care;
    size_t together; /* how many lines a call usually has; 0: not known */
    double cost;
    const fftc_engine *engine;

    int radix;            /* row, long: of the first pass; 0 if there is none (scalar engine) */
    const void *twiddles; /* row: of the first pass. long: their factors for each lane.
                             dense: all factors */
    const void *group_twiddles; /* long: their factors for each group of columns */
    fftc_engine_rows_run whole; /* packed, short rader: one call does it all, on rows[inverse].
                                   Others: NULL */
    bool fetches;               /* packed: the same call can fetch later rows meanwhile */
    fftc_engine_rows rows[2];
    fftc_packed_triple triple;
    fftc_packed_square square;
    fftc_vector_plan rest;  /* after the first pass */
    fftc_vector_plan first; /* grid: the first columns; `rest` are the second */
    fftc_far far;           /* long */

    bool apart;                    /* src and dst never are the same */
    bool calls;                    /* a call does it once only */
    fftc_cyclic convolution;       /* chirp */
    bool halves;                   /* chirp: two of them */
    const struct fftc_line *inner; /* rader: of the convolution's length */
    const void *chirp;             /* chirp: exp(-pi i k^2 / n), n; in halves three (chirp.c) */
    /* Chirp: of the conjugate chirp, in the convolution's order, once or twice. Rader: of the roots
     * of unity. */
    const void *spectrum;
    const uint32_t *order; /* rader: powers of a generator modulo n */
} fftc_line;

/* Beside the length. */
typedef struct fftc_line_wish {
    double scale; /* multiplies the result */
    fftc_care care;
    bool apart;      /* src and dst never are the same */
    bool calls;      /* each line is a call by itself */
    size_t together; /* lines that come one after the other; 0: not known */
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

/* What a call takes that does `count` lines, steps in complex numbers. */
static inline fftc_engine_rows fftc_line_rows(const fftc_line *line, size_t count, size_t src_step,
                                              size_t dst_step, int inverse)
{
    fftc_engine_rows rows = line->rows[inverse];
    rows.count = count;
    rows.src_step = src_step;
    rows.dst_step = dst_step;
    return rows;
}

/* Lines that one call does, without working memory (line->whole). */
static inline void fftc_line_execute_whole(const fftc_line *line, size_t count, size_t src_step,
                                           size_t dst_step, const void *src, void *dst, int inverse)
{
    const fftc_engine_rows rows = fftc_line_rows(line, count, src_step, dst_step, inverse);
    line->whole(&rows, src, dst);
}

/* The same, and later lines are fetched meanwhile. `next`: what the first one fetches, where
 * fftc_line_fetches, or NULL. */
static inline void fftc_line_execute_whole_before(const fftc_line *line, size_t count,
                                                  size_t src_step, size_t dst_step, const void *src,
                                                  void *dst, int inverse, const fftc_upcoming *next)
{
    if (next == NULL) {
        fftc_line_execute_whole(line, count, src_step, dst_step, src, dst, inverse);
        return;
    }
    fftc_engine_rows rows = fftc_line_rows(line, count, src_step, dst_step, inverse);
    rows.src_ahead = (ptrdiff_t)((uintptr_t)next->src - (uintptr_t)src);
    rows.dst_ahead = (ptrdiff_t)((uintptr_t)next->dst - (uintptr_t)dst);
    rows.fetches = true;
    rows.near = next->near;
    rows.past_at = next->past ? 64 : 0;
    line->whole(&rows, src, dst);
}

/* For lines that one call does, out of place: the same call for results that no cache holds. NULL:
 * none. */
fftc_engine_rows_run fftc_line_past(const fftc_line *line);

/* Transforms n contiguous complex numbers from src to dst; src == dst is allowed. `inverse`
 * exchanges real and imaginary parts at both ends. work is `team->threads` times thread_bytes;
 * shared is shared_bytes. */
void fftc_line_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                       const void *src, void *dst, int inverse);

/* Whether a line can fetch a later one meanwhile; and the same execution with that, for lines that
 * are no single call. NULL: it does not. */
bool fftc_line_fetches(const fftc_line *line);
void fftc_line_execute_before(const fftc_line *line, const fftc_team *team, void *work,
                              void *shared, const void *src, void *dst, int inverse,
                              const fftc_upcoming *next);

/* Whether results that begin at cache lines can go past the caches meanwhile, out of place. */
bool fftc_line_fetches_past(const fftc_line *line);

#endif
