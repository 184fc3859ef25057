# SPDX-License-Identifier: MIT
"""Parameters of kernel headers that must agree with each other, or lie in a range: a fault is named."""
import itertools
import os
import pathlib
import re
import subprocess
import tempfile

import header_units
from header_units import include_flags, INCLUDES, PARAMETERS, PLANES, ROOT, run, SECOND, unit

# What a shader of one's own that includes a kernel header has beside PARAMETERS.
SHADER = {"FFTC_SUBGROUPS": "", "FFTC_SHARED_WORDS": "1024u", "FFTC_LINE_ONLY": "", "FFTC_LINE_WITH_6": "",
          "FFTC_LINE_WITH_10": ""}
# Of lines the number of invocations, and fft_pass.h without what comes on top of it.
LINES = {"FFTC_WORKGROUP_LOG2": None, "FFTC_GROUP": "FFTC_LINE_COUNT * FFTC_LINE_INVOCATIONS"}
ALONE = {"FFTC_CONVOLUTION_ROLE": None}
# The kernel header (of fftcore/kernel), what is defined otherwise (None: not at all), and what the compiler says.
AGREEMENTS = [
    ("exchange.h", {"FFTC_WORKGROUP_LOG2": "17u"}, "FFTC_WORKGROUP_LOG2_must_be_at_most_16"),
    ("exchange.h", {"FFTC_SHARED_WORDS": "63u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_EXCHANGE_SHARED_WORDS"),
    ("mirror.h", {"FFTC_SHARED_WORDS": "63u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_EXCHANGE_SHARED_WORDS"),
    ("workgroup_fft.h", {"FFTC_SHARED_WORDS": "127u", "FFTC_PRECISION": "64"},
     "FFTC_SHARED_WORDS_must_be_at_least_FFTC_EXCHANGE_SHARED_WORDS"),
    ("workgroup_fft.h", {"FFTC_ELEMENTS_LOG2": "0u"}, "FFTC_ELEMENTS_LOG2_must_be_1_to_30"),
    ("workgroup_fft.h", {"FFTC_ELEMENTS_LOG2": "-1"}, "FFTC_ELEMENTS_LOG2_must_be_1_to_30"),
    ("workgroup_fft.h", {"FFTC_ELEMENTS_LOG2": "26u"}, "FFTC_ELEMENTS_LOG2_and_FFTC_WORKGROUP_LOG2_must_sum_to_30_at_most"),
    ("workgroup_fft.h", {"FFTC_SUBGROUP_LOG2": "8u"}, "FFTC_SUBGROUP_LOG2_must_be_at_most_7"),
    ("workgroup_fft.h", {"FFTC_TWIDDLE_COMPUTED": "", "FFTC_TWIDDLE_STAGED": ""}, "FFTC_TWIDDLE_STAGED, not both"),
    ("butterfly_pass.h", {"FFTC_BUTTERFLY_LOG2": "0u"}, "FFTC_BUTTERFLY_LOG2_must_be_1_to_30"),
    ("butterfly_line.h", {"FFTC_BUTTERFLY_LOG2": "4u"}, "FFTC_BUTTERFLY_LOG2_must_be_at_least_FFTC_WORKGROUP_LOG2"),
    ("butterfly_line.h", {"FFTC_SHARED_WORDS": "255u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_BUTTERFLY_SHARED_WORDS"),
    ("difference_block.h", {"FFTC_DIFFERENCE_AXES": "4u"}, "FFTC_DIFFERENCE_AXES_must_be_1_to_3"),
    ("difference_block.h", {"FFTC_DIFFERENCE_REACH": "5u"}, "FFTC_DIFFERENCE_REACH_must_be_1_to_4"),
    ("difference_block.h", {"FFTC_DIFFERENCE_COLUMNS": "8u"},
     "FFTC_DIFFERENCE_COLUMNS_must_be_1_or_else_2_or_4_and_at_least_FFTC_DIFFERENCE_REACH"),
    ("difference_block.h", {"FFTC_DIFFERENCE_AXES": "2u"},
     "FFTC_DIFFERENCE_ROWS_must_be_1_to_8_and_1_unless_FFTC_DIFFERENCE_AXES_is_3"),
    ("difference_block.h", {"FFTC_DIFFERENCE_PLANES": "0u"},
     "FFTC_DIFFERENCE_PLANES_must_be_at_least_1_and_1_if_FFTC_DIFFERENCE_AXES_is_1"),
    ("difference_block.h", {"FFTC_SUBGROUP_LOG2": "1u"},
     "FFTC_SUBGROUP_LOG2_must_be_0_or_FFTC_DIFFERENCE_LANES_LOG2_and_columns_reach_over"),
    ("accessor.h", {"FFTC_CHANNELS": "0u"}, "FFTC_CHANNELS_must_be_at_least_1"),
    ("accessor.h", {"FFTC_ELEMENTS": "3u"}, "FFTC_ELEMENTS_must_be_at_least_1_shifted_by_FFTC_ELEMENTS_LOG2"),
    ("scan.h", {"FFTC_SUBGROUP_LOG2": "8u"}, "FFTC_SUBGROUP_LOG2_must_be_at_most_7"),
    ("scan.h", {"FFTC_SCAN_WORDS": "0u"}, "FFTC_SCAN_WORDS_must_be_at_least_1"),
    ("scan.h", {"FFTC_SHARED_WORDS": "79u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_SCAN_SHARED_WORDS"),
    ("scan.h", {"FFTC_SHARED_WORDS": "127u", "FFTC_SUBGROUP_LOG2": "0u"},
     "FFTC_SHARED_WORDS_must_be_at_least_FFTC_SCAN_SHARED_WORDS"),
    ("stencil.h", {"FFTC_TILE_WORDS": "0u"}, "FFTC_TILE_WORDS_must_be_at_least_1"),
    ("stencil.h", {"FFTC_TILE_COLUMNS_LOG2": "13u"}, "FFTC_TILE_COLUMNS_LOG2_must_be_at_most_12"),
    ("stencil.h", {"FFTC_TILE_ROWS_LOG2": "13u"}, "FFTC_TILE_ROWS_LOG2_must_be_at_most_12"),
    ("stencil.h", {"FFTC_TILE_REACH_COLUMNS": "4097u"}, "FFTC_TILE_REACH_COLUMNS_must_be_at_most_4096"),
    ("stencil.h", {"FFTC_TILE_REACH_ROWS": "4097u"}, "FFTC_TILE_REACH_ROWS_must_be_at_most_4096"),
    ("stencil.h", {"FFTC_TILE_ROWS_LOG2": "0u"}, "FFTC_TILE_COLUMNS_LOG2_and_FFTC_TILE_ROWS_LOG2_must_sum_to_FFTC_WORKGROUP"),
    ("stencil.h", {"FFTC_SHARED_WORDS": "447u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_TILE_SHARED_WORDS"),
    # Lines and passes. Of the parameters that are 0 or 1 some stand for all.
    ("line_fft.h", {"FFTC_LINE_STAGES": "7u"}, "FFTC_LINE_STAGES_must_be_1_to_6"),
    ("line_fft.h", {"FFTC_LINE_RADIX_0": "33u"}, "FFTC_LINE_RADIX_0_must_be_1_to_32"),
    ("line_fft.h", {"FFTC_LINE_RADIX_1": "1u"}, "FFTC_LINE_RADIX_1_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_2": "2u"}, "FFTC_LINE_RADIX_2_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_3": "2u"}, "FFTC_LINE_RADIX_3_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_4": "2u"}, "FFTC_LINE_RADIX_4_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_5": "2u"}, "FFTC_LINE_RADIX_5_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_1": "5u"}, "FFTC_LINE_RADIX_0_to_5_must_multiply_to_FFTC_LINE_POINTS"),
    ("line_fft.h", {"FFTC_LINE_INVOCATIONS": "0u"}, "FFTC_LINE_INVOCATIONS_must_be_at_least_1"),
    ("line_fft.h", {"FFTC_LINE_COUNT": "0u"}, "FFTC_LINE_COUNT_must_be_at_least_1"),
    ("line_fft.h", {"FFTC_LINE_REGISTERS": "19u"},
     "FFTC_LINE_REGISTERS_must_be_at_least_the_points_that_an_invocation_holds"),
    ("line_fft.h", {"FFTC_LINE_WORDS": "3u"}, "FFTC_LINE_WORDS_must_be_1_2_or_4_and_at_most_FFTC_COMPLEX_WORDS"),
    ("line_fft.h", {"FFTC_LINE_ROUNDS": "0u"}, "FFTC_LINE_ROUNDS_must_be_at_least_1"),
    ("line_fft.h", {"FFTC_LINE_PAD_LOG2": "32u"}, "FFTC_LINE_PAD_LOG2_must_be_at_most_31"),
    ("line_fft.h", {"FFTC_LINE_STRIDE": "60u"}, "FFTC_LINE_STRIDE_must_be_at_least_a_round_with_its_padding"),
    ("line_fft.h", {"FFTC_LINE_LOAD_ACROSS": "2u"}, "FFTC_LINE_LOAD_ACROSS_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_STORE_ACROSS": "2u"}, "FFTC_LINE_STORE_ACROSS_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_IN_SUBGROUP": "2u"}, "FFTC_LINE_IN_SUBGROUP_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_HELD": "2u"}, "FFTC_LINE_HELD_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_IN_PLACE": "2u"}, "FFTC_LINE_IN_PLACE_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_FACTORED": "2u"}, "FFTC_LINE_FACTORED_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_INVERSE": "2u"}, "FFTC_LINE_INVERSE_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_SCALED": "2u"}, "FFTC_LINE_SCALED_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_STAGES": "1u"},
     "FFTC_LINE_LOAD_ACROSS_and_FFTC_LINE_STORE_ACROSS_must_be_the_same_with_one_stage"),
    ("line_fft.h", {"FFTC_LINE_IN_SUBGROUP": "1u"},
     "FFTC_LINE_IN_SUBGROUP_needs_a_power_of_two_as_FFTC_LINE_INVOCATIONS_and_no_ACROSS"),
    ("line_fft.h", {"FFTC_LINE_INVOCATIONS": "2u", "FFTC_LINE_REGISTERS": "30u"},
     "FFTC_LINE_HELD_needs_at_most_8_factors_in_each_stage"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "3u"}, "FFTC_LINE_GATHERED_must_be_0_1_or_2"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "1u"}, "FFTC_LINE_GATHERED_needs_lines_that_are_neither_across_nor_factored"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "1u"},
     "FFTC_LINE_GATHERED_1_needs_one_stage_of_one_invocation_and_no_mirrors"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "2u"},
     "FFTC_LINE_GATHERED_2_needs_mirrors_within_lines_one_round_no_padding_and_registers"),
    ("line_fft.h", {**PLANES, "FFTC_LINE_PLANE": "3u"},
     "FFTC_LINE_PLANE_needs_powers_of_two_and_FFTC_LINE_PLANE_to_divide_the_invocations"),
    ("line_fft.h", {**PLANES, "FFTC_LINE_HELD": "1u"},
     "FFTC_LINE_PLANE_needs_lines_not_across_mirrored_gathered_held_or_factored"),
    ("line_fft.h", {**PLANES, "FFTC_LINE_PLANE": "4u"}, "FFTC_LINE_PLANE_STAGE_must_have_the_radices_of_a_row_before_it"),
    ("line_mirror.h", {"FFTC_LINE_MIRRORED_LOAD": "1u"},
     "FFTC_LINE_MIRRORED_LOAD_or_FFTC_LINE_MIRRORED_STORE_must_be_0_the_other_at_most_2"),
    ("line_mirror.h", {"FFTC_LINE_MIRRORED_LOAD": "2u", "FFTC_LINE_MIRRORED_STORE": "0u"},
     "FFTC_LINE_MIRRORED_LOAD_2_needs_FFTC_LINE_LOAD_ACROSS"),
    ("line_mirror.h", {"FFTC_LINE_STORE_ACROSS": "0u"}, "FFTC_LINE_MIRRORED_STORE_2_needs_FFTC_LINE_STORE_ACROSS"),
    ("line_mirror.h", {"FFTC_LINE_COUNT": "5u"}, "FFTC_LINE_MIRRORED_2_needs_an_even_FFTC_LINE_COUNT"),
    ("line_mirror.h", {"FFTC_LINE_MIRRORED_LOAD": "1u", "FFTC_LINE_MIRRORED_STORE": "0u", "FFTC_LINE_INVOCATIONS": "2u"},
     "FFTC_LINE_MIRRORED_LOAD_needs_an_even_number_of_butterflies_of_FFTC_LINE_RADIX_0"),
    ("line_mirror.h", {"FFTC_LINE_INVOCATIONS": "10u"},
     "FFTC_LINE_MIRRORED_STORE_needs_an_even_number_of_butterflies_of_the_last_radix"),
    ("line_fft.h", {"FFTC_SHARED_WORDS": "243u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_LINE_SHARED_WORDS"),
    ("fft_pass.h", {"FFTC_PASS_LINES": "0u"}, "FFTC_PASS_LINES_must_be_at_least_1"),
    ("fft_pass.h", {"FFTC_PASS_BEFORE": "3u"}, "FFTC_PASS_BEFORE_must_divide_FFTC_PASS_LINES"),
    ("fft_pass.h", {"FFTC_PASS_EVEN": "2u"}, "FFTC_PASS_EVEN_must_be_0_or_1"),
    ("fft_pass.h", {"FFTC_PASS_DIGITS": "5u"}, "FFTC_PASS_DIGITS_must_be_at_most_4"),
    ("fft_pass.h", {"FFTC_PASS_BEFORE": "1u", "FFTC_PASS_FINE": "1u"},
     "FFTC_LINE_FACTORED_needs_FFTC_PASS_BEFORE_above_1"),
    ("fft_pass.h", {**ALONE, "FFTC_LINE_FACTORED": "0u"}, "FFTC_PASS_BEFORE_above_1_needs_FFTC_LINE_FACTORED"),
    ("fft_pass.h", {"FFTC_PASS_SRC_BEGIN": "211u"}, "FFTC_PASS_SRC_BEGIN_must_be_at_most_FFTC_PASS_SRC_END"),
    ("fft_pass.h", {"FFTC_PASS_DST_BEGIN": "421u"}, "FFTC_PASS_DST_BEGIN_must_be_at_most_FFTC_PASS_DST_END"),
    ("fft_pass.h", {**ALONE, "FFTC_PASS_SRC_END": "481u"},
     "FFTC_PASS_SRC_END_must_be_at_most_FFTC_PASS_LINES_times_FFTC_LINE_POINTS"),
    ("fft_pass.h", {**ALONE, "FFTC_PASS_DST_END": "481u"},
     "FFTC_PASS_DST_END_must_be_at_most_FFTC_PASS_LINES_times_FFTC_LINE_POINTS"),
    ("fft_pass.h", {**ALONE, "FFTC_PASS_BEFORE": "4u"},
     "FFTC_PASS_DST_BEGIN_and_FFTC_PASS_DST_END_must_be_all_but_in_the_last_pass"),
    ("fft_pass.h", {"FFTC_PASS_BESIDE": "6u"}, "FFTC_PASS_BESIDE_must_be_at_most_FFTC_PASS_BESIDE_ALL"),
    ("fft_pass.h", {"FFTC_PASS_FINE": "9u"}, "FFTC_PASS_FINE_must_be_1_to_FFTC_PASS_BEFORE"),
    ("fft_pass.h", {**PLANES, "FFTC_PASS_LINES": "2u"}, "FFTC_LINE_PLANE_needs_FFTC_PASS_LINES_to_be_1"),
    ("fft_pass.h", {"FFTC_PASS_SRC_ROWS": "0u"}, "FFTC_PASS_SRC_COLUMNS_and_FFTC_PASS_SRC_ROWS_must_be_at_least_1"),
    ("fft_pass.h", {"FFTC_PASS_DST_COLUMNS": "0u"}, "FFTC_PASS_DST_COLUMNS_and_FFTC_PASS_DST_ROWS_must_be_at_least_1"),
    ("fft_pass.h", {"FFTC_PASS_SRC_STRIDE": "2u"}, "FFTC_PASS_SRC_STRIDE_must_be_1_with_bricks"),
    ("fft_pass.h", {"FFTC_PASS_DST_ROWS": "4u"}, "FFTC_PASS_DST_STRIDE_must_be_1_with_bricks"),
    ("real_pass.h", {"FFTC_REAL_LOAD": "14u"}, "FFTC_REAL_LOAD_must_be_one_of_FFTC_EDGE"),
    ("real_pass.h", {"FFTC_REAL_STORE": "14u"}, "FFTC_REAL_STORE_must_be_one_of_FFTC_EDGE"),
    ("real_pass.h", {"FFTC_REAL_SINE": "2u"}, "FFTC_REAL_SINE_must_be_0_or_1"),
    ("real_pass.h", {"FFTC_REAL_ORTHOGONAL": "2u"}, "FFTC_REAL_ORTHOGONAL_must_be_0_or_1"),
    ("real_pass.h", {"FFTC_REAL_ONCE": "2u"}, "FFTC_REAL_ONCE_must_be_0_or_1"),
    ("real_pass.h", {"FFTC_REAL_POINTS": "480u"},
     "FFTC_REAL_POINTS_must_fit_FFTC_PASS_LINES_times_FFTC_LINE_POINTS_as_FFTC_REAL_LOAD_says"),
    ("real_pass.h", {"FFTC_REAL_STORE": "FFTC_EDGE_REALS"},
     "FFTC_REAL_POINTS_must_fit_FFTC_PASS_LINES_times_FFTC_LINE_POINTS_as_FFTC_REAL_STORE_says"),
    ("real_pass.h", {"FFTC_REAL_LOAD": "FFTC_EDGE_SPECTRUM"},
     "FFTC_REAL_LOAD_of_spectra_of_pairs_needs_FFTC_LINE_MIRRORED_LOAD"),
    ("real_pass.h", {"FFTC_LINE_MIRRORED_STORE": "0u"},
     "FFTC_REAL_STORE_of_spectra_of_pairs_needs_FFTC_LINE_MIRRORED_STORE"),
    ("real_pass.h", {"FFTC_PASS_LINES": "7u"}, "FFTC_LINE_MIRRORED_2_needs_an_even_FFTC_PASS_LINES"),
    ("mapped_pass.h", {"FFTC_MAP_WRAPPED": "3u"}, "FFTC_MAP_WRAPPED_must_be_0_1_or_2"),
    ("mapped_pass.h", {"FFTC_MAP_MODULUS": "0u"}, "FFTC_MAP_WRAPPED_1_needs_FFTC_MAP_MODULUS_above_0"),
    ("mapped_pass.h", {"FFTC_MAP_MIRRORED": "2u"}, "FFTC_MAP_MIRRORED_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_CONJUGATE": "2u"}, "FFTC_MAP_CONJUGATE_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_SRC_REAL": "2u"}, "FFTC_MAP_SRC_REAL_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_DST_REAL": "2u"}, "FFTC_MAP_DST_REAL_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_NEGATED": "2u"}, "FFTC_MAP_NEGATED_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_BEGIN": "291u"}, "FFTC_MAP_BEGIN_must_be_at_most_FFTC_MAP_END"),
    ("mapped_pass.h", {"FFTC_PASS_SRC_BEGIN": "3u"}, "FFTC_PASS_SRC_BEGIN_must_be_0_with_maps"),
    ("mapped_pass.h", {"FFTC_PASS_DST_BEGIN": "3u"}, "FFTC_PASS_DST_BEGIN_must_be_0_with_maps"),
    ("mapped_pass.h", {"FFTC_MAP_DIGIT": "3u"}, "FFTC_MAP_DIGIT_must_be_below_FFTC_PASS_DIGITS"),
    ("mapped_pass.h", {"FFTC_MAP_BLOCK_DIGIT": "3u"}, "FFTC_MAP_BLOCK_DIGIT_must_be_below_FFTC_PASS_DIGITS"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_ROLE": "4u"}, "FFTC_CONVOLUTION_ROLE_must_be_1_2_or_3"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_FIRST": "2u"}, "FFTC_CONVOLUTION_FIRST_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_LAST": "2u"}, "FFTC_CONVOLUTION_LAST_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_WEIGHTED": "2u"}, "FFTC_CONVOLUTION_WEIGHTED_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_RIGHT_ANGLE": "2u"}, "FFTC_CONVOLUTION_RIGHT_ANGLE_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_CONJUGATE": "2u"}, "FFTC_CONVOLUTION_CONJUGATE_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_EVEN": "2u"}, "FFTC_CONVOLUTION_EVEN_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_WEIGHTED": "0u"},
     "FFTC_CONVOLUTION_RIGHT_ANGLE_needs_FFTC_CONVOLUTION_WEIGHTED"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_ROWS": "0u"}, "FFTC_CONVOLUTION_ROWS_must_be_at_least_1"),
    ("resample_line.h", {"FFTC_RESAMPLED": "4u"}, "FFTC_RESAMPLED_must_be_at_most_3"),
    ("resample_line.h", {"FFTC_RESAMPLED_HALVED": "2u"}, "FFTC_RESAMPLED_HALVED_must_be_0_or_1"),
    ("resample_line.h", {"FFTC_RESAMPLED_QUARTER": "2u"}, "FFTC_RESAMPLED_QUARTER_must_be_0_or_1"),
    ("resample_line.h", {"FFTC_RESAMPLED_SHIFTED": "2u"}, "FFTC_RESAMPLED_SHIFTED_must_be_0_or_1"),
]
ON_LINES = {"line_fft.h", "line_mirror.h", "fft_pass.h", "real_pass.h", "mapped_pass.h", "convolution_pass.h",
            "resample_line.h"}
