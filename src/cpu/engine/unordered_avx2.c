/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA avx2
#include "cpu/engine/unordered_tmpl.h"
