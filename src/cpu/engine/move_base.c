/* SPDX-License-Identifier: MIT */
#define MOVE_ISA base
#include "cpu/engine/move_tmpl.h"
