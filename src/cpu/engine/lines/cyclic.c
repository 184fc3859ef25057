/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/cyclic.h"

#include <string.h>

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/exact.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/engine/tables/twiddles.h"

/* --- choosing --------------------------------------------------------------------------------- */

/* Reproducible rows are chosen as if all vectors had 64 bytes, and carried out with those that
 * exist. */
static const size_t exact_bytes = 64;

static bool is_exact(const fftc_engine *const *engines)
{
    return fftc_engines_are_exact(engines);
}

size_t fftc_cyclic_lanes(const fftc_engine *const *engines)
{
    return is_exact(engines) ? exact_bytes / fftc_precision_bytes(engines[0]->precision)
                             : (size_t)engines[0]->lanes;
}

static const fftc_unordered_row *ends_of(const fftc_engine *engine, int radix)
{
    const fftc_unordered_row *ends = engine->unordered->ends;
    return ends[0].radix == radix ? &ends[0] : ends[1].radix == radix ? &ends[1] : NULL;
}

static bool can_split(size_t n, size_t radix)
{
    return n % radix == 0 && n / radix >= radix;
}

static void complete(fftc_cyclic *around, size_t n, int radix, const fftc_engine *engine)
{
    around->n = n;
    around->radix = radix;
    around->chunks = (size_t)(radix / engine->lanes);
    around->pair.engine = engine;
}

/* Offers a way whose first radix is the lanes of `engine`, by that engine's costs. */
static void offer(size_t n, const fftc_engine *engine, const fftc_engine *runner,
                  fftc_cyclic *around)
{
    size_t lanes = (size_t)engine->lanes;
    fftc_cyclic other;
    if (lanes > 1 && !can_split(n, lanes)) {
        return;
    }
    other.cost = fftc_vector_choose(engine, n / lanes, lanes == 1, &other.pair);
    if (lanes > 1) {
        other.cost += (double)((n / lanes + lanes - 1) / lanes) *
                      fftc_cost_butterfly(engine, FFTC_COST_ROW, engine->lanes);
    }
    if (other.cost < around->cost) {
        other.twiddles = NULL;
        other.group_twiddles = NULL;
        *around = other;
        complete(around, n, engine->lanes, runner);
    }
}

void fftc_cyclic_choose(size_t n, const fftc_engine *const *engines, fftc_cyclic *around)
{
    around->cost = 1e300;
    if (is_exact(engines)) {
        fftc_exact_model model;
        size_t lanes = fftc_cyclic_lanes(engines);
        fftc_exact_pair pair = fftc_exact_pair_of(engines, engines[0], lanes, &model);
        offer(n, pair.judge, pair.runner, around);
        return;
    }
    for (; *engines != NULL; ++engines) {
        offer(n, *engines, *engines, around);
    }
}

void fftc_cyclic_write(const fftc_cyclic *around, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)around->radix);
    fftc_vector_write(&around->pair, choice);
}

static const fftc_engine *engine_for(const fftc_engine *const *engines, size_t radix)
{
    if (is_exact(engines)) {
        return radix == fftc_cyclic_lanes(engines) ? fftc_engine_exact_at_most(engines, radix)
                                                   : NULL;
    }
    while (*engines != NULL && (size_t)(*engines)->lanes != radix) {
        ++engines;
    }
    return *engines;
}

bool fftc_cyclic_read(fftc_choice *choice, size_t n, const fftc_engine *const *engines,
                      fftc_cyclic *around)
{
    size_t radix;
    *around = (fftc_cyclic){.n = 0};
    if (!fftc_choice_get(choice, 1, 64, &radix) || !can_split(n, radix)) {
        return false;
    }
    const fftc_engine *engine = engine_for(engines, radix);
    if (engine == NULL || !fftc_pair_read(choice, engine, n / radix, &around->pair)) {
        return false;
    }
    complete(around, n, (int)radix, engine);
    return true;
}

/* --- tables ----------------------------------------------------------------------------------- */

static fftc_status no_memory(const fftc_cyclic *around, fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a convolution of %zu points",
                     around->n);
}

static size_t count_groups(const fftc_cyclic *around)
{
    size_t lanes = (size_t)around->pair.engine->lanes;
    return (around->pair.m + lanes - 1) / lanes;
}

/* Twiddles that are products, for long rows, whose tables would be as long as the row. The products
 * are made for groups of as many columns as the radix, whatever the lanes, so that the bits do not
 * depend on the lanes. Each set of lanes of a group has vectors of its own, and the same
 * scalars. */
