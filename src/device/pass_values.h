/* SPDX-License-Identifier: MIT
 *
 * The compile-time parameters of the passes' kernels (kernel/pass_parameters.h and the headers that
 * it names) as values of FFTC_PASS_KEY, an fftc_pass_key. The emulator's kernels read them here;
 * shaders get them as numbers (src/gpu/kernel.c), in the order of the lists X(name).
 */
#ifndef FFTC_PASS_VALUES_H
#define FFTC_PASS_VALUES_H

#include "device/pass_plan.h"

#define FFTC_LINE_POINTS (FFTC_PASS_KEY.line.points)
#define FFTC_LINE_INVOCATIONS (FFTC_PASS_KEY.line.invocations)
#define FFTC_LINE_COUNT (FFTC_PASS_KEY.line.count)
#ifndef FFTC_LINE_REGISTERS
#define FFTC_LINE_REGISTERS (FFTC_PASS_KEY.line.registers)
#endif
#define FFTC_LINE_STAGES (FFTC_PASS_KEY.line.stages)
#define FFTC_LINE_RADIX_0 (FFTC_PASS_KEY.line.radix[0])
#define FFTC_LINE_RADIX_1 (FFTC_PASS_KEY.line.radix[1])
#define FFTC_LINE_RADIX_2 (FFTC_PASS_KEY.line.radix[2])
#define FFTC_LINE_RADIX_3 (FFTC_PASS_KEY.line.radix[3])
#define FFTC_LINE_RADIX_4 (FFTC_PASS_KEY.line.radix[4])
#define FFTC_LINE_RADIX_5 (FFTC_PASS_KEY.line.radix[5])
#define FFTC_LINE_WORDS (FFTC_PASS_KEY.line.words)
#define FFTC_LINE_ROUNDS (FFTC_PASS_KEY.line.rounds)
#define FFTC_LINE_STRIDE (FFTC_PASS_KEY.line.stride)
#define FFTC_LINE_PAD_LOG2 (FFTC_PASS_KEY.line.pad_log2)
#define FFTC_LINE_LOAD_ACROSS (FFTC_PASS_KEY.line.load_across)
#define FFTC_LINE_STORE_ACROSS (FFTC_PASS_KEY.line.store_across)
#define FFTC_LINE_IN_SUBGROUP (FFTC_PASS_KEY.line.in_subgroup)
#define FFTC_LINE_GATHERED (FFTC_PASS_KEY.line.gathered)
#define FFTC_LINE_HELD (FFTC_PASS_KEY.line.held)
#define FFTC_LINE_PLANE (FFTC_PASS_KEY.line.plane)
#define FFTC_LINE_PLANE_STAGE (FFTC_PASS_KEY.line.plane_stage)
#define FFTC_LINE_IN_PLACE (FFTC_PASS_KEY.in_place)
#define FFTC_LINE_FACTORED (FFTC_PASS_KEY.before > 1 ? 1u : 0u)
#define FFTC_LINE_INVERSE (FFTC_PASS_KEY.inverse)
#define FFTC_LINE_SCALED (FFTC_PASS_KEY.scaled)
#define FFTC_LINE_SCALE FFTC_REAL(fftc_pass_scale(&FFTC_PASS_KEY))

/* clang-format off */
#define FFTC_LINE_SCHEDULE_PARAMETERS(X) \
    X(LINE_POINTS) X(LINE_INVOCATIONS) X(LINE_COUNT) X(LINE_REGISTERS) X(LINE_STAGES) \
    X(LINE_RADIX_0) X(LINE_RADIX_1) X(LINE_RADIX_2) X(LINE_RADIX_3) X(LINE_RADIX_4) \
    X(LINE_RADIX_5)
#define FFTC_LINE_LAYOUT_PARAMETERS(X) \
    X(LINE_WORDS) X(LINE_ROUNDS) X(LINE_STRIDE) X(LINE_PAD_LOG2) X(LINE_LOAD_ACROSS) \
    X(LINE_STORE_ACROSS) X(LINE_IN_SUBGROUP) X(LINE_HELD)
