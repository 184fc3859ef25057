/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA avx512
#include "cpu/engine/unordered_tmpl.h"
