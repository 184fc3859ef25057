/* SPDX-License-Identifier: MIT
 *
 * AVX-512 without fused multiply-add, for reproducible plans.
 */
#define ENGINE_EXACT
#define ENGINE_ISA exact_avx512
#include "cpu/engine/packed_tmpl.h"
