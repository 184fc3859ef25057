/* SPDX-License-Identifier: MIT */
#define FFTC_CALLS
#define FFTC_PRECISION 32
#define FFTC_SUFFIX _f32
#include "fftcore/kernel/precision.h"

#include "cpu/emulate/pass_kernel.h"

#include <string.h>

static _Thread_local const fftc_pass_run *this_run;

const fftc_pass_run *fftc_pass_run_current(void)
{
    return this_run;
}

void fftc_pass_run_end(void)
{
    this_run = NULL;
}

#define FFTC_LINE_POINTS (this_run->pass->key.line.points)
#define FFTC_LINE_INVOCATIONS (this_run->pass->key.line.invocations)
#define FFTC_LINE_COUNT (this_run->pass->key.line.count)
#define FFTC_LINE_REGISTERS 32u
#define FFTC_LINE_STAGES (this_run->pass->key.line.stages)
#define FFTC_LINE_RADIX_0 (this_run->pass->key.line.radix[0])
#define FFTC_LINE_RADIX_1 (this_run->pass->key.line.radix[1])
#define FFTC_LINE_RADIX_2 (this_run->pass->key.line.radix[2])
#define FFTC_LINE_RADIX_3 (this_run->pass->key.line.radix[3])
#define FFTC_LINE_RADIX_4 (this_run->pass->key.line.radix[4])
#define FFTC_LINE_RADIX_5 (this_run->pass->key.line.radix[5])
#define FFTC_LINE_WORDS (this_run->pass->key.line.words)
#define FFTC_LINE_ROUNDS (this_run->pass->key.line.rounds)
#define FFTC_LINE_STRIDE (this_run->pass->key.line.stride)
#define FFTC_LINE_PAD_LOG2 (this_run->pass->key.line.pad_log2)
#define FFTC_LINE_LOAD_ACROSS (this_run->pass->key.line.load_across)
#define FFTC_LINE_STORE_ACROSS (this_run->pass->key.line.store_across)
#define FFTC_LINE_IN_SUBGROUP (this_run->pass->key.line.in_subgroup)
#define FFTC_LINE_IN_PLACE (this_run->pass->key.in_place)
#define FFTC_LINE_FACTORED (this_run->pass->key.before > 1 ? 1u : 0u)
#define FFTC_LINE_INVERSE (this_run->pass->key.inverse)
#define FFTC_LINE_SCALED (this_run->pass->key.scaled)
#define FFTC_LINE_SCALE FFTC_REAL(fftc_pass_scale(&this_run->pass->key))
#define FFTC_PASS_LINES (this_run->pass->key.lines)
#define FFTC_PASS_BEFORE (this_run->pass->key.before)
#define FFTC_PASS_EVEN (this_run->pass->key.even)
#define FFTC_PASS_DIGITS (this_run->pass->key.digits)
#define FFTC_PASS_SRC_STRIDE (this_run->pass->key.src_stride)
#define FFTC_PASS_DST_STRIDE (this_run->pass->key.dst_stride)
#define FFTC_PASS_SRC_BEGIN (this_run->pass->key.src_range[0])
#define FFTC_PASS_SRC_END (this_run->pass->key.src_range[1])
#define FFTC_PASS_DST_BEGIN (this_run->pass->key.dst_range[0])
#define FFTC_PASS_DST_END (this_run->pass->key.dst_range[1])
#define FFTC_PASS_TABLE fftc_line_twiddle_count(&this_run->pass->key.line)

/* Where the part of the convolution begins in the table. */
#define FFTC_PASS_CHIRP_FIRST fftc_pass_table_convolution(&this_run->pass->key)
#define FFTC_PASS_CHIRP                                                                 \
    fftc_chirp_table_count(&this_run->pass->key.convolution, &this_run->pass->key.line, \
                           this_run->pass->key.lines)
#define FFTC_CONVOLUTION_PART (this_run->pass->key.convolution.role)
#define FFTC_CONVOLUTION_FIRST (this_run->pass->key.convolution.first)
#define FFTC_CONVOLUTION_LAST (this_run->pass->key.convolution.last)
#define FFTC_CONVOLUTION_WEIGHTED (this_run->pass->key.convolution.chirp != 0 ? 1u : 0u)
#define FFTC_CONVOLUTION_CONJUGATE 0u
#define FFTC_CONVOLUTION_ROWS (this_run->pass->key.convolution.rows)
#define FFTC_CONVOLUTION_TABLE (uint32_t) FFTC_PASS_CHIRP_FIRST
#define FFTC_CONVOLUTION_WEIGHTS (uint32_t)(FFTC_PASS_CHIRP_FIRST + FFTC_PASS_CHIRP.back)
#define FFTC_CONVOLUTION_SPECTRUM \
    (uint32_t)(FFTC_PASS_CHIRP_FIRST + FFTC_PASS_CHIRP.back + FFTC_PASS_CHIRP.weights)
#define FFTC_LINE_MIRRORED_LOAD (this_run->pass->key.real.mirrored_load)
#define FFTC_LINE_MIRRORED_STORE (this_run->pass->key.real.mirrored_store)
#define FFTC_REAL_LOAD (this_run->pass->key.real.load)
#define FFTC_REAL_STORE (this_run->pass->key.real.store)
#define FFTC_REAL_POINTS (this_run->pass->key.real.points)
#define FFTC_REAL_SINE (this_run->pass->key.real.sine)
#define FFTC_REAL_ORTHOGONAL (this_run->pass->key.real.orthogonal)
#define FFTC_REAL_ONCE (this_run->pass->key.store)
#define FFTC_REAL_LOAD_TABLE ((uint32_t)fftc_pass_load_turns(&this_run->pass->key))
#define FFTC_REAL_STORE_TABLE ((uint32_t)fftc_pass_store_turns(&this_run->pass->key))

#define FFTC_PASS_KERNEL fftc_pass_kernel_f32
#define FFTC_PASS_SRC_GET fftc_pass_src_get_f32
#define FFTC_PASS_DST_SET fftc_pass_dst_set_f32
#include "cpu/emulate/pass_kernel_tmpl.h"

#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _f64
#include "fftcore/kernel/precision.h"
#define FFTC_PASS_KERNEL fftc_pass_kernel_f64
#define FFTC_PASS_SRC_GET fftc_pass_src_get_f64
#define FFTC_PASS_DST_SET fftc_pass_dst_set_f64
#include "cpu/emulate/pass_kernel_tmpl.h"
