/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA exact_avx512
#include "cpu/engine/pruned_tmpl.h"
