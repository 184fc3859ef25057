/* SPDX-License-Identifier: MIT
 *
 * Whatever every CPU of the compilation target has.
 */
#define ENGINE_ISA base
#define THROUGH_LANES 4
#include "cpu/engine/abreast_tmpl.h"
