/* SPDX-License-Identifier: MIT
 *
 * AVX-512, of which vectors of 256 bits: 32 registers.
 */
#define ENGINE_ISA avx512
#if FFTC_PRECISION == 32
#define THROUGH_LANES 16
#else
#define THROUGH_LANES 8
#endif
#include "cpu/engine/abreast_tmpl.h"