/* clang-format on */

#define FFTC_PASS_LINES (FFTC_PASS_KEY.lines)
#define FFTC_PASS_BEFORE (FFTC_PASS_KEY.before)
#define FFTC_PASS_EVEN (FFTC_PASS_KEY.even)
#define FFTC_PASS_DIGITS (FFTC_PASS_KEY.digits)
#define FFTC_PASS_ACROSS (FFTC_PASS_KEY.across)
#define FFTC_PASS_BESIDE (FFTC_PASS_KEY.beside)
#define FFTC_PASS_BESIDE_ALL (FFTC_PASS_KEY.beside_all)
#define FFTC_PASS_SRC_STRIDE (FFTC_PASS_KEY.src_stride)
#define FFTC_PASS_DST_STRIDE (FFTC_PASS_KEY.dst_stride)
#define FFTC_PASS_SRC_BEGIN (FFTC_PASS_KEY.src_range[0])
#define FFTC_PASS_SRC_END (FFTC_PASS_KEY.src_range[1])
#define FFTC_PASS_DST_BEGIN (FFTC_PASS_KEY.dst_range[0])
#define FFTC_PASS_DST_END (FFTC_PASS_KEY.dst_range[1])
#define FFTC_PASS_SRC_ROW (FFTC_PASS_KEY.src_row)
#define FFTC_PASS_DST_ROW (FFTC_PASS_KEY.dst_row)
#define FFTC_PASS_SRC_COLUMNS (FFTC_PASS_KEY.src_bricks.columns + 1)
#define FFTC_PASS_SRC_ROWS (FFTC_PASS_KEY.src_bricks.rows + 1)
#define FFTC_PASS_SRC_ALL (FFTC_PASS_KEY.src_all != 0 ? FFTC_PASS_KEY.src_all : FFTC_PASS_KEY.lines)
#define FFTC_PASS_DST_COLUMNS (FFTC_PASS_KEY.dst_bricks.columns + 1)
#define FFTC_PASS_DST_ROWS (FFTC_PASS_KEY.dst_bricks.rows + 1)
#define FFTC_PASS_FINE (FFTC_PASS_KEY.fine != 0 ? FFTC_PASS_KEY.fine : FFTC_PASS_KEY.before)
#define FFTC_PASS_TABLE fftc_line_twiddle_count(&FFTC_PASS_KEY.line)

/* clang-format off */
#define FFTC_PASS_ARRAY_PARAMETERS(X) \
    X(PASS_SRC_STRIDE) X(PASS_DST_STRIDE) X(PASS_TABLE) X(PASS_SRC_BEGIN) X(PASS_SRC_END) \
    X(PASS_DST_BEGIN) X(PASS_DST_END)
/* clang-format on */

/* Where the part of the convolution begins in the table. */
#define FFTC_PASS_CHIRP_FIRST fftc_pass_table_convolution(&FFTC_PASS_KEY)
#define FFTC_PASS_CHIRP \
    fftc_chirp_table_count(&FFTC_PASS_KEY.convolution, &FFTC_PASS_KEY.line, FFTC_PASS_KEY.lines)
#define FFTC_CONVOLUTION_ROLE (FFTC_PASS_KEY.convolution.role)
#define FFTC_CONVOLUTION_FIRST (FFTC_PASS_KEY.convolution.first)
#define FFTC_CONVOLUTION_LAST (FFTC_PASS_KEY.convolution.last)
#define FFTC_CONVOLUTION_RIGHT_ANGLE (FFTC_PASS_KEY.convolution.right_angle != 0 ? 1u : 0u)
#define FFTC_CONVOLUTION_WEIGHTED \
    (FFTC_PASS_KEY.convolution.chirp != 0 ? 1u : FFTC_CONVOLUTION_RIGHT_ANGLE)
