/* SPDX-License-Identifier: MIT
 *
 * AVX2 without fused multiply-add, for reproducible plans.
 */
#define ENGINE_EXACT
#define ENGINE_ISA exact_avx2
#define ENGINE_ROW_BITS 128
#include "cpu/engine/engine_tmpl.h"
