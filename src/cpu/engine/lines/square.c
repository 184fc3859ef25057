/* SPDX-License-Identifier: MIT
 *
 * Rows of 64 by 64 points on packed numbers (packed_square_tmpl.h): columns of 64, twiddles, rows
 * of 64, both as 8 by 8 in a few KB of the first-level cache. The row itself, which that cache does
 * not hold, is read and written twice, whole lines at a time. Other ways have three or four passes
 * over it, or store results 4096 bytes apart.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/engine/tables/twiddles.h"

enum { SIDE = FFTC_SQUARE_SIDE };

static bool take(fftc_line *line, const fftc_engine *engine)
{
    if (line->n != (size_t)SIDE * SIDE || engine->packed == NULL ||
        engine->packed->square == NULL) {
        return false;
    }
    line->kind = FFTC_LINE_SQUARE;
    line->engine = engine;
    line->cost = fftc_cost_square(engine);
    return true;
}

void fftc_square_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    for (; fftc_cost_knows_triple() && *engines != NULL; ++engines) {
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

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    /* One more number, because the last twiddle is also loaded from its middle on. */
    char *columns = fftc_arena_reserve(arena, line->n + 1, fftc_line_item(line));
    char *inner = fftc_arena_reserve(arena, SIDE, fftc_line_item(line));
    if (columns == NULL || inner == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
    }
    for (size_t column = 0; column < SIDE; ++column) {
        double points[2 * SIDE];
        fftc_circle_run(0, column, line->n, SIDE, points);
        for (size_t k = 0; k < SIDE; ++k) {
            fftc_table_put(line->precision, columns, column * SIDE + k, line->scale * points[2 * k],
                           line->scale * points[2 * k + 1]);
        }
    }
    fftc_twiddles_scalars(line->precision, inner, 8, 8, 1, SIDE, 1.0);
    line->square = (fftc_packed_square){columns, inner};
    return FFTC_SUCCESS;
}

/* Working memory: some lines of each row between its two steps, and the columns' results if these
 * may not be in dst. */
static size_t thread_bytes(const fftc_line *line)
{
    return (size_t)SIDE * FFTC_SQUARE_LINES * 64 + line->n * fftc_line_item(line);
}

static void execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse)
{
    (void)team;
    (void)shared;
    line->engine->packed->square(&line->square, src, dst, work, inverse);
}

const fftc_line_ops fftc_square_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute = execute,
};