#define FFTC_CONVOLUTION_CONJUGATE 0u
#define FFTC_CONVOLUTION_ROWS (FFTC_PASS_KEY.convolution.rows)
#define FFTC_CONVOLUTION_TABLE (uint32_t) FFTC_PASS_CHIRP_FIRST
#define FFTC_CONVOLUTION_WEIGHTS (uint32_t)(FFTC_PASS_CHIRP_FIRST + FFTC_PASS_CHIRP.back)
#define FFTC_CONVOLUTION_SPECTRUM           \
    (fftc_pass_has_spectrum(&FFTC_PASS_KEY) \
         ? 0u                               \
         : (uint32_t)(FFTC_PASS_CHIRP_FIRST + FFTC_PASS_CHIRP.back + FFTC_PASS_CHIRP.weights))
#define FFTC_CONVOLUTION_EVEN (fftc_chirp_spectrum_even(&FFTC_PASS_KEY.convolution) ? 1u : 0u)

/* clang-format off */
#define FFTC_CONVOLUTION_PARAMETERS(X) \
    X(CONVOLUTION_ROLE) X(CONVOLUTION_FIRST) X(CONVOLUTION_LAST) X(CONVOLUTION_WEIGHTED) \
    X(CONVOLUTION_RIGHT_ANGLE) X(CONVOLUTION_CONJUGATE) X(CONVOLUTION_ROWS) X(CONVOLUTION_EVEN) \
    X(CONVOLUTION_TABLE) X(CONVOLUTION_WEIGHTS)
/* clang-format on */

#define FFTC_CONVOLUTION_CHANNELS (FFTC_PASS_KEY.bloom.channels)
#define FFTC_BLOOM_CHANNELS (FFTC_PASS_KEY.bloom.channels)
#define FFTC_BLOOM_WIDTH (FFTC_PASS_KEY.bloom.width)
#define FFTC_BLOOM_SRC_PICTURE (FFTC_PASS_KEY.bloom.src_picture)
#define FFTC_BLOOM_SRC_ROW (FFTC_PASS_KEY.bloom.src_row)
#define FFTC_BLOOM_SRC_PIXEL (FFTC_PASS_KEY.bloom.src_pixel)
#define FFTC_BLOOM_SRC_CHANNEL (FFTC_PASS_KEY.bloom.src_channel)
#define FFTC_BLOOM_DST_PICTURE (FFTC_PASS_KEY.bloom.dst_picture)
#define FFTC_BLOOM_DST_ROW (FFTC_PASS_KEY.bloom.dst_row)
#define FFTC_BLOOM_DST_PIXEL (FFTC_PASS_KEY.bloom.dst_pixel)
#define FFTC_BLOOM_DST_CHANNEL (FFTC_PASS_KEY.bloom.dst_channel)
#define FFTC_BLOOM_HALVES (FFTC_PASS_KEY.bloom.halves)
#define FFTC_BLOOM_BEYOND_0 (FFTC_PASS_KEY.bloom.beyond[0])
#define FFTC_BLOOM_BEYOND_1 (FFTC_PASS_KEY.bloom.beyond[1])
#define FFTC_BLOOM_BEYOND_2 (FFTC_PASS_KEY.bloom.beyond[2])
#define FFTC_BLOOM_BEYOND_3 (FFTC_PASS_KEY.bloom.beyond[3])
#define FFTC_BLOOM_INFINITIES (FFTC_PASS_KEY.bloom.infinities)
#define FFTC_BLOOM_CLAMPED (FFTC_PASS_KEY.bloom.clamped)

