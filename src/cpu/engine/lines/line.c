/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/line_kinds.h"

/* Beyond this a row's working memory leaves the second-level cache. */
static const size_t longest_row_bytes = 128 * 1024;

/* Long reproducible rows have only the lanes that every instruction set has, so they begin
 * later. */
static const size_t longest_exact_row_bytes = 1024 * 1024;

/* Rows with a large prime factor gain nothing as long rows. */
static const size_t longest_prime_row_bytes = 1024 * 1024;

/* Of what was wished, what matters before a line is prepared; everything else is as the kind has
 * it. */
static fftc_line another(const fftc_line *line, fftc_line_kind kind)
{
    return (fftc_line){.kind = kind,
                       .n = line->n,
                       .precision = line->precision,
                       .scale = line->scale,
                       .care = line->care,
                       .together = line->together};
}

void fftc_line_keep_cheaper(void *best, const fftc_line *line)
{
    fftc_line *kept = best;
    if (line->cost < kept->cost) {
        const fftc_line wished = *kept;
        *kept = *line;
        kept->scale = wished.scale;
        kept->care = wished.care;
        kept->together = wished.together;
    }
}

/* Replaces the line by one of another kind if that is cheaper. */
static void compete(fftc_line *line, fftc_line_kind kind, const fftc_engine *const *engines,
                    void (*choose)(fftc_line *, const fftc_engine *const *))
{
    fftc_line other = another(line, kind);
    choose(&other, engines);
    fftc_line_keep_cheaper(line, &other);
}

static void choose_row(fftc_line *line, const fftc_engine *const *engines)
{
    fftc_row_choose(line->n, engines, line);
}

static bool is_composite(size_t n)
{
    bool composite = false;
    for (size_t p = 2; p * p <= n; ++p) {
        composite = composite || n % p == 0;
    }
    return composite;
}

/* A row of a composite length is more accurate, and takes about twice the time. */
bool fftc_line_dense_is_rough(size_t n, fftc_care care)
{
    return care == FFTC_CARE_SUMS && is_composite(n);
}

static void choose_dense(fftc_line *line, const fftc_engine *const *engines)
{
    fftc_dense_choose(line->n, engines, line);
    line->cost *= fftc_line_dense_is_rough(line->n, line->care) ? 3.0 : 1.0;
    /* A convolution without fused products is less accurate. */
    const bool careful = line->care != FFTC_CARE_NONE && !engines[0]->fuses;
    line->cost *= careful && !is_composite(line->n) ? 0.5 : 1.0;
}

/* Whether the line is too long for a row, and can be a long one. */
static bool is_long(const fftc_line *line, const fftc_engine *const *engines)
{
    bool exact = fftc_engines_are_exact(engines);
    return line->n * fftc_line_item(line) > (exact ? longest_exact_row_bytes : longest_row_bytes);
}

/* Chooses fewer lanes if the first radix fills no more than half of them, and there is no other.
 * Fewer lanes do as much work, in half of the memory or less, as a row. That is faster, since the
 * caches hold more of it: 16606 points (2 * 19^2 * 23) take three quarters of the time, 5^7 too.
 * (Longer ones stay long rows of narrower vectors, which teams share.) */
static void choose_narrower(fftc_line *line, const fftc_engine *const *engines)
{
    const fftc_engine *const *narrow = engines;
    while (narrow[0]->lanes >= 2 * line->radix && narrow[1] != NULL &&
           narrow[1]->lanes >= line->radix && narrow[1]->lanes > 1) {
        ++narrow;
    }
    if (2 * narrow[0]->lanes <= line->engine->lanes && line->radix > 0 &&
        line->n * fftc_line_item(line) <= fftc_long_narrow_bytes()) {
        fftc_line row = another(line, FFTC_LINE_ROW);
        choose_row(&row, narrow);
        *line = row;
    }
}

static bool has_short_radices(const fftc_line *packed)
{
    return packed->rows[0].first <= FFTC_PACKED_MAX_RADIX &&
           packed->rows[0].last <= FFTC_PACKED_MAX_RADIX;
}

static void choose_smooth(fftc_line *line, const fftc_engine *const *engines)
{
    if (is_long(line, engines)) {
        line->kind = FFTC_LINE_LONG;
        fftc_long_choose(line->n, engines, line);
        if (line->cost < 1e300) {
            choose_narrower(line, engines);
            return;
        }
    }
    /* If both are possible, packed rows of short radices are at most a few percent slower than
     * others, and mostly much faster. */
    if (fftc_packed_choose(line->n, engines, line) && has_short_radices(line)) {
        return;
    }
    fftc_line packed = *line;
    line->kind = FFTC_LINE_ROW;
    line->whole = NULL;
    fftc_row_choose(line->n, engines, line);
    fftc_wide_choose(line->n, engines, line);
    if (packed.kind == FFTC_LINE_PACKED && packed.cost < line->cost) {
        *line = packed;
        if (fftc_cost_compares_triple(engines[0])) {
            fftc_triple_choose(line->n, engines, line);
        }
        return;
    }
    fftc_triple_choose(line->n, engines, line);
    fftc_square_choose(line->n, engines, line);
    compete(line, FFTC_LINE_DENSE, engines, choose_dense);
    if (fftc_line_may_convolve(line->n, line->care)) {
        compete(line, FFTC_LINE_CHIRP, engines, fftc_chirp_choose);
        if (!fftc_line_rader_is_rough(line->n, line->care)) {
            compete(line, FFTC_LINE_RADER, engines, fftc_rader_choose);
            compete(line, FFTC_LINE_SHORT_RADER, engines, fftc_short_rader_choose);
        }
    }
    fftc_grid_choose(line->n, engines, line);
}

