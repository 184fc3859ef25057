/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA exact_avx2
#include "cpu/engine/pruned_tmpl.h"
