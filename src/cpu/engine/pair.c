/* SPDX-License-Identifier: MIT */
#include "cpu/engine/pair.h"

#include "cpu/engine/tables/twiddles.h"

static const fftc_unordered_radix *passes_of(const fftc_unordered_pair *pair, int pass)
{
    return pair->engine->unordered->radix[pair->radix[pass]];
}

bool fftc_pair_read(fftc_choice *choice, const fftc_engine *engine, size_t m,
                    fftc_unordered_pair *pair)
{
    if (!fftc_vector_read(choice, engine, m, pair)) {
        return false;
    }
    for (int i = 0; i < pair->passes; ++i) {
        if (pair->radix[i] > FFTC_ENGINE_MAX_CODELET || passes_of(pair, i) == NULL) {
            return false;
        }
    }
    return true;
}

fftc_status fftc_pair_prepare(fftc_unordered_pair *pair, fftc_arena *arena, fftc_error *error)
{
    fftc_precision precision = pair->engine->precision;
    for (int pass = 0; pass < pair->passes; ++pass) {
        pair->twiddles[pass] = fftc_twiddles_pass(precision, pair->sub[pass],
                                                  (size_t)pair->radix[pass], 1.0, arena, error);
        if (pair->twiddles[pass] == NULL) {
            return FFTC_OUT_OF_MEMORY;
        }
    }
    return FFTC_SUCCESS;
}

/* The digits of the position, by the radices from the first pass on, are those of the frequency in
 * the opposite order. */
size_t fftc_pair_frequency(const fftc_unordered_pair *pair, size_t position)
{
    size_t frequency = 0;
    size_t weight = 1;
    for (int i = 0; i < pair->passes; ++i) {
        frequency += position / pair->sub[i] * weight;
        position %= pair->sub[i];
        weight *= (size_t)pair->radix[i];
    }
    return frequency;
}

/* --- running ---------------------------------------------------------------------------------- */

typedef enum turning_point { EMIT, LAST, PRODUCT, TAKE, BACK_FIRST } turning_point;

/* Goes depth first, so that a block that fits a cache stays there until it is finished: passes
 * there on the way down, the turning point, passes back on the way up. */
typedef struct walk {
    const fftc_unordered_pair *pair;
    char *work;
    turning_point what;
    bool there;
    bool back;
    const char *spectrum;
    fftc_panel panel;
    fftc_pair_twiddle twiddle;
} walk;

static void turn_around(const walk *s, size_t position, size_t blocks)
{
    const fftc_unordered_pair *pair = s->pair;
    const fftc_unordered_radix *r = passes_of(pair, pair->passes - 1);
    size_t vector = fftc_vector_bytes(pair->engine);
    size_t scalar = fftc_precision_bytes(pair->engine->precision);
    void *work = s->work + position * vector;
    fftc_panel panel = s->panel;
    fftc_pair_twiddle twiddle = s->twiddle;
    switch (s->what) {
    case LAST: r->last(work, blocks); return;
    case BACK_FIRST: r->back_first(work, blocks); return;
    case PRODUCT: r->product(work, blocks, s->spectrum + position * vector); return;
    default: break;
    }
    panel.data = (char *)panel.data + position * panel.stride * scalar;
    if (twiddle.by_lane != NULL) {
        twiddle.by_lane = (const char *)twiddle.by_lane + position * vector;
        twiddle.by_row = (const char *)twiddle.by_row + position * 2 * scalar;
    }
    if (s->what == EMIT) {
        r->emit(work, blocks, panel, twiddle);
    } else {
        r->take(panel, work, blocks, twiddle);
    }
}

static void walk_block(const walk *s, int pass, size_t position);

static void walk_parts(const walk *s, int pass, size_t position)
{
    const fftc_unordered_pair *pair = s->pair;
    if (pass + 2 == pair->passes) {
        turn_around(s, position, (size_t)pair->radix[pass]);
        return;
    }
    for (int q = 0; q < pair->radix[pass]; ++q) {
        walk_block(s, pass + 1, position + (size_t)q * pair->sub[pass]);
    }
}

static void walk_block(const walk *s, int pass, size_t position)
{
    const fftc_unordered_pair *pair = s->pair;
    char *work = s->work + position * fftc_vector_bytes(pair->engine);
    if (pass + 1 == pair->passes) {
        turn_around(s, position, 1);
        return;
    }
    if (s->there) {
        passes_of(pair, pass)->middle(work, pair->sub[pass], pair->sub[pass], pair->twiddles[pass]);
    }
    walk_parts(s, pass, position);
    if (s->back) {
        passes_of(pair, pass)->back(work, pair->sub[pass], pair->sub[pass], pair->twiddles[pass]);
    }
}

