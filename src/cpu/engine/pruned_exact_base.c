/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA exact_base
#include "cpu/engine/pruned_tmpl.h"
