/* SPDX-License-Identifier: MIT
 *
 * AVX-512 with F, BW, DQ and VL: 32 registers, masks for every lane count.
 */
#define ENGINE_ISA avx512
#define ENGINE_ROW_BITS 512
#include "cpu/engine/engine_tmpl.h"
