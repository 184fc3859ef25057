/* SPDX-License-Identifier: MIT
 *
 * AVX2 with fused multiply-add.
 */
#define ENGINE_ISA avx2
#define ENGINE_ROW_BITS 256
#include "cpu/engine/engine_tmpl.h"
