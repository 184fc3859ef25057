/* SPDX-License-Identifier: MIT
 *
 * AVX-512, of which vectors of 256 bits: 32 registers.
 */
#define ENGINE_ISA avx512
#include "cpu/engine/abreast_tmpl.h"
