/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA base
#include "cpu/engine/pruned_tmpl.h"