static fftc_status make_products(fftc_cyclic *around, fftc_arena *arena, fftc_error *error)
{
    const fftc_engine *engine = around->pair.engine;
    fftc_precision precision = engine->precision;
    size_t lanes = (size_t)engine->lanes;
    size_t r = (size_t)around->radix;
    size_t sets = around->pair.m / lanes;
    size_t item = 2 * fftc_precision_bytes(precision);
    char *by_lane = fftc_arena_reserve(arena, around->chunks * (r - 1) * lanes, item);
    char *by_group = fftc_arena_reserve(arena, sets * (r - 1), item);
    if (by_lane == NULL || by_group == NULL) {
        return no_memory(around, error);
    }
    for (size_t at = 0; at < around->chunks * (r - 1); ++at) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            double w[2];
            size_t column = at / (r - 1) * lanes + fftc_engine_column(engine, lane);
            fftc_circle((at % (r - 1) + 1) * column, around->n, w);
            fftc_table_put_lane(precision, by_lane + at * lanes * item, lanes, lane, w[0], w[1]);
        }
    }
    size_t row = (r - 1) * item;
    fftc_twiddles_scalars(precision, by_group, sets / around->chunks, r, r, around->n, 1.0);
    for (size_t set = sets; around->chunks > 1 && set-- > 0;) {
        memcpy(by_group + set * row, by_group + set / around->chunks * row, row);
    }
    around->twiddles = by_lane;
    around->group_twiddles = by_group;
    return FFTC_SUCCESS;
}

fftc_status fftc_cyclic_prepare(fftc_cyclic *around, bool whole, fftc_arena *arena,
                                fftc_error *error)
{
    const fftc_engine *engine = around->pair.engine;
    size_t r = (size_t)around->radix;
    fftc_status status = FFTC_SUCCESS;
    if (r > 1 && whole) {
        status = make_products(around, arena, error);
    } else if (r > 1) {
        void *table =
            fftc_arena_reserve(arena, count_groups(around) * (r - 1), fftc_vector_bytes(engine));
        if (table == NULL) {
            return no_memory(around, error);
        }
        fftc_twiddles_vectors(engine, table, around->pair.m, r, 1.0);
        around->twiddles = table;
    }
    return status == FFTC_SUCCESS ? fftc_pair_prepare(&around->pair, arena, error) : status;
}

/* --- order ------------------------------------------------------------------------------------ */

void fftc_cyclic_positions(const fftc_cyclic *around, uint32_t *position)
{
    for (size_t p = 0; p < around->pair.m; ++p) {
        position[fftc_pair_frequency(&around->pair, p)] = (uint32_t)p;
    }
}

/* Where the vector of frequencies first + radix k and those after it is; `first` is a multiple of
 * the lanes. */
static size_t vector_of(const fftc_cyclic *around, const uint32_t *position, size_t first, size_t k)
{
    return first / (size_t)around->pair.engine->lanes * around->pair.m + position[k];
}

typedef struct arrangement {
    const fftc_cyclic *around;
    const uint32_t *position;
    char *natural;
    size_t step;
    char *spectrum;
    bool back;
} arrangement;

static inline void copy_scalar(char *to, const char *from, size_t scalar)
{
    if (scalar == sizeof(float)) {
        memcpy(to, from, sizeof(float));
    } else {
        memcpy(to, from, sizeof(double));
    }
}

static void share_arrangement(void *context, int thread, size_t begin, size_t end)
{
    const arrangement *a = context;
    const fftc_engine *engine = a->around->pair.engine;
    size_t r = (size_t)a->around->radix;
    size_t lanes = (size_t)engine->lanes;
    size_t scalar = fftc_precision_bytes(engine->precision);
    (void)thread;
    for (size_t k = begin * lanes; k < end * lanes; k += lanes) {
        size_t vector = vector_of(a->around, a->position, k % r, k / r);
        for (size_t lane = 0; lane < lanes; ++lane) {
            size_t column = k + fftc_engine_column(engine, lane);
            char *number = a->natural + 2 * column * a->step * scalar;
            char *re = a->spectrum + (2 * vector * lanes + lane) * scalar;
            char *im = re + lanes * scalar;
            copy_scalar(a->back ? number : re, a->back ? re : number, scalar);
            copy_scalar(a->back ? number + scalar : im, a->back ? im : number + scalar, scalar);
        }
    }
}

void fftc_cyclic_arrange(const fftc_cyclic *around, const struct fftc_team *team,
                         const uint32_t *position, const void *natural, size_t step, void *spectrum)
{
    arrangement a = {around, position, (void *)(uintptr_t)natural, step, spectrum, false};
    fftc_parallel_fill(team, around->n, (size_t)around->pair.engine->lanes, share_arrangement, &a);
}

