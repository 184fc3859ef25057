/* SPDX-License-Identifier: MIT
 *
 * What every CPU of the compilation target has, without fused multiply-add, for reproducible plans.
 */
#define ENGINE_ISA exact_base
#include "cpu/engine/abreast_tmpl.h"
