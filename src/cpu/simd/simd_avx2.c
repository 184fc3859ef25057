/* SPDX-License-Identifier: MIT
 *
 * AVX2 and F16C (Haswell, 2013; Zen, 2017). No FMA: contraction would change bits.
 */
#define FFTC_SIMD_ISA avx2
#include "cpu/simd/simd_unit_tmpl.h"