# The same for shaders alone: the last word is what follows the headers.
SHADER_AGREEMENTS = [
    ("workgroup_fft.h", {"FFTC_SUBGROUPS": None}, "FFTC_SUBGROUP_LOG2_above_0_needs_FFTC_SUBGROUPS", ""),
    ("scan.h", {"FFTC_SUBGROUPS": None}, "FFTC_SUBGROUP_LOG2_above_0_needs_FFTC_SUBGROUPS", ""),
    ("workgroup_fft.h", {}, "local_size", "layout(local_size_x = 64) in;"),
    ("workgroup_fft.h", {}, "local_size", "layout(local_size_x = 32, local_size_y = 2) in;"),
    ("workgroup_fft.h", {"FFTC_LOCAL_SIZE": "local_size_x = 8, local_size_y = 8"},
     "FFTC_LOCAL_SIZE_must_have_FFTC_GROUP_invocations", ""),
    ("workgroup_fft.h", {"FFTC_GROUP": "64"}, "FFTC_GROUP_must_be_1_shifted_by_FFTC_WORKGROUP_LOG2", ""),
    ("scan.h", {"FFTC_WORKGROUP_LOG2": None}, "define FFTC_WORKGROUP_LOG2 before common/workgroup.glsl",
     "#define FFTC_WORKGROUP_LOG2 5u\n#include \"fftcore/kernel/scan.h\""),
    ("workgroup.h", {"FFTC_SHARED_WORDS": None}, "define FFTC_SHARED_WORDS", ""),
    ("line_fft.h", {"FFTC_GROUP": "25"}, "FFTC_GROUP_must_be_FFTC_LINE_COUNT_times_FFTC_LINE_INVOCATIONS", ""),
    ("line_fft.h", {"FFTC_SUBGROUPS": None, "FFTC_LINE_IN_SUBGROUP": "1u"}, "FFTC_LINE_IN_SUBGROUP_needs_FFTC_SUBGROUPS", ""),
    ("workgroup.h", {"FFTC_SHARED_WORDS": "0"}, "FFTC_SHARED_WORDS_must_be_at_least_1", ""),
]
# And what is right, or not to be known while compiling.
RIGHT_SHADERS = [
    ("workgroup_fft.h", {"FFTC_SHARED_WORDS": "FFTC_EXCHANGE_SHARED_WORDS"}, "layout(local_size_x = 32) in;"),
    ("workgroup_fft.h", {"FFTC_SUBGROUPS": None, "FFTC_SUBGROUP_LOG2": "0u"}, ""),
    ("workgroup_fft.h", {"FFTC_LOCAL_SIZE": "local_size_x = 8, local_size_y = 4"}, ""),
    ("workgroup_fft.h", {"FFTC_GROUP": "32u"}, ""),
    ("scan.h", {"FFTC_SHARED_WORDS": "FFTC_SCAN_SHARED_WORDS"}, ""),
    ("stencil.h", {"FFTC_SHARED_WORDS": "FFTC_TILE_SHARED_WORDS"}, ""),
    ("workgroup.h", {"FFTC_WORKGROUP_LOG2": None}, "layout(local_size_x = 100) in;"),
    ("workgroup_fft.h", {"FFTC_UNCHECKED": "layout(constant_id = 0) const uint elements_log2 = 2u;",
                         "FFTC_ELEMENTS_LOG2": "elements_log2"}, "layout(local_size_x = 32) in;"),
]


