/* SPDX-License-Identifier: MIT
 *
 * AVX-512 without fused multiply-add, for reproducible plans.
 */
#define ENGINE_EXACT
#define ENGINE_ISA exact_avx512
#define ENGINE_ROW_BITS 128
#define ENGINE_NARROW_PACKED base /* which is exact as it stands */
#include "cpu/engine/engine_tmpl.h"
