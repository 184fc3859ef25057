/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA scalar
#include "cpu/engine/unordered_tmpl.h"
