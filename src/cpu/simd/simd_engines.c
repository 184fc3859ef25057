/* SPDX-License-Identifier: MIT
 *
 * Which unit carries out a subgroup of so many lanes for an instruction set. One and two lanes are
 * for tiny workgroups, not for speed.
 */
#include "cpu/isa.h"
#include "cpu/simd/simd.h"

/* Compilers split vectors that have no registers. */
#define fftc_simd_scalar_4 fftc_simd_base_4
#define fftc_simd_scalar_8 fftc_simd_base_8
#define fftc_simd_scalar_16 fftc_simd_base_16
#define DECLARE(isa, f32, f64) \
    extern const fftc_simd_engine fftc_simd_##isa##_4, fftc_simd_##isa##_8, fftc_simd_##isa##_16;
#define ENGINES(isa, f32, f64)                                                         \
    {&fftc_simd_base_1, &fftc_simd_base_2, &fftc_simd_##isa##_4, &fftc_simd_##isa##_8, \
     &fftc_simd_##isa##_16},

extern const fftc_simd_engine fftc_simd_base_1, fftc_simd_base_2;
FFTC_BUILT_ISAS(DECLARE)

const fftc_simd_engine *fftc_simd_engine_for(const char *isa, uint32_t lanes_log2)
{
    static const fftc_simd_engine *const engines[][FFTC_SIMD_MAX_LANES_LOG2 + 1] = {
        FFTC_BUILT_ISAS(ENGINES)};
    return engines[fftc_isa_place(isa)][lanes_log2];
}
