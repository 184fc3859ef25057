/* SPDX-License-Identifier: MIT */
#define ENGINE_ISA scalar
#include "cpu/real/real_tmpl.h"
