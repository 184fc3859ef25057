/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA exact_avx2
#define ENGINE_EXACT_ENDS
#if FFTC_LANES * FFTC_PRECISION > 128
#define ENGINE_ENDS_ALONE
#endif
#include "cpu/engine/unordered_tmpl.h"
