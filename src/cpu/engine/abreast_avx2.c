/* SPDX-License-Identifier: MIT
 *
 * AVX2 and FMA.
 */
#define ENGINE_ISA avx2
#define THROUGH_LANES FFTC_LANES
#include "cpu/engine/abreast_tmpl.h"
