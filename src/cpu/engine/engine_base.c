/* SPDX-License-Identifier: MIT
 *
 * Whatever every CPU of the compilation target has: SSE2 on x86-64, Advanced SIMD (NEON) on
 * aarch64, what there may be elsewhere, by the compiler's generic vectors.
 */
#define ENGINE_BASE
#define ENGINE_ISA base
#define ENGINE_ROW_BITS 128
#include "cpu/engine/engine_tmpl.h"