void fftc_cyclic_straighten(const fftc_cyclic *around, const uint32_t *position,
                            const void *spectrum, void *natural)
{
    arrangement a = {around, position, natural, 1, (void *)(uintptr_t)spectrum, true};
    fftc_parallel_fill(NULL, around->n, (size_t)around->pair.engine->lanes, share_arrangement, &a);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Groups of columns, shared; the last one has those beyond full groups too. */
typedef struct ends_pass {
    const fftc_cyclic *around;
    const fftc_unordered_row *passes;
    const fftc_unordered_ends *ends;
    void *work;
    bool in;
} ends_pass;

static size_t column_of(const fftc_cyclic *around, size_t group)
{
    size_t lanes = (size_t)around->pair.engine->lanes;
    return group == around->pair.m / lanes ? around->pair.m : group * lanes;
}

static void run_ends(const ends_pass *p, const fftc_unordered_ends *ends, size_t begin, size_t end)
{
    if (p->in) {
        p->passes->in(ends, column_of(p->around, begin), column_of(p->around, end), p->work);
    } else {
        p->passes->out(ends, column_of(p->around, begin), column_of(p->around, end), p->work);
    }
}

static void share_groups(void *context, int thread, size_t begin, size_t end)
{
    const ends_pass *p = context;
    size_t chunks = p->around->chunks;
    size_t vectors = (size_t)(p->around->radix - 1) * fftc_vector_bytes(p->around->pair.engine);
    (void)thread;
    if (p->around->group_twiddles == NULL || chunks == 1) {
        run_ends(p, p->ends, begin, end);
        return;
    }
    fftc_unordered_ends ends = *p->ends;
    for (size_t set = begin; set < end; ++set) {
        ends.twiddles = (const char *)p->around->twiddles + set % chunks * vectors;
        run_ends(p, &ends, set, set + 1);
    }
}

static void share_ends(const fftc_cyclic *around, const fftc_team *team, fftc_unordered_ends *ends,
                       void *work, bool in)
{
    ends->m = around->pair.m;
    ends->twiddles = around->twiddles;
    ends->group_twiddles = around->group_twiddles;
    ends_pass p = {around, ends_of(around->pair.engine, around->radix), ends, work, in};
    fftc_parallel(team, around->pair.m / (size_t)around->pair.engine->lanes, share_groups, &p);
}

static void share_zeros(void *context, int thread, size_t begin, size_t end)
{
    (void)thread;
    memset((char *)context + begin, 0, end - begin);
}

void fftc_cyclic_in(const fftc_cyclic *around, const fftc_team *team, fftc_unordered_ends ends,
                    void *work)
{
    const fftc_engine *engine = around->pair.engine;
    if (around->radix > 1) {
        share_ends(around, team, &ends, work, true);
        return;
    }
    size_t item = fftc_vector_bytes(engine);
    fftc_line_multiply(
        engine, team,
        (fftc_spectra_product){ends.src, ends.factors, work, ends.swap, 0, ends.count});
    fftc_parallel(team, (around->n - ends.count) * item, share_zeros,
                  (char *)work + ends.count * item);
}

/* Two rows of scalars. */
static void add(fftc_precision precision, const void *x, const void *y, void *sum, size_t scalars)
{
    if (precision == FFTC_FLOAT64) {
        for (size_t i = 0; i < scalars; ++i) {
            ((double *)sum)[i] = ((const double *)x)[i] + ((const double *)y)[i];
        }
    } else {
        for (size_t i = 0; i < scalars; ++i) {
            ((float *)sum)[i] = ((const float *)x)[i] + ((const float *)y)[i];
        }
    }
}

void fftc_cyclic_out(const fftc_cyclic *around, const fftc_team *team, void *work,
                     fftc_unordered_ends ends)
{
    const fftc_engine *engine = around->pair.engine;
    if (around->radix > 1) {
        share_ends(around, team, &ends, work, false);
        return;
    }
    void *to = ends.addend != NULL ? work : ends.dst;
    fftc_line_multiply(engine, team,
                       (fftc_spectra_product){work, ends.factors, to, 0, ends.swap, ends.count});
    if (ends.addend != NULL) {
        add(engine->precision, work, ends.addend, ends.dst, 2 * ends.count);
    }
}

void fftc_cyclic_there(const fftc_cyclic *around, const fftc_team *team, void *work)
{
    size_t bytes = around->pair.m * fftc_vector_bytes(around->pair.engine);
    for (size_t chunk = 0; chunk < around->chunks; ++chunk) {
        fftc_pair_there(&around->pair, team, (char *)work + chunk * bytes);
    }
}

void fftc_cyclic_convolve(const fftc_cyclic *around, const fftc_team *team, void *work,
                          const void *spectrum)
{
    size_t bytes = around->pair.m * fftc_vector_bytes(around->pair.engine);
    for (size_t chunk = 0; chunk < around->chunks; ++chunk) {
        fftc_pair_around(&around->pair, team, (char *)work + chunk * bytes,
                         (const char *)spectrum + chunk * bytes);
    }
}
