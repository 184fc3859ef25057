/* SPDX-License-Identifier: MIT
 *
 * Which unit carries out a subgroup of so many lanes for an instruction set. One and two lanes are
 * for tiny workgroups, not for speed.
 */
#include <string.h>

#include "cpu/simd/simd.h"

extern const fftc_simd_engine fftc_simd_base_1;
extern const fftc_simd_engine fftc_simd_base_2;
extern const fftc_simd_engine fftc_simd_base_4;
extern const fftc_simd_engine fftc_simd_base_8;
extern const fftc_simd_engine fftc_simd_base_16;

#ifdef FFTC_SIMD_X86
extern const fftc_simd_engine fftc_simd_avx2_4;
extern const fftc_simd_engine fftc_simd_avx2_8;
extern const fftc_simd_engine fftc_simd_avx2_16;
extern const fftc_simd_engine fftc_simd_avx512_4;
extern const fftc_simd_engine fftc_simd_avx512_8;
extern const fftc_simd_engine fftc_simd_avx512_16;
#endif

static const struct {
    const char *isa; /* NULL: all others; compilers split vectors that have no registers */
    const fftc_simd_engine *engines[FFTC_SIMD_MAX_LANES_LOG2 + 1]; /* by log2 of lanes */
} lists[] = {
#ifdef FFTC_SIMD_X86
    {"avx512",
     {&fftc_simd_base_1, &fftc_simd_base_2, &fftc_simd_avx512_4, &fftc_simd_avx512_8,
      &fftc_simd_avx512_16}},
    {"avx2",
     {&fftc_simd_base_1, &fftc_simd_base_2, &fftc_simd_avx2_4, &fftc_simd_avx2_8,
      &fftc_simd_avx2_16}},
#endif
    {NULL,
     {&fftc_simd_base_1, &fftc_simd_base_2, &fftc_simd_base_4, &fftc_simd_base_8,
      &fftc_simd_base_16}},
};

const fftc_simd_engine *fftc_simd_engine_for(const char *isa, uint32_t lanes_log2)
{
    size_t i = 0;
    while (lists[i].isa != NULL && strcmp(lists[i].isa, isa) != 0) {
        ++i;
    }
    return lists[i].engines[lanes_log2];
}
