/* SPDX-License-Identifier: MIT */
#include "cpu/engine/exact.h"

static const size_t model_bytes = 64;
static const size_t least_bytes = 16;

fftc_exact_pair fftc_exact_pair_of(const fftc_engine *const *engines, const fftc_engine *engine,
                                   size_t lanes, fftc_exact_model *model)
{
    fftc_exact_pair pair = {engine, engine};
    if (!fftc_engines_are_exact(engines) || engine->lanes == 1) {
        return pair;
    }
    model->engine = *engines[0];
    model->packed = (fftc_packed){0};
    model->engine.lanes = (int)(model_bytes / fftc_precision_bytes(engine->precision));
    while ((size_t)model->engine.lanes > lanes && model->engine.lanes > engine->lanes) {
        model->engine.lanes /= 2;
    }
    model->packed.numbers = model->engine.lanes / 2;
    model->engine.packed = &model->packed;
    pair.judge = &model->engine;
    pair.runner = fftc_engine_exact_at_most(engines, (size_t)model->engine.lanes);
    return pair;
}

size_t fftc_exact_lanes(const fftc_engine *engine)
{
    size_t least = least_bytes / fftc_precision_bytes(engine->precision);
    return engine->exact && (size_t)engine->lanes > least ? least : (size_t)engine->lanes;
}
