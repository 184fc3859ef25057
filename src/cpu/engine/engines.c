/* SPDX-License-Identifier: MIT
 *
 * Which engines there are, and which of them this machine runs.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/engine.h"

#define ENGINE(isa, bits, lanes) extern const fftc_engine fftc_engine_##isa##_f##bits##x##lanes;
ENGINE(avx512, 32, 16)
ENGINE(avx512, 32, 8)
ENGINE(avx512, 32, 4)
ENGINE(avx512, 64, 8)
ENGINE(avx512, 64, 4)
ENGINE(avx512, 64, 2)
ENGINE(avx512, 32, 1)
ENGINE(avx512, 64, 1)

const fftc_engine *const *fftc_engines(fftc_precision precision)
{
    static const fftc_engine *const f32[] = {&fftc_engine_avx512_f32x16, &fftc_engine_avx512_f32x8,
                                             &fftc_engine_avx512_f32x4, &fftc_engine_avx512_f32x1, NULL};
    static const fftc_engine *const f64[] = {&fftc_engine_avx512_f64x8, &fftc_engine_avx512_f64x4,
                                             &fftc_engine_avx512_f64x2, &fftc_engine_avx512_f64x1, NULL};
    return precision == FFTC_FLOAT64 ? f64 : f32;
}
