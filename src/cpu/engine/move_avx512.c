/* SPDX-License-Identifier: MIT */
#define MOVE_ISA avx512
#include "cpu/engine/move_tmpl.h"
