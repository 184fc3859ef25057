/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA avx2
#include "cpu/engine/pruned_tmpl.h"
