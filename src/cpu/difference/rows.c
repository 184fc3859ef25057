/* SPDX-License-Identifier: MIT */
#include "cpu/difference/rows.h"

#include "cpu/isa.h"

#define DECLARE(isa, f32, f64) \
    extern const fftc_difference_set fftc_difference_##isa##_f32, fftc_difference_##isa##_f64;
#define SETS(isa, f32, f64) \
    {FFTC_IF_F32(&fftc_difference_##isa##_f32), FFTC_IF_F64(&fftc_difference_##isa##_f64)},

FFTC_BUILT_ISAS(DECLARE)
static const fftc_difference_set *const sets[][2] = {FFTC_BUILT_ISAS(SETS)};

const fftc_difference_set *fftc_difference_set_for(const char *isa, fftc_precision precision,
                                                   uint32_t length, int reach)
{
    const int wide = precision == FFTC_FLOAT64;
    size_t place = fftc_isa_place(isa);
    while (sets[place][wide] != NULL && sets[place][wide]->least[reach - 1] > length) {
        ++place; /* single numbers are the last ones, and suit all rows */
    }
    return sets[place][wide];
}
