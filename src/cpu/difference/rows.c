/* SPDX-License-Identifier: MIT */
#include "cpu/difference/rows.h"

#include "cpu/isa.h"

/* The rows of the scalar instruction set are the base's. */
#define fftc_difference_scalar_f32 fftc_difference_base_f32
#define fftc_difference_scalar_f64 fftc_difference_base_f64
#define DECLARE(isa, f32, f64) \
    extern const fftc_difference_set fftc_difference_##isa##_f32, fftc_difference_##isa##_f64;
#define SETS(isa, f32, f64) \
    {FFTC_IF_F32(&fftc_difference_##isa##_f32), FFTC_IF_F64(&fftc_difference_##isa##_f64)},

FFTC_BUILT_ISAS(DECLARE)
static const fftc_difference_set *const sets[][2] = {FFTC_BUILT_ISAS(SETS)};

const fftc_difference_set *fftc_difference_set_for(const char *isa, fftc_precision precision)
{
    return sets[fftc_isa_place(isa)][precision == FFTC_FLOAT64];
}
