/* SPDX-License-Identifier: MIT
 *
 * Vectors of one number, for every processor: an engine by itself, and in the other lists what is
 * too short for vectors.
 */
#define ENGINE_ISA scalar
#define ENGINE_ROW_BITS 128
#include "cpu/engine/engine_tmpl.h"
