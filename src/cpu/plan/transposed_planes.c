/* SPDX-License-Identifier: MIT
 *
 * See planes.h.
 */
#include "cpu/plan/planes.h"

#include "cpu/engine/machine.h"
#include "cpu/engine/tables/twiddles.h"
#include "cpu/minimum.h"
#include "support/error.h"

/* Columns of one axis: of one codelet, the last radix being 1, or of two. */
typedef struct transposed_axis {
    size_t first;
    size_t last;
    const void *twiddles;
    double scale;
} transposed_axis;

struct fftc_transposed_planes {
    const fftc_packed_transposing *passes;
    size_t numbers; /* in a vector */
    size_t number;  /* bytes of one */
    transposed_axis columns;
    transposed_axis rows;
    size_t bytes;       /* of a plane */
    size_t pitch;       /* between the passes, in numbers */
    size_t strip_bytes; /* of working memory; behind them, what is between the passes */
    bool prefetches;    /* each plane brings the next one, and its results' place */
};

/* --- carrying out ----------------------------------------------------------------------------- */

/* Columns whose results become rows. */
typedef struct pass {
    const transposed_axis *axis;
    const char *src;
    size_t line;
    size_t columns;
    char *dst;
    size_t pitch;
    /* What its groups of columns prefetch, each a piece; NULL: nothing. */
    const char *prefetched;
    bool written; /* the memory will be written */
} pass;

static void prefetch_part(const pass *p, size_t bytes, size_t group, size_t groups)
{
    const size_t end = bytes * (group + 1) / groups;
    const size_t begin = bytes * group / groups / FFTC_CACHE_LINE * FFTC_CACHE_LINE;
    fftc_prefetch_bytes(p->prefetched + begin, end - begin, p->written, true);
}

/* As many columns as a vector has numbers. */
static inline void transpose_group(const fftc_transposed_planes *b, const pass *p, size_t base,
                                   char *strip, int inverse)
{
    const transposed_axis *axis = p->axis;
    const char *src = p->src + base * b->number;
    char *dst = p->dst + base * p->pitch * b->number;
    if (axis->last == 1) {
        b->passes->single[axis->first](src, p->line, b->numbers, dst, p->pitch, axis->scale,
                                       inverse);
    } else {
        b->passes->first[axis->first](src, p->line, axis->last, strip, axis->twiddles, axis->scale,
                                      inverse);
        b->passes->last[axis->last](strip, dst, p->pitch, axis->first, inverse);
    }
}

/* The last group overlaps the one before. */
static inline void transpose(const fftc_transposed_planes *b, const pass *p, char *strip,
                             int inverse)
{
    const transposed_axis *axis = p->axis;
    if (axis->last == 1 && p->prefetched == NULL) {
        b->passes->single[axis->first](p->src, p->line, p->columns, p->dst, p->pitch, axis->scale,
                                       inverse);
        return;
    }
    const size_t groups = (p->columns + b->numbers - 1) / b->numbers;
    for (size_t group = 0; group < groups; ++group) {
        const size_t column = group * b->numbers;
        if (p->prefetched != NULL) {
            prefetch_part(p, b->bytes, group, groups);
        }
        transpose_group(b, p, fftc_minimum(column, p->columns - b->numbers), strip, inverse);
    }
}

void fftc_transposed_planes_run(const fftc_transposed_planes *b, const fftc_engine_rows *rows,
                                const void *src, void *dst, void *work)
{
    char *between = (char *)work + b->strip_bytes;
    pass columns = {.axis = &b->columns,
                    .src = src,
                    .line = rows->src_line,
                    .columns = (size_t)rows->last,
                    .dst = between,
                    .pitch = b->pitch,
                    .written = true};
    pass across = {.axis = &b->rows,
                   .src = between,
                   .line = b->pitch,
                   .columns = (size_t)rows->first,
                   .dst = dst,
                   .pitch = rows->dst_line};
    for (size_t i = 0; i < rows->count; ++i) {
        const char *next = columns.src + rows->src_step * b->number;
        if (b->prefetches) {
            columns.prefetched = across.dst;
            across.prefetched = i + 1 < rows->count ? next : NULL;
        }
        transpose(b, &columns, work, rows->inverse);
        transpose(b, &across, work, rows->inverse);
        columns.src = next;
        across.dst += rows->dst_step * b->number;
    }
}

