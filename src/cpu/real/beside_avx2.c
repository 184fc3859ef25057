/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA avx2
#include "cpu/real/beside_tmpl.h"
