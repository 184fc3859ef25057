/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA base
#include "cpu/engine/unordered_tmpl.h"