/* Where that takes little working memory. */
static void run_on_stack(const fftc_engine_rows *rows, const void *src, void *dst)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    fftc_transposed_planes_run(rows->context, rows, src, dst, work);
}

/* --- planning --------------------------------------------------------------------------------- */

static const fftc_packed *packed_of(const fftc_plan *plan)
{
    return plan->engines[0]->packed;
}

/* The radices of a column; first is 0 if there are none. Of two radices, the first is of whole
 * vectors, as small as may be: then less is done between its codelets and the transposition. */
static transposed_axis axis_of(const fftc_plan *plan, size_t n)
{
    const fftc_packed_transposing *passes = packed_of(plan)->transposing;
    const size_t numbers = (size_t)packed_of(plan)->numbers;
    transposed_axis axis = {.last = 1};
    if (n <= FFTC_PACKED_MAX_LAST && passes->single[n] != NULL) {
        axis.first = n;
        return axis;
    }
    for (size_t r = numbers; r <= FFTC_PACKED_MAX_RADIX && axis.first == 0; r += numbers) {
        if (n % r == 0 && n / r >= 2 && n / r <= FFTC_PACKED_MAX_RADIX) {
            axis.first = r;
            axis.last = n / r;
        }
    }
    return axis;
}

bool fftc_transposed_planes_can(const fftc_plan *plan, size_t rows, size_t n)
{
    const size_t numbers = packed_of(plan) != NULL ? (size_t)packed_of(plan)->numbers : 0;
    return plan->transform.kind == FFTC_COMPLEX && packed_of(plan) != NULL &&
           packed_of(plan)->transposing != NULL && rows >= numbers && n >= numbers &&
           axis_of(plan, rows).first != 0 && axis_of(plan, n).first != 0;
}

/* Few rows that are much longer are better done as packed rows, with columns of one codelet; not
 * where they are one codelet too, or where packed rows have an awkward one, of 40 and 56 points. */
static bool are_flat(const fftc_plan *plan, size_t rows, size_t n)
{
    const bool is_float = plan->engines[0]->precision == FFTC_FLOAT32;
    const bool whole = n < FFTC_PACKED_MAX_LAST || (n == FFTC_PACKED_MAX_LAST && is_float &&
                                                    rows % (size_t)packed_of(plan)->numbers == 0);
    return rows <= FFTC_PACKED_MAX_RADIX && !whole && n != 40 && n != 56;
}

/* Vectors of half the length (lane_rows.h) do these as quickly, or more. */
static bool are_small(const fftc_plan *plan, size_t rows, size_t n)
{
    enum { LEAST_POINTS = 101, MOST_SIDE = 12 };
    const bool is_float = plan->engines[0]->precision == FFTC_FLOAT32;
    return rows * n < LEAST_POINTS || (is_float && rows <= MOST_SIDE && n <= MOST_SIDE);
}

/* In arrays that the second-level cache does not hold, planes of whole vectors that are so short;
 * fewer where others have non-temporal stores. (16 by 16 and 32 by 32 floats take 0.75 to 0.9 of
 * the time, 64 by 64 1.0 to 1.1; with non-temporal stores 16 by 16 0.85, 32 by 32 1.2.) */
static bool pays_uncached(const fftc_plan *plan, size_t rows, size_t n)
{
    const fftc_machine *here = fftc_machine_here();
    const size_t numbers = (size_t)packed_of(plan)->numbers;
    const size_t bytes = rows * n * 2 * fftc_precision_bytes(plan->engines[0]->precision);
    const bool nontemporal =
        fftc_long_planes_bytes(plan, bytes) >= (double)fftc_traffic_least_bytes();
    return rows % numbers == 0 && n % numbers == 0 &&
           bytes <= (nontemporal ? here->most_transposed_streamed : here->most_transposed);
}

/* Of larger planes, source, destination and what is between must fit the second-level cache: the
 * lines of a column follow each other at distances that no processor expects. */
