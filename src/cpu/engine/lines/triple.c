/* SPDX-License-Identifier: MIT
 *
 * Rows of r1 r2 r3 points on packed numbers, for lengths up to 4096, in the widest vectors up to
 * 14400 (packed_triple_tmpl.h): codelets of r1 on groups of columns, twiddles, transpositions in
 * registers; then rows of r2 r3 points, as many at a time as a vector has numbers, with scalar
 * twiddles. On Intel's processors shuffles and arithmetic compete, the more in wide vectors; these
 * rows need no shuffles to separate real and imaginary parts at their ends.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/tables/twiddles.h"
#include "cpu/keep_few.h"

static bool suits(size_t n, const fftc_engine *engine, const int *radix)
{
    const fftc_packed *packed = engine->packed;
    const size_t first = (size_t)radix[0];
    const size_t last = (size_t)radix[2];
    return packed != NULL && packed->triple != NULL && first >= (size_t)packed->numbers &&
           last >= FFTC_TRIPLE_LEAST && fftc_packed_has(packed, first) &&
           fftc_packed_has(packed, last) && first * (size_t)radix[1] * last == n;
}

static void offer_radices(const fftc_line_task *task, const fftc_engine *engine, const int *radix,
                          fftc_shortlist *list)
{
    if (!suits(task->n, engine, radix) ||
        (!task->measure && !fftc_cost_knows_triple(engine, radix))) {
        return;
    }
    fftc_choice *way = fftc_line_offer(list, FFTC_LINE_TRIPLE, fftc_cost_triple(engine, radix));
    if (way != NULL) {
        fftc_choice_put(way, (size_t)engine->lanes);
        for (int i = 0; i < 3; ++i) {
            fftc_choice_put(way, (size_t)radix[i]);
        }
    }
}

static void offer_all(const fftc_line_task *task, const fftc_engine *engine, fftc_shortlist *list)
{
    const int n = (int)task->n;
    for (int first = FFTC_TRIPLE_LEAST; first <= FFTC_PACKED_MAX_FIRST; ++first) {
        if (n % first != 0) {
            continue;
        }
        for (int middle = FFTC_TRIPLE_LEAST; middle <= FFTC_PACKED_MAX_RADIX; ++middle) {
            const int radix[3] = {first, middle, n / (first * middle)};
            offer_radices(task, engine, radix, list);
        }
    }
}

/* Only the few cheapest are measured, to leave room for other kinds where costs are not known. */
static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    const size_t most =
        (size_t)FFTC_PACKED_MAX_FIRST * FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_FIRST;
    if (task->n > most) {
        return;
    }
    fftc_shortlist few;
    fftc_shortlist_start(&few, task->measure ? 4 : 1);
    const fftc_engine *widest = task->engines[0];
    if (widest->packed != NULL && widest->packed->triple != NULL) {
        offer_all(task, widest, &few);
    }
    fftc_shortlist_join(list, &few);
}

static bool read(const fftc_line_task *task, fftc_choice *choice, fftc_line *line, int *radices)
{
    line->engine = fftc_engine_read(choice, task->engines);
    for (int i = 0; i < 3; ++i) {
        size_t most = i == 1 ? FFTC_PACKED_MAX_RADIX : FFTC_PACKED_MAX_FIRST;
        size_t radix;
        if (!fftc_choice_get(choice, FFTC_TRIPLE_LEAST, most, &radix)) {
            return false;
        }
        radices[i] = (int)radix;
    }
    return line->engine == task->engines[0] && suits(line->n, line->engine, radices);
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    fftc_packed_triple *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    if (!read(task, choice, line, own->radix)) {
        return fftc_choice_refuse(error);
    }
    const size_t r1 = (size_t)own->radix[0];
    const size_t r2 = (size_t)own->radix[1];
    const size_t r3 = (size_t)own->radix[2];
    void *rows = fftc_line_table(line, r3 * (r2 - 1), fftc_line_item(line), arena, error);
    own->columns = fftc_packed_twiddle_numbers(line, r1, r2 * r3, line->scale, arena, error);
    if (own->columns == NULL || rows == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    fftc_twiddles_scalars(line->precision, rows, r3, r2, 1, r2 * r3, 1.0);
    own->rows = rows;
    own->scale = line->scale;
    return FFTC_SUCCESS;
}

/* Working memory: a chunk's rows between the last two passes, and the first pass's results if these
 * may not be in dst. */
static size_t thread_bytes(const fftc_line *line)
{
    const fftc_packed_triple *own = line->own;
    const fftc_packed *packed = line->engine->packed;
    size_t numbers = (size_t)packed->numbers;
    size_t r1 = (size_t)own->radix[0];
    size_t width = packed->long_radices != 0 ? (r1 + numbers - 1) / numbers * numbers : r1;
    size_t pitch = FFTC_TRIPLE_PITCH((size_t)own->radix[2]);
    size_t block = pitch * (size_t)own->radix[1] * numbers;
    return (block + line->n / r1 * width) * fftc_line_item(line);
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    line->engine->packed->triple(line->own, job->src, job->dst, job->work, job->inverse, job->next);
}

static bool prefetches_nontemporal(const fftc_line *line)
{
    const fftc_packed_triple *own = line->own;
    return fftc_packed_stores_lines(line, own->radix[0]);
}

const fftc_line_ops fftc_triple_line = {
    .offer = offer,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute = execute,
    .prefetches = true,
    .prefetches_nontemporal = prefetches_nontemporal,
};
