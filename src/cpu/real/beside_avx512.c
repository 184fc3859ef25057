/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA avx512
#include "cpu/real/beside_tmpl.h"
