/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA base
#include "cpu/real/real_tmpl.h"
