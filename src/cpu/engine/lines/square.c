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
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/engine/tables/twiddles.h"

static bool take(fftc_line *line, const fftc_engine *engine)
{
    const fftc_packed *packed = engine->packed;
    const bool has_32 = packed != NULL && packed->square_32 != NULL && line->n == 32 * 32;
    const bool has_64 = packed != NULL && packed->square_64 != NULL && line->n == 64 * 64;
    if (!has_32 && !has_64) {
        return false;
    }
    line->kind = FFTC_LINE_SQUARE;
    line->engine = engine;
    line->square.side = has_32 ? 32 : 64;
    line->cost = fftc_cost_square(engine, line->square.side);
    return true;
}

void fftc_square_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    for (; fftc_cost_knows_square() && *engines != NULL; ++engines) {
        fftc_line other = {.n = n, .precision = line->precision};
        if (take(&other, *engines)) {
            fftc_line_keep_cheaper(line, &other);
        }
    }
}

void fftc_square_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    for (; *engines != NULL; ++engines) {
        fftc_line line = {.n = n, .precision = (*engines)->precision};
        if (take(&line, *engines)) {
            fftc_shortlist_offer(list, &line);
        }
    }
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->engine->lanes);
}

static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    const fftc_engine *engine = fftc_engine_read(choice, engines);
    return engine != NULL && take(line, engine);
}

static fftc_status prepare_32(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    line->square.columns = fftc_packed_turns(line, 32, 32, line->scale, arena, error);
    return line->square.columns != NULL ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY;
}

static fftc_status prepare_64(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    /* One more number, because the last twiddle is also loaded from its middle on. */
    char *columns = fftc_arena_reserve(arena, line->n + 1, fftc_line_item(line));
    char *inner = fftc_arena_reserve(arena, 64, fftc_line_item(line));
    if (columns == NULL || inner == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
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
    line->square.columns = columns;
    line->square.inner = inner;
    return FFTC_SUCCESS;
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    line->square.scale = line->scale;
    return line->square.side == 32 ? prepare_32(line, arena, error)
                                   : prepare_64(line, arena, error);
}

/* Working memory: the columns' results if these may not be in dst, and of 64 by 64 points some
 * lines of each row between its two steps. */
static size_t thread_bytes(const fftc_line *line)
{
    const size_t block = line->square.side == 64 ? 64 * FFTC_SQUARE_LINES * FFTC_CACHE_LINE : 0;
    return block + line->n * fftc_line_item(line);
}

static void execute_before(const fftc_line *line, void *work, const void *src, void *dst,
                           int inverse, const fftc_upcoming *next)
{
    const fftc_packed *packed = line->engine->packed;
    if (line->square.side == 32) {
        packed->square_32(&line->square, src, dst, work, inverse, next);
    } else {
        packed->square_64(&line->square, src, dst, work, inverse, next);
    }
}

static bool fetches_past(const fftc_line *line)
{
    return fftc_packed_stores_lines(line, line->square.side);
}

const fftc_line_ops fftc_square_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute_before = execute_before,
    .fetches_past = fetches_past,
};