/* Convolutions of a vector's own have larger errors than chirps if products are not fused. */
bool fftc_line_row_is_rough(size_t n, fftc_care care, const fftc_engine *const *engines)
{
    return care != FFTC_CARE_NONE && !engines[0]->fuses && n > 512 && !fftc_vector_has_radices(n);
}

void fftc_line_choose(fftc_line *line, const fftc_engine *const *engines)
{
    if (line->n == 1) {
        line->kind = FFTC_LINE_COPY;
    } else if (fftc_vector_has_radices(line->n)) {
        choose_smooth(line, engines);
    } else {
        line->kind = FFTC_LINE_CHIRP;
        fftc_chirp_choose(line, engines);
        compete(line, FFTC_LINE_RADER, engines, fftc_rader_choose);
        compete(line, FFTC_LINE_SHORT_RADER, engines, fftc_short_rader_choose);
        if (line->n * fftc_line_item(line) <= longest_prime_row_bytes &&
            fftc_vector_possible(line->n) &&
            !fftc_line_row_is_rough(line->n, line->care, engines)) {
            compete(line, FFTC_LINE_ROW, engines, choose_row);
            if (line->kind == FFTC_LINE_ROW) {
                choose_narrower(line, engines);
            }
        }
        fftc_grid_choose(line->n, engines, line);
    }
}

static bool read_copy(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    (void)choice;
    (void)engines;
    return line->n == 1;
}

static void execute_copy(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                         const void *src, void *dst, int inverse)
{
    (void)team;
    (void)work;
    (void)shared;
    (void)inverse;
    for (int part = 0; part < 2; ++part) {
        if (line->precision == FFTC_FLOAT64) {
            ((double *)dst)[part] = ((const double *)src)[part] * line->scale;
        } else {
            ((float *)dst)[part] = ((const float *)src)[part] * (float)line->scale;
        }
    }
}

size_t fftc_line_rest_bytes(const fftc_line *line)
{
    return line->rest.room * (size_t)line->engine->lanes * fftc_line_item(line);
}

void fftc_line_call(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse)
{
    (void)team;
    (void)work;
    (void)shared;
    line->whole(&line->rows[inverse], src, dst);
}

static const fftc_line_ops copy = {.read = read_copy, .execute = execute_copy};

static const fftc_line_ops *const kinds[] = {
    [FFTC_LINE_COPY] = &copy,
    [FFTC_LINE_ROW] = &fftc_row_line,
    [FFTC_LINE_LONG] = &fftc_long_line,
    [FFTC_LINE_CHIRP] = &fftc_chirp_line,
    [FFTC_LINE_DENSE] = &fftc_dense_line,
    [FFTC_LINE_RADER] = &fftc_rader_line,
    [FFTC_LINE_PACKED] = &fftc_packed_line,
    [FFTC_LINE_WIDE] = &fftc_wide_line,
    [FFTC_LINE_GRID] = &fftc_grid_line,
    [FFTC_LINE_SHORT_RADER] = &fftc_short_rader_line,
    [FFTC_LINE_TRIPLE] = &fftc_triple_line,
    [FFTC_LINE_SQUARE] = &fftc_square_line,
};

void fftc_line_write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->kind);
    if (kinds[line->kind]->write != NULL) {
        kinds[line->kind]->write(line, choice);
    }
}

static bool read_choice(fftc_choice *given, const fftc_engine *const *engines, fftc_line *line)
{
    size_t kind;
    if (!fftc_choice_get(given, 0, sizeof kinds / sizeof *kinds - 1, &kind)) {
        return false;
    }
    line->kind = (fftc_line_kind)kind;
    return kinds[kind]->read(given, engines, line);
}

fftc_status fftc_line_prepare_as(size_t n, const fftc_engine *const *engines, fftc_choice *given,
                                 fftc_line_wish wish, fftc_arena *arena, fftc_line *line,
                                 fftc_error *error)
{
    memset(line, 0, sizeof *line);
    line->n = n;
    line->precision = engines[0]->precision;
    line->scale = wish.scale;
    line->care = wish.care;
    line->together = wish.together;
    if (given == NULL) {
        fftc_line_choose(line, engines);
    } else if (!read_choice(given, engines, line)) {
        return fftc_choice_refuse(error);
    }
    line->apart = wish.apart;
    line->calls = wish.calls;
    const fftc_line_ops *ops = kinds[line->kind];
    return ops->prepare != NULL ? ops->prepare(line, engines, given, arena, error) : FFTC_SUCCESS;
}

