/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA exact_base
#define ENGINE_EXACT_ENDS
#include "cpu/engine/unordered_tmpl.h"
