/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA exact_base
#include "cpu/engine/unordered_tmpl.h"