fftc_status fftc_line_prepare(size_t n, const fftc_engine *const *engines, fftc_line_wish wish,
                              fftc_arena *arena, fftc_line *line, fftc_error *error)
{
    bool given;
    fftc_choice *choice = fftc_choices_next(arena->choices, &given);
    fftc_status status =
        fftc_line_prepare_as(n, engines, given ? choice : NULL, wish, arena, line, error);
    if (status == FFTC_SUCCESS && given && choice->next != choice->count) {
        status = fftc_choice_refuse(error);
    }
    if (status == FFTC_SUCCESS && choice != NULL && !given) {
        fftc_line_write(line, choice);
        choice->n = n;
        choice->columns = 0;
        choice->care = wish.care;
    }
    return status;
}

void fftc_columns_write(const fftc_engine *engine, const fftc_vector_plan *plan,
                        fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)engine->lanes);
    fftc_vector_write(plan, choice);
}

/* The widest engine whose vectors the columns fill, or nearly. */
const fftc_engine *fftc_columns_engine(const fftc_engine *const *engines, size_t columns)
{
    while (engines[1] != NULL && (size_t)engines[1]->lanes >= columns) {
        ++engines;
    }
    return *engines;
}

fftc_status fftc_columns_prepare(size_t m, size_t columns, const fftc_engine *const *engines,
                                 double scale, fftc_arena *arena, const fftc_engine **engine,
                                 fftc_vector_plan *plan, fftc_error *error)
{
    bool given;
    fftc_choice *choice = fftc_choices_next(arena->choices, &given);
    const fftc_engine *wide = fftc_engine_exact_wide(engines);
    if (!given) {
        *engine = fftc_columns_engine(engines, columns);
        (void)fftc_vector_choose(*engine, m, true, plan);
        if (choice != NULL) {
            fftc_columns_write(*engine, plan, choice);
            choice->n = m;
            choice->columns = columns;
        }
    } else {
        *engine = fftc_engine_read(choice, engines);
        if (*engine == NULL || !fftc_vector_read(choice, *engine, m, plan) || plan->passes == 0 ||
            choice->next != choice->count) {
            return fftc_choice_refuse(error);
        }
    }
    if (wide != NULL && columns > (size_t)(*engine)->lanes) {
        int radix[FFTC_ENGINE_MAX_PASSES];
        memcpy(radix, plan->radix, sizeof radix);
        *engine = wide;
        (void)fftc_vector_take(wide, m, radix, plan->passes, plan);
    }
    return fftc_vector_prepare(plan, (*engine)->precision, scale, arena, error);
}

size_t fftc_line_thread_bytes(const fftc_line *line)
{
    const fftc_line_ops *ops = kinds[line->kind];
    return ops->thread_bytes != NULL ? fftc_cache_lines(ops->thread_bytes(line)) : 0;
}

size_t fftc_line_shared_bytes(const fftc_line *line)
{
    const fftc_line_ops *ops = kinds[line->kind];
    return ops->shared_bytes != NULL ? ops->shared_bytes(line) : 0;
}

bool fftc_line_has_spare(const fftc_line *line, size_t *offset)
{
    size_t row = line->n * fftc_line_item(line);
    *offset = line->kind == FFTC_LINE_RADER ? fftc_line_convolved_bytes(line) : 0;
    return line->kind == FFTC_LINE_RADER && fftc_line_shared_bytes(line->inner) >= row;
}

bool fftc_line_divides(const fftc_line *line)
{
    const fftc_line_ops *ops = kinds[line->kind];
    return ops->divides != NULL && ops->divides(line);
}

void fftc_line_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                       const void *src, void *dst, int inverse)
{
    if (kinds[line->kind]->execute_before != NULL) {
        kinds[line->kind]->execute_before(line, work, src, dst, inverse, NULL);
    } else {
        kinds[line->kind]->execute(line, team, work, shared, src, dst, inverse);
    }
}

bool fftc_line_fetches(const fftc_line *line)
{
    return line->fetches || kinds[line->kind]->execute_before != NULL;
}

bool fftc_line_fetches_past(const fftc_line *line)
{
    const fftc_line_ops *ops = kinds[line->kind];
    return fftc_line_fetches(line) && ops->fetches_past != NULL && ops->fetches_past(line);
}

void fftc_line_execute_before(const fftc_line *line, const fftc_team *team, void *work,
                              void *shared, const void *src, void *dst, int inverse,
                              const fftc_upcoming *next)
{
    if (kinds[line->kind]->execute_before != NULL) {
        kinds[line->kind]->execute_before(line, work, src, dst, inverse, next);
    } else {
        fftc_line_execute(line, team, work, shared, src, dst, inverse);
    }
}
