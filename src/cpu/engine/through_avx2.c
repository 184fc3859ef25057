/* SPDX-License-Identifier: MIT
 *
 * AVX2 and FMA.
 */
#define ENGINE_ISA avx2
#include "cpu/engine/through_tmpl.h"
