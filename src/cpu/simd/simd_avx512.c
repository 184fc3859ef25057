/* SPDX-License-Identifier: MIT
 *
 * AVX-512 F, BW, DQ, VL (Skylake-X, 2017; Zen 4, 2022).
 */
#define FFTC_SIMD_ISA avx512
#include "cpu/simd/simd_unit_tmpl.h"
