/* SPDX-License-Identifier: MIT */
#define MOVE_ISA avx2
#include "cpu/engine/move_tmpl.h"
