/* SPDX-License-Identifier: MIT
 *
 * The compile-time parameters of passes as expressions that read the current run: `this_run` of
 * pass_kernel.h.
 */
#ifndef FFTC_EMULATE_PASS_PARAMETERS_H
#define FFTC_EMULATE_PASS_PARAMETERS_H

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
#define FFTC_LINE_GATHERS
#define FFTC_LINE_GATHERED (this_run->pass->key.line.gathered)
#define FFTC_LINE_HELD (this_run->pass->key.line.held)
#define FFTC_LINE_PLANE (this_run->pass->key.line.plane)
#define FFTC_LINE_PLANE_STAGE (this_run->pass->key.line.plane_stage)
#define FFTC_LINE_IN_PLACE (this_run->pass->key.in_place)
#define FFTC_LINE_FACTORED (this_run->pass->key.before > 1 ? 1u : 0u)
#define FFTC_LINE_INVERSE (this_run->pass->key.inverse)
#define FFTC_LINE_SCALED (this_run->pass->key.scaled)
#define FFTC_LINE_SCALE FFTC_REAL(fftc_pass_scale(&this_run->pass->key))
#define FFTC_PASS_LINES (this_run->pass->key.lines)
#define FFTC_PASS_BEFORE (this_run->pass->key.before)
#define FFTC_PASS_EVEN (this_run->pass->key.even)
#define FFTC_PASS_DIGITS (this_run->pass->key.digits)
#define FFTC_PASS_ACROSS (this_run->pass->key.across)
#define FFTC_PASS_BESIDE (this_run->pass->key.beside)
#define FFTC_PASS_BESIDE_ALL (this_run->pass->key.beside_all)
#define FFTC_PASS_SRC_STRIDE (this_run->pass->key.src_stride)
#define FFTC_PASS_DST_STRIDE (this_run->pass->key.dst_stride)
#define FFTC_PASS_SRC_BEGIN (this_run->pass->key.src_range[0])
#define FFTC_PASS_SRC_END (this_run->pass->key.src_range[1])
#define FFTC_PASS_DST_BEGIN (this_run->pass->key.dst_range[0])
#define FFTC_PASS_DST_END (this_run->pass->key.dst_range[1])
#define FFTC_PASS_SRC_ROW (this_run->pass->key.src_row)
#define FFTC_PASS_DST_ROW (this_run->pass->key.dst_row)
#define FFTC_PASS_BRICKS
#define FFTC_PASS_SRC_COLUMNS (this_run->pass->key.src_bricks.columns + 1)
#define FFTC_PASS_SRC_ROWS (this_run->pass->key.src_bricks.rows + 1)
#define FFTC_PASS_SRC_ALL \
    (this_run->pass->key.src_all != 0 ? this_run->pass->key.src_all : this_run->pass->key.lines)
#define FFTC_PASS_DST_COLUMNS (this_run->pass->key.dst_bricks.columns + 1)
#define FFTC_PASS_DST_ROWS (this_run->pass->key.dst_bricks.rows + 1)
#define FFTC_PASS_FINE \
    (this_run->pass->key.fine != 0 ? this_run->pass->key.fine : this_run->pass->key.before)
#define FFTC_PASS_TABLE fftc_line_twiddle_count(&this_run->pass->key.line)

/* Where the part of the convolution begins in the table. */
#define FFTC_PASS_CHIRP_FIRST fftc_pass_table_convolution(&this_run->pass->key)
#define FFTC_PASS_CHIRP                                                                 \
    fftc_chirp_table_count(&this_run->pass->key.convolution, &this_run->pass->key.line, \
                           this_run->pass->key.lines)
#define FFTC_CONVOLUTION_ROLE (this_run->pass->key.convolution.role)
#define FFTC_CONVOLUTION_FIRST (this_run->pass->key.convolution.first)
#define FFTC_CONVOLUTION_LAST (this_run->pass->key.convolution.last)
#define FFTC_CONVOLUTION_RIGHT_ANGLE (this_run->pass->key.convolution.right_angle != 0 ? 1u : 0u)
#define FFTC_CONVOLUTION_WEIGHTED \
    (this_run->pass->key.convolution.chirp != 0 ? 1u : FFTC_CONVOLUTION_RIGHT_ANGLE)
