/* SPDX-License-Identifier: MIT
 *
 * Rows of as many rows as columns, on packed numbers:
 *
 *   32 by 32   two passes of radix 32, which need 32 registers (packed_square_32_tmpl.h). Rows of
 *              three radices (triple.c) have one pass more.
 *   64 by 64   columns of 64, twiddles, rows of 64, both as 8 by 8 in a few KB of the first-level
 *              cache (packed_square_64_tmpl.h). The row itself, which that cache does not hold, is
 *              read and written twice, whole lines at a time. Other ways have three or four passes
 *              over it, or store results 4096 bytes apart.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/machine.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/engine/tables/twiddles.h"

static int side_of(const fftc_engine *engine, size_t n)
{
    const fftc_packed *packed = engine->packed;
    if (packed == NULL) {
        return 0;
    }
    return packed->square_32 != NULL && n == 32 * 32   ? 32
           : packed->square_64 != NULL && n == 64 * 64 ? 64
                                                       : 0;
}

static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    if (!task->measure && !fftc_machine_here()->knows_triple) {
        return;
    }
    for (const fftc_engine *const *e = task->engines; *e != NULL; ++e) {
        const int side = side_of(*e, task->n);
        fftc_choice *way =
            side != 0 ? fftc_line_offer(list, FFTC_LINE_SQUARE, fftc_cost_square(*e, side)) : NULL;
        if (way != NULL) {
            fftc_choice_put(way, (size_t)(*e)->lanes);
        }
    }
}

static fftc_status prepare_32(fftc_line *line, fftc_packed_square *own, fftc_arena *arena,
                              fftc_error *error)
{
    own->columns = fftc_packed_twiddle_numbers(line, 32, 32, line->scale, arena, error);
    return own->columns != NULL ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY;
}

static fftc_status prepare_64(fftc_line *line, fftc_packed_square *own, fftc_arena *arena,
                              fftc_error *error)
{
    /* One more number, because the last twiddle is also loaded from its middle on. */
    char *columns = fftc_line_table(line, line->n + 1, fftc_line_item(line), arena, error);
    char *inner = fftc_line_table(line, 64, fftc_line_item(line), arena, error);
    if (columns == NULL || inner == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    for (size_t column = 0; column < 64; ++column) {
        double points[2 * 64];
        fftc_circle_run(0, column, line->n, 64, points);
        for (size_t k = 0; k < 64; ++k) {
            fftc_table_put(line->precision, columns, column * 64 + k, line->scale * points[2 * k],
                           line->scale * points[2 * k + 1]);
        }
    }
    fftc_twiddles_scalars(line->precision, inner, 8, 8, 1, 64, 1.0);
    own->columns = columns;
    own->inner = inner;
    return FFTC_SUCCESS;
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    fftc_packed_square *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    line->engine = fftc_engine_read(choice, task->engines);
    own->side = line->engine != NULL ? side_of(line->engine, line->n) : 0;
    own->scale = line->scale;
    return own->side == 32   ? prepare_32(line, own, arena, error)
           : own->side == 64 ? prepare_64(line, own, arena, error)
                             : fftc_choice_refuse(error);
}

/* Working memory: the columns' results if these may not be in dst, and of 64 by 64 points some
 * lines of each row between its two steps. */
static size_t thread_bytes(const fftc_line *line)
{
    const fftc_packed_square *own = line->own;
    const size_t block = own->side == 64 ? 64 * FFTC_SQUARE_LINES * FFTC_CACHE_LINE : 0;
    return block + line->n * fftc_line_item(line);
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    const fftc_packed_square *own = line->own;
    const fftc_packed *packed = line->engine->packed;
    (own->side == 32 ? packed->square_32 : packed->square_64)(own, job->src, job->dst, job->work,
                                                              job->inverse, job->next);
}

static bool prefetches_nontemporal(const fftc_line *line)
{
    const fftc_packed_square *own = line->own;
    return fftc_packed_stores_lines(line, own->side);
}

const fftc_line_ops fftc_square_line = {
    .offer = offer,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute = execute,
    .prefetches = true,
    .prefetches_nontemporal = prefetches_nontemporal,
};
