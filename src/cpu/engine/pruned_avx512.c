/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA avx512
#include "cpu/engine/pruned_tmpl.h"
