/* SPDX-License-Identifier: MIT
 *
 * Whatever every CPU of the compilation target has: SSE2 on x86-64, Advanced SIMD (NEON) on
 * aarch64, scalar code elsewhere, all by the compiler's generic vectors. The only unit with 1 and 2
 * lanes.
 */
#define FFTC_SIMD_ISA base
#include "cpu/simd/simd_unit_tmpl.h"