#define FFTC_CONVOLUTION_CONJUGATE 0u
#define FFTC_CONVOLUTION_ROWS (this_run->pass->key.convolution.rows)
#define FFTC_CONVOLUTION_TABLE (uint32_t) FFTC_PASS_CHIRP_FIRST
#define FFTC_CONVOLUTION_WEIGHTS (uint32_t)(FFTC_PASS_CHIRP_FIRST + FFTC_PASS_CHIRP.back)
#define FFTC_CONVOLUTION_SPECTRUM \
    (uint32_t)(FFTC_PASS_CHIRP_FIRST + FFTC_PASS_CHIRP.back + FFTC_PASS_CHIRP.weights)
#define FFTC_CONVOLUTION_EVEN (fftc_chirp_spectrum_even(&this_run->pass->key.convolution) ? 1u : 0u)
#define FFTC_LINE_MIRRORED_LOAD (this_run->pass->key.real.mirrored_load)
#define FFTC_LINE_MIRRORED_STORE (this_run->pass->key.real.mirrored_store)
#define FFTC_REAL_LOAD (this_run->pass->key.real.load)
#define FFTC_REAL_STORE (this_run->pass->key.real.store)
#define FFTC_REAL_POINTS (this_run->pass->key.real.points)
#define FFTC_REAL_SINE (this_run->pass->key.real.sine)
#define FFTC_REAL_ORTHOGONAL (this_run->pass->key.real.orthogonal)
#define FFTC_REAL_ONCE (this_run->pass->key.store)
#define FFTC_REAL_SRC_ROW (this_run->pass->key.real.src_row)
#define FFTC_REAL_DST_ROW (this_run->pass->key.real.dst_row)
#define FFTC_REAL_LOAD_TABLE ((uint32_t)fftc_pass_load_twiddles(&this_run->pass->key))
#define FFTC_REAL_STORE_TABLE ((uint32_t)fftc_pass_store_twiddles(&this_run->pass->key))
#define FFTC_MAP_SRC_REAL (this_run->pass->key.map.src_real)
#define FFTC_MAP_WRAPPED (this_run->pass->key.map.wrapped)
#define FFTC_MAP_AT (this_run->pass->key.map.at)
#define FFTC_MAP_MODULUS (this_run->pass->key.map.modulus)
#define FFTC_MAP_BEGIN (this_run->pass->key.map.begin)
#define FFTC_MAP_END (this_run->pass->key.map.end)
#define FFTC_MAP_MIRRORED (this_run->pass->key.map.mirrored)
#define FFTC_MAP_LAST (this_run->pass->key.map.last)
#define FFTC_MAP_CONJUGATE (this_run->pass->key.map.conjugate)
#define FFTC_MAP_AT_2 (this_run->pass->key.map.at_2)
#define FFTC_MAP_COUNT_2 (this_run->pass->key.map.count_2)
#define FFTC_MAP_SRC_APART (this_run->pass->key.map.src_apart)
#define FFTC_MAP_DST_REAL (this_run->pass->key.map.dst_real)
#define FFTC_MAP_DST_COUNT_2 (this_run->pass->key.map.dst_count_2)
#define FFTC_MAP_DST_APART (this_run->pass->key.map.dst_apart)
#define FFTC_MAP_SIGNALS (this_run->pass->key.map.signals)
#define FFTC_MAP_DIGIT (this_run->pass->key.map.digit)
#define FFTC_MAP_BLOCK (this_run->pass->key.map.block)
#define FFTC_MAP_BLOCK_DIGIT (this_run->pass->key.map.block_digit)
#define FFTC_MAP_DST_ALL (this_run->pass->key.map.dst_all)
#define FFTC_MAP_DST_ALL_2 (this_run->pass->key.map.dst_all_2)
#define FFTC_MAP_NEGATED (this_run->pass->key.map.negated)
#define FFTC_MAP_NEGATIVE (this_run->pass->key.map.negative)
#define FFTC_MAP_NEGATIVE_2 (this_run->pass->key.map.negative_2)

#endif
