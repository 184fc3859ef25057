/* SPDX-License-Identifier: MIT */
#include "cpu/engine/cost.h"

/* Vector instructions of a twiddled butterfly, fused products counted once: the codelet's (kernel/codelet.h), 4 for each of the
 * r - 1 twiddles, and a surcharge where 32 registers do not hold it all. */
static const double butterfly[FFTC_ENGINE_MAX_RADIX + 1] = {
    [2] = 8,    [3] = 20,   [4] = 28,   [5] = 50,   [6] = 60,   [7] = 90,   [8] = 84,  [9] = 125,
    [10] = 128, [11] = 200, [12] = 146, [13] = 245, [14] = 205, [15] = 215, [16] = 250};

double fftc_cost_butterfly(const fftc_engine *engine, int radix)
{
    (void)engine;
    return butterfly[radix] + 4.0 * radix;
}

double fftc_cost_row_group(const fftc_engine *engine, int radix)
{
    double steps = engine->lanes >= 16 ? 4 : engine->lanes >= 8 ? 3 : engine->lanes >= 4 ? 2 : 1;
    return butterfly[radix] + 8.0 * radix + 2.0 * steps * engine->lanes;
}

double fftc_cost_vector_traffic(const fftc_engine *engine, size_t working_set)
{
    double bytes = 2.0 * engine->lanes * (engine->precision == FFTC_FLOAT64 ? 8.0 : 4.0);
    double rate = working_set <= 32768 ? 0.0 : working_set <= 786432 ? 1.0 / 20 : 1.0 / 6;
    return bytes * rate;
}