/* clang-format off */
#define FFTC_BLOOM_PARAMETERS(X) \
    X(CONVOLUTION_CHANNELS) X(BLOOM_CHANNELS) X(BLOOM_WIDTH) X(BLOOM_SRC_PICTURE) \
    X(BLOOM_SRC_ROW) X(BLOOM_SRC_PIXEL) X(BLOOM_SRC_CHANNEL) X(BLOOM_DST_PICTURE) \
    X(BLOOM_DST_ROW) X(BLOOM_DST_PIXEL) X(BLOOM_DST_CHANNEL) X(BLOOM_BEYOND_0) \
    X(BLOOM_BEYOND_1) X(BLOOM_BEYOND_2) X(BLOOM_BEYOND_3) X(BLOOM_INFINITIES) \
    X(BLOOM_CLAMPED) X(BLOOM_HALVES)
/* clang-format on */

#define FFTC_RESAMPLED (FFTC_PASS_KEY.resampled.used)
#define FFTC_RESAMPLED_ALONG (FFTC_PASS_KEY.resampled.along)
#define FFTC_RESAMPLED_PERIOD (FFTC_PASS_KEY.resampled.period)
#define FFTC_RESAMPLED_BESIDE (FFTC_PASS_KEY.resampled.beside)
#define FFTC_RESAMPLED_HALVED (FFTC_PASS_KEY.resampled.halved)
#define FFTC_RESAMPLED_ROWS (FFTC_PASS_KEY.resampled.rows)
#define FFTC_RESAMPLED_QUARTER (FFTC_PASS_KEY.resampled.quarter)
#define FFTC_RESAMPLED_SHIFTED (FFTC_PASS_KEY.resampled.shifted)
#define FFTC_RESAMPLED_TURNS ((uint32_t)fftc_pass_table_turns(&FFTC_PASS_KEY))
#define FFTC_RESAMPLED_WEIGHTS ((uint32_t)fftc_pass_table_weights(&FFTC_PASS_KEY))
#define FFTC_RESAMPLED_PER_ROW \
    FFTC_WIDE(1.0 / (double)(FFTC_RESAMPLED_ROWS * (1u + 3u * FFTC_RESAMPLED_QUARTER)))

/* clang-format off */
#define FFTC_RESAMPLED_PARAMETERS(X) \
    X(RESAMPLED) X(RESAMPLED_ALONG) X(RESAMPLED_PERIOD) X(RESAMPLED_BESIDE) X(RESAMPLED_HALVED) \
    X(RESAMPLED_ROWS) X(RESAMPLED_QUARTER) X(RESAMPLED_SHIFTED) X(RESAMPLED_TURNS) \
    X(RESAMPLED_WEIGHTS)
/* clang-format on */

#define FFTC_LINE_MIRRORED_LOAD (FFTC_PASS_KEY.real.mirrored_load)
#define FFTC_LINE_MIRRORED_STORE (FFTC_PASS_KEY.real.mirrored_store)
#define FFTC_REAL_LOAD (FFTC_PASS_KEY.real.load)
#define FFTC_REAL_STORE (FFTC_PASS_KEY.real.store)
#define FFTC_REAL_POINTS (FFTC_PASS_KEY.real.points)
#define FFTC_REAL_SINE (FFTC_PASS_KEY.real.sine)
#define FFTC_REAL_ORTHOGONAL (FFTC_PASS_KEY.real.orthogonal)
#define FFTC_REAL_ONCE (FFTC_PASS_KEY.store)
#define FFTC_REAL_SRC_ROW (FFTC_PASS_KEY.real.src_row)
#define FFTC_REAL_DST_ROW (FFTC_PASS_KEY.real.dst_row)
#define FFTC_REAL_LOAD_TABLE ((uint32_t)fftc_pass_load_twiddles(&FFTC_PASS_KEY))
#define FFTC_REAL_STORE_TABLE ((uint32_t)fftc_pass_store_twiddles(&FFTC_PASS_KEY))

/* clang-format off */
#define FFTC_REAL_PARAMETERS(X) \
    X(LINE_MIRRORED_LOAD) X(LINE_MIRRORED_STORE) X(REAL_LOAD) X(REAL_STORE) X(REAL_POINTS) \
    X(REAL_SINE) X(REAL_ORTHOGONAL) X(REAL_ONCE) X(REAL_SRC_ROW) X(REAL_DST_ROW) \
    X(REAL_LOAD_TABLE) X(REAL_STORE_TABLE)
