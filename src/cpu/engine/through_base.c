/* SPDX-License-Identifier: MIT
 *
 * Whatever every CPU of the compilation target has.
 */
#define ENGINE_ISA base
#include "cpu/engine/through_tmpl.h"
