/* SPDX-License-Identifier: MIT
 *
 * AVX2 without fused multiply-add, for reproducible plans.
 */
#define ENGINE_ISA exact_avx2
#include "cpu/engine/abreast_tmpl.h"
