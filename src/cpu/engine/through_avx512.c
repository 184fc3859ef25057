/* SPDX-License-Identifier: MIT
 *
 * AVX-512 with F, BW, DQ and VL.
 */
#define ENGINE_ISA avx512
#include "cpu/engine/through_tmpl.h"