/* clang-format on */

#define FFTC_MAP_SRC_REAL (FFTC_PASS_KEY.map.src_real)
#define FFTC_MAP_WRAPPED (FFTC_PASS_KEY.map.wrapped)
#define FFTC_MAP_AT (FFTC_PASS_KEY.map.at)
#define FFTC_MAP_MODULUS (FFTC_PASS_KEY.map.wrapped == 1 ? FFTC_PASS_KEY.map.modulus : 1u)
#define FFTC_MAP_BEGIN (FFTC_PASS_KEY.map.begin)
#define FFTC_MAP_END (FFTC_PASS_KEY.map.end)
#define FFTC_MAP_MIRRORED (FFTC_PASS_KEY.map.mirrored)
#define FFTC_MAP_LAST (FFTC_PASS_KEY.map.last)
#define FFTC_MAP_PADDING (FFTC_PASS_KEY.map.padding)
#define FFTC_MAP_CONJUGATE (FFTC_PASS_KEY.map.conjugate)
#define FFTC_MAP_AT_2 (FFTC_PASS_KEY.map.at_2)
#define FFTC_MAP_COUNT_2 (FFTC_PASS_KEY.map.count_2)
#define FFTC_MAP_SRC_APART (FFTC_PASS_KEY.map.src_apart)
#define FFTC_MAP_DST_REAL (FFTC_PASS_KEY.map.dst_real)
#define FFTC_MAP_DST_COUNT_2 (FFTC_PASS_KEY.map.dst_count_2)
#define FFTC_MAP_DST_APART (FFTC_PASS_KEY.map.dst_apart)
#define FFTC_MAP_SIGNALS (FFTC_PASS_KEY.map.signals)
#define FFTC_MAP_DIGIT (FFTC_PASS_KEY.map.digit)
#define FFTC_MAP_BLOCK (FFTC_PASS_KEY.map.block)
#define FFTC_MAP_BLOCK_DIGIT (FFTC_PASS_KEY.map.block_digit)
#define FFTC_MAP_DST_ALL (FFTC_PASS_KEY.map.dst_all)
#define FFTC_MAP_DST_ALL_2 (FFTC_PASS_KEY.map.dst_all_2)
#define FFTC_MAP_BRICK (FFTC_PASS_KEY.map.brick != 0 ? FFTC_PASS_KEY.map.brick : 1u)
#define FFTC_MAP_BRICK_ROWS (FFTC_PASS_KEY.map.brick_rows)
#define FFTC_MAP_NEGATED (FFTC_PASS_KEY.map.negated)
#define FFTC_MAP_NEGATIVE (FFTC_PASS_KEY.map.negative)
#define FFTC_MAP_NEGATIVE_2 (FFTC_PASS_KEY.map.negative_2)

/* clang-format off */
#define FFTC_MAP_PARAMETERS(X) \
    X(MAP_SRC_REAL) X(MAP_WRAPPED) X(MAP_AT) X(MAP_MODULUS) X(MAP_BEGIN) X(MAP_END) \
    X(MAP_MIRRORED) X(MAP_LAST) X(MAP_PADDING) X(MAP_CONJUGATE) X(MAP_AT_2) X(MAP_COUNT_2) \
    X(MAP_SRC_APART) X(MAP_DST_REAL) X(MAP_DST_COUNT_2) X(MAP_DST_APART) X(MAP_SIGNALS) \
    X(MAP_DIGIT) X(MAP_BLOCK) X(MAP_BLOCK_DIGIT) X(MAP_DST_ALL) X(MAP_DST_ALL_2) X(MAP_NEGATED) \
    X(MAP_NEGATIVE) X(MAP_NEGATIVE_2) X(MAP_BRICK) X(MAP_BRICK_ROWS)
/* clang-format on */

#endif