# An element by its position, and as what an invocation has at an offset.
POSITIONS = """
fftc_uint fftc_workgroup_index(void) { return 0; }
fftc_pass_layout fftc_pass_get_layout(void) { return (fftc_pass_layout){.lines = 100, .count = {4, 5, 5}}; }
fftc_complex fftc_get(fftc_uint i) { return fftc_complex_make((fftc_real)(i + 1), 2); }
fftc_real fftc_get_real(fftc_uint i) { return (fftc_real)(i + 1); }
void fftc_set(fftc_uint i, fftc_complex x) { (void)i, (void)x; }
void fftc_set_real(fftc_uint i, fftc_real x) { (void)i, (void)x; }
int main(void)
{
    int there = 0;
    for (fftc_uint i = 0; i < FFTC_LINE_COUNT * FFTC_LINE_POINTS; ++i) {
        fftc_uint p = i % FFTC_LINE_POINTS, t = p % FFTC_LINE_INVOCATIONS;
        fftc_complex x = fftc_line_get(i / FFTC_LINE_POINTS, p);
        fftc_complex y = fftc_line_get_near(i / FFTC_LINE_POINTS, t, p - t);
        if (x.re != y.re || x.im != y.im) {
            return 1;
        }
        there += x.re != 0;
    }
    return there < 100;
}
"""


