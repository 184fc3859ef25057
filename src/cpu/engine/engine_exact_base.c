/* SPDX-License-Identifier: MIT
 *
 * What every CPU of the compilation target has, without fused multiply-add, for reproducible plans.
 */
#define ENGINE_EXACT
#define ENGINE_BASE
#define ENGINE_ISA exact_base
#define ENGINE_ROW_BITS 128
#include "cpu/engine/engine_tmpl.h"