void fftc_pair_columns_there(const fftc_unordered_pair *pair, void *work, fftc_panel src,
                             fftc_panel dst, fftc_pair_twiddle twiddle)
{
    walk s = {
        .pair = pair, .work = work, .what = EMIT, .there = true, .panel = dst, .twiddle = twiddle};
    passes_of(pair, 0)->load(src, work, pair->sub[0], pair->twiddles[0]);
    if (pair->passes == 1) {
        pair->engine->unordered->put(work, pair->m, dst, twiddle);
    } else {
        walk_parts(&s, 0, 0);
    }
}

void fftc_pair_columns_back(const fftc_unordered_pair *pair, void *work, fftc_panel src,
                            fftc_pair_twiddle twiddle, fftc_panel dst)
{
    walk s = {
        .pair = pair, .work = work, .what = TAKE, .back = true, .panel = src, .twiddle = twiddle};
    if (pair->passes == 1) {
        src.rows = pair->m;
        pair->engine->unordered->fetch(src, work, pair->m, twiddle);
    } else {
        walk_parts(&s, 0, 0);
    }
    passes_of(pair, 0)->store(work, pair->sub[0], pair->twiddles[0], dst);
}

/* Does butterflies begin .. end - 1 of the first pass, on the way there and on the way back. */
static const void *twiddles_from(const fftc_unordered_pair *pair, size_t begin)
{
    return (const char *)pair->twiddles[0] +
           begin * (size_t)(pair->radix[0] - 1) * 2 * fftc_precision_bytes(pair->engine->precision);
}

static void share_there(void *context, int thread, size_t begin, size_t end)
{
    const walk *s = context;
    const fftc_unordered_pair *pair = s->pair;
    (void)thread;
    passes_of(pair, 0)->middle(s->work + begin * fftc_vector_bytes(pair->engine), end - begin,
                               pair->sub[0], twiddles_from(pair, begin));
}

static void share_back(void *context, int thread, size_t begin, size_t end)
{
    const walk *s = context;
    const fftc_unordered_pair *pair = s->pair;
    (void)thread;
    passes_of(pair, 0)->back(s->work + begin * fftc_vector_bytes(pair->engine), end - begin,
                             pair->sub[0], twiddles_from(pair, begin));
}

/* Blocks that the first pass leaves. */
static void share_blocks(void *context, int thread, size_t begin, size_t end)
{
    const walk *s = context;
    (void)thread;
    for (size_t q = begin; q < end; ++q) {
        walk_block(s, 1, q * s->pair->sub[0]);
    }
}

static void walk_all(walk *s, const fftc_team *team)
{
    const fftc_unordered_pair *pair = s->pair;
    if (team->threads == 1 || pair->passes < 2) {
        walk_block(s, 0, 0);
        return;
    }
    if (s->there) {
        fftc_parallel(team, pair->sub[0], share_there, s);
    }
    fftc_parallel(team, (size_t)pair->radix[0], share_blocks, s);
    if (s->back) {
        fftc_parallel(team, pair->sub[0], share_back, s);
    }
}

void fftc_pair_there(const fftc_unordered_pair *pair, const fftc_team *team, void *work)
{
    walk s = {.pair = pair, .work = work, .what = LAST, .there = true};
    if (pair->passes > 0) {
        walk_all(&s, team);
    }
}

void fftc_pair_back(const fftc_unordered_pair *pair, const fftc_team *team, void *work)
{
    walk s = {.pair = pair, .work = work, .what = BACK_FIRST, .back = true};
    if (pair->passes > 0) {
        walk_all(&s, team);
    }
}

void fftc_pair_around(const fftc_unordered_pair *pair, const fftc_team *team, void *work,
                      const void *spectrum)
{
    if (pair->passes == 1) {
        passes_of(pair, 0)->product(work, 1, spectrum);
        return;
    }
    walk s = {.pair = pair,
              .work = work,
              .what = PRODUCT,
              .there = true,
              .back = true,
              .spectrum = spectrum};
    if (pair->passes > 0) {
        walk_all(&s, team);
    } else {
        pair->engine->unordered->multiply(work, 1, spectrum);
    }
}
