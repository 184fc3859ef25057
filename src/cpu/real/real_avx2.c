/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA avx2
#include "cpu/real/real_tmpl.h"