bool fftc_transposed_planes_pay(const fftc_plan *plan, size_t rows, size_t n)
{
    enum { LEAST_CACHE = 256 * 1024 };
    const size_t cache = fftc_maximum(fftc_cache_bytes(2), LEAST_CACHE);
    const size_t number = 2 * fftc_precision_bytes(plan->engines[0]->precision);
    if (n > fftc_machine_here()->most_transposed_points / rows || are_small(plan, rows, n) ||
        are_flat(plan, rows, n)) {
        return false;
    }
    return fftc_long_planes_cached(plan, rows * n * number) ? rows * n * number < cache / 4
                                                            : pays_uncached(plan, rows, n);
}

/* What a pass of two radices keeps between them, for a vector's numbers of columns. */
static size_t strip_vectors(const transposed_axis *axis, size_t numbers)
{
    const size_t chunks = (axis->first + numbers - 1) / numbers;
    return axis->last == 1 ? 0 : numbers * chunks * axis->last;
}

static fftc_status prepare_axis(fftc_plan *plan, transposed_axis *axis, double scale,
                                fftc_error *error)
{
    axis->scale = scale;
    if (axis->last == 1) {
        return FFTC_SUCCESS;
    }
    axis->twiddles = fftc_twiddles_pass(plan->engines[0]->precision, axis->last, axis->first, scale,
                                        &plan->arena, error);
    return axis->twiddles != NULL ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY;
}

/* Rows that are a multiple of 512 bytes apart would share few sets of the first-level cache. */
static size_t pitch_of(size_t n, size_t number)
{
    return n * number % 512 == 0 ? n + FFTC_CACHE_LINE / number : n;
}

/* Small planes whose numbers lie one after the other, in arrays beyond the second-level cache, are
 * brought to the first-level cache meanwhile. (Of 16 by 16 floats 0.8 of the time; larger ones take
 * 1.03 to 1.1 times as long so, and up to 1.2 by way of the second-level cache.) */
static bool should_prefetch(const fftc_plan *plan, const fftc_plan_step *s,
                            const fftc_transposed_planes *b)
{
    const size_t plane = s->across.length * s->axis.length;
    const double bytes = (plan->transform.placement == FFTC_IN_PLACE ? 1.0 : 2.0) *
                         (double)s->tasks * (double)b->bytes / (double)s->threads;
    return b->bytes <= fftc_machine_here()->most_transposed_prefetched &&
           s->across.src == s->axis.length && s->across.dst == s->axis.length && s->loops > 0 &&
           s->loop[s->loops - 1].src == plane && bytes >= (double)fftc_cache_bytes(2);
}

fftc_status fftc_transposed_planes_prepare(fftc_plan *plan, fftc_plan_step *s, fftc_error *error)
{
    const size_t rows = s->across.length;
    const size_t n = s->axis.length;
    fftc_transposed_planes *b = fftc_arena_allocate(&plan->arena, 1, sizeof *b);
    if (b == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for planes");
    }
    *b = (fftc_transposed_planes){.passes = packed_of(plan)->transposing,
                                  .numbers = (size_t)packed_of(plan)->numbers,
                                  .number = 2 * fftc_precision_bytes(plan->engines[0]->precision),
                                  .columns = axis_of(plan, rows),
                                  .rows = axis_of(plan, n)};
    b->bytes = rows * n * b->number;
    b->pitch = pitch_of(rows, b->number);
    b->strip_bytes =
        fftc_maximum(strip_vectors(&b->columns, b->numbers), strip_vectors(&b->rows, b->numbers)) *
        b->numbers * b->number;
    const size_t bytes = b->strip_bytes + fftc_cache_lines(b->pitch * n * b->number);
    fftc_status status = prepare_axis(plan, &b->columns, 1.0, error);
    if (status == FFTC_SUCCESS) {
        status = prepare_axis(plan, &b->rows, plan->scale, error);
    }
    s->line.rows[0].context = s->line.rows[1].context = b;
    s->transposed = b;
    b->prefetches = should_prefetch(plan, s, b);
    s->line.run_rows = bytes <= FFTC_STACK_BYTES ? run_on_stack : NULL;
    s->stage_offset = bytes;
    return status;
}
