/* SPDX-License-Identifier: MIT
 *
 * Rows of r1 r2 r3 points on packed numbers, for lengths up to 4096, in the widest vectors up to
 * 14400 (packed_triple_tmpl.h): codelets of r1 on groups of columns, twiddles, transpositions in
 * registers; then rows of r2 r3 points, as many at a time as a vector has numbers, with scalar
 * twiddles. On Intel's processors shuffles and arithmetic compete, the more in wide vectors; these
 * rows need no shuffles to separate real and imaginary parts at their ends.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/tables/twiddles.h"
#include "cpu/keep_few.h"

static bool take(fftc_line *line, const fftc_engine *engine, size_t first, size_t middle)
{
    size_t n = line->n;
    if (engine->packed == NULL || engine->packed->triple == NULL || n % (first * middle) != 0) {
        return false;
    }
    size_t last = n / (first * middle);
    if (first < (size_t)engine->packed->numbers || first < FFTC_TRIPLE_LEAST ||
        last < FFTC_TRIPLE_LEAST || !fftc_packed_has(engine->packed, first) ||
        !fftc_packed_has(engine->packed, last)) {
        return false;
    }
    line->kind = FFTC_LINE_TRIPLE;
    line->engine = engine;
    line->triple.radix[0] = (int)first;
    line->triple.radix[1] = (int)middle;
    line->triple.radix[2] = (int)last;
    line->cost = fftc_cost_triple(engine, line->triple.radix);
    return true;
}

typedef void visitor(void *context, const fftc_line *line);

static void visit_middles(const fftc_engine *engine, size_t n, size_t first, visitor *visit,
                          void *context)
{
    for (size_t middle = FFTC_TRIPLE_LEAST; middle <= FFTC_PACKED_MAX_RADIX; ++middle) {
        if (n % (first * middle) == 0) {
            fftc_line line = {.n = n, .precision = engine->precision};
            if (take(&line, engine, first, middle)) {
                visit(context, &line);
            }
        }
    }
}

static void visit_all(size_t n, const fftc_engine *const *engines, visitor *visit, void *context)
{
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        const bool has = (*e)->packed != NULL && (*e)->packed->triple != NULL;
        for (size_t first = FFTC_TRIPLE_LEAST; has && first <= FFTC_PACKED_MAX_FIRST; ++first) {
            if (n % first == 0) {
                visit_middles(*e, n, first, visit, context);
            }
        }
    }
}

static void keep_known(void *best, const fftc_line *line)
{
    if (fftc_cost_knows_triple(line->engine, line->triple.radix)) {
        fftc_line_keep_cheaper(best, line);
    }
}

void fftc_triple_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    visit_all(n, engines, keep_known, line);
}

/* Only the few cheapest are offered, to leave room for other kinds where costs were not
 * measured. */
#define FEW 4
typedef struct few {
    double cost[FEW];
    fftc_line line[FEW];
    int count;
} few;

static void keep_few(void *context, const fftc_line *line)
{
    few *kept = context;
    int at = fftc_keep_few(kept->cost, kept->line, sizeof *line, &kept->count, FEW, line->cost);
    if (at >= 0) {
        kept->line[at] = *line;
    }
}

void fftc_triple_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    few kept = {.count = 0};
    visit_all(n, engines, keep_few, &kept);
    for (int i = 0; i < kept.count; ++i) {
        fftc_shortlist_offer(list, &kept.line[i]);
    }
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->engine->lanes);
    for (int i = 0; i < 3; ++i) {
        fftc_choice_put(choice, (size_t)line->triple.radix[i]);
    }
}

static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    size_t radix[3];
    const fftc_engine *engine = fftc_engine_read(choice, engines);
    for (int i = 0; i < 3; ++i) {
        size_t most = i == 1 ? FFTC_PACKED_MAX_RADIX : FFTC_PACKED_MAX_FIRST;
        if (!fftc_choice_get(choice, FFTC_TRIPLE_LEAST, most, &radix[i])) {
            return false;
        }
    }
    return engine != NULL && radix[0] * radix[1] * radix[2] == line->n &&
           take(line, engine, radix[0], radix[1]);
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    size_t r1 = (size_t)line->triple.radix[0];
    size_t r2 = (size_t)line->triple.radix[1];
    size_t r3 = (size_t)line->triple.radix[2];
    void *columns = fftc_packed_turns(line, r1, r2 * r3, line->scale, arena, error);
    if (columns == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    char *rows = fftc_arena_reserve(arena, r3 * (r2 - 1), fftc_line_item(line));
    if (rows == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
    }
    fftc_twiddles_scalars(line->precision, rows, r3, r2, 1, r2 * r3, 1.0);
    line->triple.columns = columns;
    line->triple.rows = rows;
    line->triple.scale = line->scale;
    return FFTC_SUCCESS;
}

/* Working memory: a chunk's rows between the last two passes, and the first pass's results if these
 * may not be in dst. */
static size_t thread_bytes(const fftc_line *line)
{
    size_t numbers = (size_t)line->engine->packed->numbers;
    size_t r1 = (size_t)line->triple.radix[0];
    bool is_long = line->engine->packed->long_radices != 0;
    size_t width = is_long ? (r1 + numbers - 1) / numbers * numbers : r1;
    size_t pitch = FFTC_TRIPLE_PITCH((size_t)line->triple.radix[2]);
    size_t block = pitch * (size_t)line->triple.radix[1] * numbers;
    return (block + line->n / r1 * width) * fftc_line_item(line);
}

static void execute_before(const fftc_line *line, void *work, const void *src, void *dst,
                           int inverse, const fftc_upcoming *next)
{
    line->engine->packed->triple(&line->triple, src, dst, work, inverse, next);
}

static bool fetches_past(const fftc_line *line)
{
    return fftc_packed_stores_lines(line, line->triple.radix[0]);
}

const fftc_line_ops fftc_triple_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute_before = execute_before,
    .fetches_past = fetches_past,
};