def changed(defines, changes):
    return {name: value for name, value in {**defines, **changes}.items() if value is not None}


def stranger(header, changes, tail):
    """A shader as somebody writes it who has the header of a kernel."""
    lines = LINES if header in ON_LINES else {}
    defines = changed({**PARAMETERS, **SHADER, **lines}, changes)
    head = defines.get("FFTC_UNCHECKED", "")
    return "\n".join(["#version 450", "#extension GL_GOOGLE_include_directive : require",
                      *(f"#define {name} {value}" for name, value in defines.items() if name != "FFTC_UNCHECKED"),
                      *(["#define FFTC_UNCHECKED", head] if head else []),
                      '#include "common/workgroup.glsl"', f'#include "fftcore/kernel/{header}"', tail, "void main() {}", ""])


def agree(fault):
    """A faulty shader, or C unit, is refused by an error that says what is required; the right one is not."""
    INCLUDES[1:] = [ROOT / "shaders"]
    headers = sorted({header for header, *_ in AGREEMENTS + SHADER_AGREEMENTS})
    # Both languages read the same conditions: of them GLSL sees every fourth every day, gcc every second.
    shaders = [(*case, "") for case in AGREEMENTS[::1 if header_units.ALL else 4]] + SHADER_AGREEMENTS
    shaders += [(header, changes, None, tail) for header, changes, tail in RIGHT_SHADERS]
    shaders += [(header, {}, None, "") for header in headers]
    for header, changes, phrase, tail in shaders:
        done = subprocess.run(["glslc", "--target-env=vulkan1.1", "-fshader-stage=comp", "-Werror", *include_flags(), "-",
                               "-o", "-"], input=stranger(header, changes, tail).encode(), capture_output=True, check=False)
        output = done.stderr.decode()
        good = phrase in output if phrase else done.returncode == 0
        yield f"glslc {header} {changes} {tail}", 0 if good else 1, output or "compiled"
    # And so does what the documents show.
    for text in re.findall(r"^```glsl\n(.*?)^```$", (ROOT / "docs/shader-fft.md").read_text(), flags=re.M | re.S):
        status, output = run(["glslc", "--target-env=vulkan1.1", "-fshader-stage=comp", "-Werror", *include_flags(), "-", "-o",
                              os.devnull], text)
        yield "docs/shader-fft.md", status, output
    # The other compiler, of the same parser, says it too.
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name) / "faulty.comp"
        source.write_text(stranger("exchange.h", AGREEMENTS[1][1], ""))
        status, output = run(["glslangValidator", "-V", "--target-env", "vulkan1.1", *include_flags(), str(source), "-o",
                              str(source.with_suffix(".spv"))])
        yield "glslangValidator", 0 if status != 0 and AGREEMENTS[1][2] in output else 1, output
    units = AGREEMENTS[::1 if header_units.ALL else 2] + [(header, {}, None) for header in headers]
    for (header, changes, phrase), name in itertools.product(units, ("gcc", "clang")):
        if name in SECOND and not header_units.ALL and (phrase is None or header != "exchange.h"):
            continue
        text = unit(f"fftcore/kernel/{header}", changed({**PARAMETERS, **SHADER}, changes))
        status, output = run([name, "-x", "c", "-std=c11", "-Wall", "-Wpedantic", "-fsyntax-only", *include_flags(), "-"], text)
        good = status != 0 and phrase in output if phrase else (status, output) == (0, "")
        yield f"{name} {header} {changes}", 0 if good else 1, output or "compiled"
    status, output = run(["gcc", "-x", "c", "-fsyntax-only", *include_flags(), "-"],
                         unit("fftcore/kernel/dialect.h", {"FFTC_LANES": 3}))
    yield "FFTC_LANES 3", 0 if status != 0 and "FFTC_LANES must be" in output else 1, output
    # A variable cannot be judged while compiling, so it is let through.
    variable = unit("fftcore/kernel/workgroup_fft.h", {**PARAMETERS, "FFTC_ELEMENTS_LOG2": "elements_log2"})
    for name, language in (("gcc", "c"), ("clang", "c"), ("g++", "c++"), ("clang++", "c++")):
        status, output = run([name, "-x", language, "-fsyntax-only", *include_flags(), "-"],
                             "static unsigned elements_log2;\n" + variable)
        yield f"{name} with a variable", status, output
    # As positions and offsets do, where the source has numbers that follow each other.
    for real in ("0u", "1u"):
        text = unit("fftcore/kernel/mapped_pass.h", {**PARAMETERS, "FFTC_MAP_SRC_REAL": real, "FFTC_MAP_MIRRORED": "0u",
                                                     "FFTC_MAP_BLOCK": "0u"})
        with tempfile.TemporaryDirectory() as name:
            status, output = run(["gcc", "-x", "c", "-O1", *include_flags(), "-", "-o", f"{name}/positions"], text + POSITIONS)
            yield f"positions, real {real}", *((status, output) if status else run([f"{name}/positions"]))
