/* SPDX-License-Identifier: MIT
 *
 * Several precisions in one C or C++ unit: the kernel headers, included once for each.
 *
 *     #define FFTC_PRECISION 32
 *     #define FFTC_SUFFIX _f32
 *     #include "fftcore/kernel/precision.h"
 *     #include "my_kernel_tmpl.h"            // includes kernel headers, defines accessors
 *
 *     #undef FFTC_PRECISION
 *     #undef FFTC_SUFFIX
 *     #define FFTC_PRECISION 64
 *     #define FFTC_SUFFIX _f64
 *     #include "fftcore/kernel/precision.h"
 *     #include "my_kernel_tmpl.h"
 *
 * Each time this header forgets that those which depend on the precision have been read. Every name
 * in them, accessors included, is a macro that appends FFTC_SUFFIX as it stands where the name
 * is used: the text above makes fftc_complex_f32 and fftc_complex_f64, and code below it that says
 * fftc_complex means the latter. FFTC_RENAME(name) does the same for names of your own.
 *
 * What does not depend on the precision keeps its name and is read once: fftc_uint, order.h,
 * workgroup.h. Since the parameters (FFTC_ELEMENTS_LOG2, ...) are macros too, the same re-inclusion
 * serves two sizes of one precision. FFTC_LANES is one number for the whole unit.
 *
 * To be included before any kernel header, and before fftcore/emulate.h. GLSL has no need of it: a
 * shader has one precision.
 *
 * A name that is missing below is a redefinition when the headers are read again, and does not
 * compile.
 */
#ifndef FFTC_PRECISION
#error "define FFTC_PRECISION, 16, 32 or 64, before precision.h"
#endif
#ifndef FFTC_SUFFIX
#error "define FFTC_SUFFIX, what to append to the names of this precision, before precision.h"
#endif
#if defined(FFTC_DIALECT_H) && !defined(FFTC_RENAME)
#error "include precision.h before the first kernel header"
#endif
#if defined(FFTCORE_EMULATE_H) && !defined(FFTC_RENAME)
#error "include precision.h before fftcore/emulate.h"
#endif

#undef FFTC_DIALECT_H
#undef FFTC_DIALECT_C_H
#undef FFTC_GROUP_H
#undef FFTC_SUBGROUP_H
#undef FFTC_COMPLEX_H
#undef FFTC_TWIDDLE_H
#undef FFTC_BUTTERFLY_H
#undef FFTC_CODELET_H
#undef FFTC_CODELET_POWER_H
#undef FFTC_CODELET_PRIME_H
#undef FFTC_EXCHANGE_H
#undef FFTC_MIRROR_H
#undef FFTC_WORKGROUP_FFT_H
#undef FFTC_ACCESSOR_H
#undef FFTC_REAL_H
#undef FFTC_REAL_PAIR_H
#undef FFTC_RESAMPLE_H
#undef FFTC_RESAMPLE_FILTER_H
#undef FFTC_RESAMPLE_LINE_H
#undef FFTC_RESAMPLE_SINC_H
#undef FFTC_SPECTRUM_H
#undef FFTC_CODELET_COMPOSITE_H
#undef FFTC_CODELET_COPRIME_H
#undef FFTC_CODELET_ODD_ROOTS_H
#undef FFTC_CODELET_ODD_H
#undef FFTC_LINE_H
#undef FFTC_LINE_PARAMETERS_H
#undef FFTC_PASS_PARAMETERS_H
#undef FFTC_LINE_CROSS_H
#undef FFTC_LINE_GATHER_H
#undef FFTC_LINE_ROWS_H
#undef FFTC_LINE_HELD_H
#undef FFTC_LINE_FFT_H
#undef FFTC_LINE_MIRROR_H
#undef FFTC_FFT_PASS_H
#undef FFTC_LINE_CONVOLUTION_H
#undef FFTC_CONVOLUTION_PASS_H
#undef FFTC_PIXEL_H
#undef FFTC_BLOOM_EDGE_H
#undef FFTC_REAL_ACCESSOR_H
#undef FFTC_REAL_PASS_H
#undef FFTC_REAL_MIRROR_H
#undef FFTC_MAPPED_PASS_H
#undef FFTC_HALVES_H
#undef FFTC_EDGE_H
#undef FFTC_COMPLEX_WORDS

#ifndef FFTC_RENAME
#define FFTC_PASTE_TOKENS(name, suffix) name##suffix
#define FFTC_PASTE(name, suffix) FFTC_PASTE_TOKENS(name, suffix)
/* A macro is not expanded within its own expansion: the name reaches the paste as it is. */
#define FFTC_RENAME(name) FFTC_PASTE(name, FFTC_SUFFIX)

/* dialect_c.h */
#define fftc_scalar FFTC_RENAME(fftc_scalar)
#define fftc_wide_scalar FFTC_RENAME(fftc_wide_scalar)
#define fftc_real FFTC_RENAME(fftc_real)
#define fftc_wide FFTC_RENAME(fftc_wide)
#define fftc_real_splat FFTC_RENAME(fftc_real_splat)
#define fftc_wide_splat FFTC_RENAME(fftc_wide_splat)
#define fftc_real_from_wide FFTC_RENAME(fftc_real_from_wide)
#define fftc_wide_from_uint FFTC_RENAME(fftc_wide_from_uint)
#define fftc_select FFTC_RENAME(fftc_select)
#define fftc_select_wide FFTC_RENAME(fftc_select_wide)
#define fftc_mask FFTC_RENAME(fftc_mask)
#define fftc_wide_mask FFTC_RENAME(fftc_wide_mask)
#define fftc_element_get FFTC_RENAME(fftc_element_get)
#define fftc_element_set FFTC_RENAME(fftc_element_set)
#define fftc_wide_exp2_minus FFTC_RENAME(fftc_wide_exp2_minus)
#define fftc_word_from_real FFTC_RENAME(fftc_word_from_real)
#define fftc_real_from_word FFTC_RENAME(fftc_real_from_word)
#define fftc_real_bits FFTC_RENAME(fftc_real_bits)
#define fftc_bits_from_real FFTC_RENAME(fftc_bits_from_real)
#define fftc_real_from_bits FFTC_RENAME(fftc_real_from_bits)
#define fftc_word_from_reals FFTC_RENAME(fftc_word_from_reals)
#define fftc_real_from_word_low FFTC_RENAME(fftc_real_from_word_low)
#define fftc_real_from_word_high FFTC_RENAME(fftc_real_from_word_high)
#define fftc_word_low FFTC_RENAME(fftc_word_low)
#define fftc_word_high FFTC_RENAME(fftc_word_high)
#define fftc_real_from_words FFTC_RENAME(fftc_real_from_words)

/* complex.h */
#define fftc_complex FFTC_RENAME(fftc_complex)
#define fftc_complex_make FFTC_RENAME(fftc_complex_make)
#define fftc_complex_add FFTC_RENAME(fftc_complex_add)
#define fftc_complex_sub FFTC_RENAME(fftc_complex_sub)
#define fftc_complex_mul FFTC_RENAME(fftc_complex_mul)
#define fftc_complex_conj FFTC_RENAME(fftc_complex_conj)
#define fftc_complex_mul_conj FFTC_RENAME(fftc_complex_mul_conj)
#define fftc_complex_scale FFTC_RENAME(fftc_complex_scale)
#define fftc_complex_neg FFTC_RENAME(fftc_complex_neg)
#define fftc_complex_mul_i FFTC_RENAME(fftc_complex_mul_i)
#define fftc_complex_mul_minus_i FFTC_RENAME(fftc_complex_mul_minus_i)
#define fftc_complex_add_i FFTC_RENAME(fftc_complex_add_i)
#define fftc_complex_sub_i FFTC_RENAME(fftc_complex_sub_i)
#define fftc_complex_add_scaled FFTC_RENAME(fftc_complex_add_scaled)
#define fftc_complex_sub_scaled FFTC_RENAME(fftc_complex_sub_scaled)
#define fftc_complex_add_i_scaled FFTC_RENAME(fftc_complex_add_i_scaled)
#define fftc_complex_sub_i_scaled FFTC_RENAME(fftc_complex_sub_i_scaled)
#define fftc_complex_swap FFTC_RENAME(fftc_complex_swap)
#define fftc_complex_norm FFTC_RENAME(fftc_complex_norm)
#define fftc_complex_select FFTC_RENAME(fftc_complex_select)
#define fftc_complex_words FFTC_RENAME(fftc_complex_words)
#define fftc_words_from_complex FFTC_RENAME(fftc_words_from_complex)
#define fftc_complex_from_words FFTC_RENAME(fftc_complex_from_words)

/* resample.h, resample_filter.h, resample_line.h */
#define fftc_resample_sinc_rest FFTC_RENAME(fftc_resample_sinc_rest)
#define fftc_resample_place FFTC_RENAME(fftc_resample_place)
#define fftc_resample_weights FFTC_RENAME(fftc_resample_weights)
#define fftc_resample_find FFTC_RENAME(fftc_resample_find)
#define fftc_resample_taps FFTC_RENAME(fftc_resample_taps)
#define fftc_resample_near FFTC_RENAME(fftc_resample_near)
#define fftc_resample_far FFTC_RENAME(fftc_resample_far)
#define fftc_resample_sinc FFTC_RENAME(fftc_resample_sinc)
#define fftc_resample_weigh FFTC_RENAME(fftc_resample_weigh)
#define fftc_resample_get FFTC_RENAME(fftc_resample_get)
#define fftc_resample_element FFTC_RENAME(fftc_resample_element)
#define fftc_resample_element_of FFTC_RENAME(fftc_resample_element_of)
#define fftc_resample_line_fetch FFTC_RENAME(fftc_resample_line_fetch)
#define fftc_resample_line_word FFTC_RENAME(fftc_resample_line_word)
#define fftc_resample_line_each FFTC_RENAME(fftc_resample_line_each)
#define fftc_resample_line_values FFTC_RENAME(fftc_resample_line_values)
#define fftc_resample_line_begin FFTC_RENAME(fftc_resample_line_begin)
#define fftc_resample_line_near FFTC_RENAME(fftc_resample_line_near)
#define fftc_resample_fetch FFTC_RENAME(fftc_resample_fetch)
#define fftc_resample FFTC_RENAME(fftc_resample)
#define fftc_bilinear_lookups FFTC_RENAME(fftc_bilinear_lookups)
#define fftc_bilinear_weigh FFTC_RENAME(fftc_bilinear_weigh)
#define fftc_resample_lookup FFTC_RENAME(fftc_resample_lookup)
#define fftc_resample_bilinear FFTC_RENAME(fftc_resample_bilinear)

/* spectrum.h */
#define fftc_spectrum_centre FFTC_RENAME(fftc_spectrum_centre)
#define fftc_spectrum_sharpen FFTC_RENAME(fftc_spectrum_sharpen)
#define fftc_luminance FFTC_RENAME(fftc_luminance)
#define fftc_spectrum_power FFTC_RENAME(fftc_spectrum_power)
#define fftc_spectrum_multiply_pair FFTC_RENAME(fftc_spectrum_multiply_pair)

/* twiddle.h */
#define fftc_twiddle_compute FFTC_RENAME(fftc_twiddle_compute)
#define fftc_twiddle FFTC_RENAME(fftc_twiddle)
#define fftc_twiddle_stage_get FFTC_RENAME(fftc_twiddle_stage_get)
#define fftc_twiddle_get FFTC_RENAME(fftc_twiddle_get)

/* butterfly.h */
#define fftc_pair FFTC_RENAME(fftc_pair)
#define fftc_pair_make FFTC_RENAME(fftc_pair_make)
#define fftc_butterfly_dif FFTC_RENAME(fftc_butterfly_dif)
#define fftc_butterfly_dit FFTC_RENAME(fftc_butterfly_dit)
#define fftc_pair_scale FFTC_RENAME(fftc_pair_scale)
#define fftc_butterfly_position FFTC_RENAME(fftc_butterfly_position)

/* codelet.h, codelet_power.h, codelet_prime.h */
#define fftc_complex_2 FFTC_RENAME(fftc_complex_2)
#define fftc_complex_4 FFTC_RENAME(fftc_complex_4)
#define fftc_complex_8 FFTC_RENAME(fftc_complex_8)
#define fftc_complex_16 FFTC_RENAME(fftc_complex_16)
#define fftc_dft_2 FFTC_RENAME(fftc_dft_2)
#define fftc_complex_4_make FFTC_RENAME(fftc_complex_4_make)
#define fftc_dft_4 FFTC_RENAME(fftc_dft_4)
#define fftc_dft_8 FFTC_RENAME(fftc_dft_8)
#define fftc_dft_8_row_3 FFTC_RENAME(fftc_dft_8_row_3)
#define fftc_dft_8_row_2 FFTC_RENAME(fftc_dft_8_row_2)
#define fftc_dft_8_row_1 FFTC_RENAME(fftc_dft_8_row_1)
#define fftc_dft_16_row_1 FFTC_RENAME(fftc_dft_16_row_1)
#define fftc_dft_16_row_2 FFTC_RENAME(fftc_dft_16_row_2)
#define fftc_dft_16_row_3 FFTC_RENAME(fftc_dft_16_row_3)
#define fftc_dft_16 FFTC_RENAME(fftc_dft_16)
#define fftc_dft_2_inverse FFTC_RENAME(fftc_dft_2_inverse)
#define fftc_dft_4_inverse FFTC_RENAME(fftc_dft_4_inverse)
#define fftc_dft_8_inverse FFTC_RENAME(fftc_dft_8_inverse)
#define fftc_dft_16_inverse FFTC_RENAME(fftc_dft_16_inverse)
#define fftc_complex_3 FFTC_RENAME(fftc_complex_3)
#define fftc_complex_5 FFTC_RENAME(fftc_complex_5)
#define fftc_complex_7 FFTC_RENAME(fftc_complex_7)
#define fftc_complex_11 FFTC_RENAME(fftc_complex_11)
#define fftc_complex_13 FFTC_RENAME(fftc_complex_13)
#define fftc_complex_add_scaled_4 FFTC_RENAME(fftc_complex_add_scaled_4)
#define fftc_dft_3 FFTC_RENAME(fftc_dft_3)
#define fftc_dft_5 FFTC_RENAME(fftc_dft_5)
#define fftc_dft_7 FFTC_RENAME(fftc_dft_7)
#define fftc_dft_11 FFTC_RENAME(fftc_dft_11)
#define fftc_complex_6 FFTC_RENAME(fftc_complex_6)
#define fftc_dft_13_cosines FFTC_RENAME(fftc_dft_13_cosines)
#define fftc_dft_13_sines FFTC_RENAME(fftc_dft_13_sines)
#define fftc_dft_13 FFTC_RENAME(fftc_dft_13)
#define fftc_dft_3_inverse FFTC_RENAME(fftc_dft_3_inverse)
#define fftc_dft_5_inverse FFTC_RENAME(fftc_dft_5_inverse)
#define fftc_dft_7_inverse FFTC_RENAME(fftc_dft_7_inverse)
#define fftc_dft_11_inverse FFTC_RENAME(fftc_dft_11_inverse)
#define fftc_dft_13_inverse FFTC_RENAME(fftc_dft_13_inverse)

/* exchange.h */
#define fftc_trade_shared FFTC_RENAME(fftc_trade_shared)
#define fftc_trade_subgroup FFTC_RENAME(fftc_trade_subgroup)
#define fftc_exchange_send FFTC_RENAME(fftc_exchange_send)
#define fftc_exchange_receive FFTC_RENAME(fftc_exchange_receive)
#define fftc_exchange_shared FFTC_RENAME(fftc_exchange_shared)
#define fftc_exchange_subgroup FFTC_RENAME(fftc_exchange_subgroup)

/* mirror.h */
#define fftc_mirror_local_info FFTC_RENAME(fftc_mirror_local_info)
#define fftc_get_nabla_mirror_local_info FFTC_RENAME(fftc_get_nabla_mirror_local_info)
#define fftc_mirror_global_info FFTC_RENAME(fftc_mirror_global_info)
#define fftc_get_nabla_mirror_global_info FFTC_RENAME(fftc_get_nabla_mirror_global_info)
#define fftc_mirror_get FFTC_RENAME(fftc_mirror_get)
#define fftc_mirror_trade FFTC_RENAME(fftc_mirror_trade)

/* workgroup_fft.h */
#define fftc_get FFTC_RENAME(fftc_get)
#define fftc_set FFTC_RENAME(fftc_set)
#define fftc_stage_enter FFTC_RENAME(fftc_stage_enter)
#define fftc_stage_store FFTC_RENAME(fftc_stage_store)
#define fftc_shuffle_log2 FFTC_RENAME(fftc_shuffle_log2)
#define fftc_stage_of_stride FFTC_RENAME(fftc_stage_of_stride)
#define fftc_stage_begin FFTC_RENAME(fftc_stage_begin)
#define fftc_stage_end FFTC_RENAME(fftc_stage_end)
#define fftc_stage_dif FFTC_RENAME(fftc_stage_dif)
#define fftc_stage_dit FFTC_RENAME(fftc_stage_dit)
#define fftc_pair_get FFTC_RENAME(fftc_pair_get)
#define fftc_pair_set FFTC_RENAME(fftc_pair_set)
#define fftc_stage_exchange FFTC_RENAME(fftc_stage_exchange)
#define fftc_small_fft_forward FFTC_RENAME(fftc_small_fft_forward)
#define fftc_small_fft_inverse FFTC_RENAME(fftc_small_fft_inverse)
#define fftc_accessor_stage_forward FFTC_RENAME(fftc_accessor_stage_forward)
#define fftc_accessor_stage_inverse FFTC_RENAME(fftc_accessor_stage_inverse)
#define fftc_small_fft_separate FFTC_RENAME(fftc_small_fft_separate)
#define fftc_workgroup_fft_forward FFTC_RENAME(fftc_workgroup_fft_forward)
#define fftc_workgroup_fft_inverse FFTC_RENAME(fftc_workgroup_fft_inverse)

/* accessor.h */
#define fftc_load FFTC_RENAME(fftc_load)
#define fftc_store FFTC_RENAME(fftc_store)
#define fftc_accessor_state FFTC_RENAME(fftc_accessor_state)
#define fftc_accessor_self FFTC_RENAME(fftc_accessor_self)
#define fftc_accessor_select FFTC_RENAME(fftc_accessor_select)
#define fftc_preloaded_get FFTC_RENAME(fftc_preloaded_get)
#define fftc_preloaded_set FFTC_RENAME(fftc_preloaded_set)
#define fftc_preload FFTC_RENAME(fftc_preload)
#define fftc_unload FFTC_RENAME(fftc_unload)
#define fftc_channels_preload FFTC_RENAME(fftc_channels_preload)
#define fftc_channels_unload FFTC_RENAME(fftc_channels_unload)
#define fftc_channels_fft_forward FFTC_RENAME(fftc_channels_fft_forward)
#define fftc_channels_fft_inverse FFTC_RENAME(fftc_channels_fft_inverse)

/* real.h */
#define fftc_signals FFTC_RENAME(fftc_signals)
#define fftc_real_pack FFTC_RENAME(fftc_real_pack)
#define fftc_real_unpack FFTC_RENAME(fftc_real_unpack)
#define fftc_real_repack FFTC_RENAME(fftc_real_repack)
#define fftc_real_repack_mirror FFTC_RENAME(fftc_real_repack_mirror)
#define fftc_real_transpose FFTC_RENAME(fftc_real_transpose)
#define fftc_get_half_slot FFTC_RENAME(fftc_get_half_slot)
#define fftc_get_half_entry FFTC_RENAME(fftc_get_half_entry)
#define fftc_get_half_frequency FFTC_RENAME(fftc_get_half_frequency)
#define fftc_half_get FFTC_RENAME(fftc_half_get)
#define fftc_half_set FFTC_RENAME(fftc_half_set)
#define fftc_real_unpack_slots FFTC_RENAME(fftc_real_unpack_slots)
#define fftc_real_repack_slots FFTC_RENAME(fftc_real_repack_slots)
#define fftc_real_fft_forward FFTC_RENAME(fftc_real_fft_forward)
#define fftc_real_fft_inverse FFTC_RENAME(fftc_real_fft_inverse)

/* codelet_composite.h */
#define fftc_complex_9 FFTC_RENAME(fftc_complex_9)
#define fftc_complex_10 FFTC_RENAME(fftc_complex_10)
#define fftc_complex_12 FFTC_RENAME(fftc_complex_12)
#define fftc_complex_15 FFTC_RENAME(fftc_complex_15)
#define fftc_complex_32 FFTC_RENAME(fftc_complex_32)
#define fftc_complex_14 FFTC_RENAME(fftc_complex_14)
#define fftc_complex_25 FFTC_RENAME(fftc_complex_25)
#define fftc_complex_27 FFTC_RENAME(fftc_complex_27)
#define fftc_complex_7_make FFTC_RENAME(fftc_complex_7_make)
#define fftc_complex_9_make FFTC_RENAME(fftc_complex_9_make)
#define fftc_dft_14 FFTC_RENAME(fftc_dft_14)
#define fftc_dft_25 FFTC_RENAME(fftc_dft_25)
#define fftc_dft_27 FFTC_RENAME(fftc_dft_27)
#define fftc_complex_2_make FFTC_RENAME(fftc_complex_2_make)
#define fftc_complex_3_make FFTC_RENAME(fftc_complex_3_make)
#define fftc_complex_5_make FFTC_RENAME(fftc_complex_5_make)
#define fftc_complex_8_make FFTC_RENAME(fftc_complex_8_make)
#define fftc_dft_6 FFTC_RENAME(fftc_dft_6)
#define fftc_dft_10 FFTC_RENAME(fftc_dft_10)
#define fftc_dft_12 FFTC_RENAME(fftc_dft_12)
#define fftc_dft_15 FFTC_RENAME(fftc_dft_15)
#define fftc_complex_rotate FFTC_RENAME(fftc_complex_rotate)
#define fftc_dft_9 FFTC_RENAME(fftc_dft_9)
#define fftc_dft_32 FFTC_RENAME(fftc_dft_32)

/* codelet_coprime.h */
#define fftc_complex_18 FFTC_RENAME(fftc_complex_18)
#define fftc_dft_18 FFTC_RENAME(fftc_dft_18)
#define fftc_complex_20 FFTC_RENAME(fftc_complex_20)
#define fftc_dft_20 FFTC_RENAME(fftc_dft_20)
#define fftc_complex_21 FFTC_RENAME(fftc_complex_21)
#define fftc_dft_21 FFTC_RENAME(fftc_dft_21)
#define fftc_complex_22 FFTC_RENAME(fftc_complex_22)
#define fftc_dft_22 FFTC_RENAME(fftc_dft_22)
#define fftc_complex_24 FFTC_RENAME(fftc_complex_24)
#define fftc_dft_24 FFTC_RENAME(fftc_dft_24)
#define fftc_complex_26 FFTC_RENAME(fftc_complex_26)
#define fftc_dft_26 FFTC_RENAME(fftc_dft_26)
#define fftc_complex_28 FFTC_RENAME(fftc_complex_28)
#define fftc_dft_28 FFTC_RENAME(fftc_dft_28)
#define fftc_complex_30 FFTC_RENAME(fftc_complex_30)
#define fftc_dft_30 FFTC_RENAME(fftc_dft_30)

/* codelet_odd_roots.h */
#define fftc_odd_roots FFTC_RENAME(fftc_odd_roots)
#define fftc_odd_roots_17 FFTC_RENAME(fftc_odd_roots_17)
#define fftc_odd_roots_19 FFTC_RENAME(fftc_odd_roots_19)
#define fftc_odd_roots_23 FFTC_RENAME(fftc_odd_roots_23)
#define fftc_odd_roots_29 FFTC_RENAME(fftc_odd_roots_29)
#define fftc_odd_roots_31 FFTC_RENAME(fftc_odd_roots_31)

/* codelet_odd.h */
#define fftc_odd_which FFTC_RENAME(fftc_odd_which)
#define fftc_odd_back FFTC_RENAME(fftc_odd_back)
#define fftc_complex_17 FFTC_RENAME(fftc_complex_17)
#define fftc_dft_17 FFTC_RENAME(fftc_dft_17)
#define fftc_complex_19 FFTC_RENAME(fftc_complex_19)
#define fftc_dft_19 FFTC_RENAME(fftc_dft_19)
#define fftc_complex_23 FFTC_RENAME(fftc_complex_23)
#define fftc_dft_23 FFTC_RENAME(fftc_dft_23)
#define fftc_complex_29 FFTC_RENAME(fftc_complex_29)
#define fftc_dft_29 FFTC_RENAME(fftc_dft_29)
#define fftc_complex_31 FFTC_RENAME(fftc_complex_31)
#define fftc_dft_31 FFTC_RENAME(fftc_dft_31)

/* line_mirror.h */
#define fftc_line_pair FFTC_RENAME(fftc_line_pair)
#define fftc_line_get_pair FFTC_RENAME(fftc_line_get_pair)
#define fftc_line_set_pair FFTC_RENAME(fftc_line_set_pair)
#define fftc_line_front FFTC_RENAME(fftc_line_front)
#define fftc_line_half FFTC_RENAME(fftc_line_half)
#define fftc_line_pair_put FFTC_RENAME(fftc_line_pair_put)
#define fftc_line_pair_take FFTC_RENAME(fftc_line_pair_take)
#define fftc_line_butterfly_pair_store FFTC_RENAME(fftc_line_butterfly_pair_store)
#define fftc_line_butterfly_pair_load FFTC_RENAME(fftc_line_butterfly_pair_load)
#define fftc_line_butterfly_pair_put FFTC_RENAME(fftc_line_butterfly_pair_put)
#define fftc_line_load_mirrored FFTC_RENAME(fftc_line_load_mirrored)
#define fftc_line_store_mirrored FFTC_RENAME(fftc_line_store_mirrored)
#define fftc_line_fft_mirrored FFTC_RENAME(fftc_line_fft_mirrored)
#define fftc_line_fft_mirrored_by_lines FFTC_RENAME(fftc_line_fft_mirrored_by_lines)

/* line_held.h */
#define fftc_line_rows FFTC_RENAME(fftc_line_rows)
#define fftc_line_held FFTC_RENAME(fftc_line_held)
#define fftc_line_held_at FFTC_RENAME(fftc_line_held_at)
#define fftc_line_hold_stage FFTC_RENAME(fftc_line_hold_stage)
#define fftc_line_hold_none FFTC_RENAME(fftc_line_hold_none)
#define fftc_line_hold FFTC_RENAME(fftc_line_hold)
/* line_gather.h */
#define fftc_line_gathered_at FFTC_RENAME(fftc_line_gathered_at)
#define fftc_line_gathered_get FFTC_RENAME(fftc_line_gathered_get)
#define fftc_line_gathered_load FFTC_RENAME(fftc_line_gathered_load)
#define fftc_line_gathered_set FFTC_RENAME(fftc_line_gathered_set)
#define fftc_line_gathered_store FFTC_RENAME(fftc_line_gathered_store)
#define fftc_line_gathered_address FFTC_RENAME(fftc_line_gathered_address)
#define fftc_line_gathered_cross FFTC_RENAME(fftc_line_gathered_cross)
#define fftc_line_fft_gathered FFTC_RENAME(fftc_line_fft_gathered)
#define fftc_line_crossed_in FFTC_RENAME(fftc_line_crossed_in)

/* line_rows.h */
#define fftc_line_get_item FFTC_RENAME(fftc_line_get_item)
#define fftc_line_set_item FFTC_RENAME(fftc_line_set_item)
#define fftc_line_pair_of_items FFTC_RENAME(fftc_line_pair_of_items)
#define fftc_line_items_of_pair FFTC_RENAME(fftc_line_items_of_pair)
#define fftc_line_row_held FFTC_RENAME(fftc_line_row_held)
#define fftc_line_items FFTC_RENAME(fftc_line_items)
#define fftc_line_shares FFTC_RENAME(fftc_line_shares)
#define fftc_line_share FFTC_RENAME(fftc_line_share)
#define fftc_line_shares_in FFTC_RENAME(fftc_line_shares_in)
#define fftc_line_share_address FFTC_RENAME(fftc_line_share_address)
#define fftc_line_share_get FFTC_RENAME(fftc_line_share_get)
#define fftc_line_shares_load FFTC_RENAME(fftc_line_shares_load)
#define fftc_line_share_set FFTC_RENAME(fftc_line_share_set)
#define fftc_line_shares_store FFTC_RENAME(fftc_line_shares_store)
#define fftc_line_rows_place FFTC_RENAME(fftc_line_rows_place)
#define fftc_line_last_address FFTC_RENAME(fftc_line_last_address)
#define fftc_line_shares_give FFTC_RENAME(fftc_line_shares_give)
#define fftc_line_shares_take FFTC_RENAME(fftc_line_shares_take)
#define fftc_line_rows_in FFTC_RENAME(fftc_line_rows_in)
#define fftc_line_rows_out FFTC_RENAME(fftc_line_rows_out)
#define fftc_line_rows_pair FFTC_RENAME(fftc_line_rows_pair)
#define fftc_line_rows_whole FFTC_RENAME(fftc_line_rows_whole)
#define fftc_line_rows_butterfly_pair FFTC_RENAME(fftc_line_rows_butterfly_pair)
#define fftc_line_rows_convert FFTC_RENAME(fftc_line_rows_convert)
#define fftc_line_fft_rows FFTC_RENAME(fftc_line_fft_rows)
#define fftc_line_fft_by_lines FFTC_RENAME(fftc_line_fft_by_lines)

/* line.h, line_cross.h, line_fft.h */
#define fftc_line_butterfly_pair FFTC_RENAME(fftc_line_butterfly_pair)
#define fftc_line_butterfly_pair_of FFTC_RENAME(fftc_line_butterfly_pair_of)
#define fftc_line_own_mirror FFTC_RENAME(fftc_line_own_mirror)
#define fftc_line_mirrored_load FFTC_RENAME(fftc_line_mirrored_load)
#define fftc_line_mirrored_store FFTC_RENAME(fftc_line_mirrored_store)
#define fftc_line_base FFTC_RENAME(fftc_line_base)
#define fftc_line_shift FFTC_RENAME(fftc_line_shift)
#define fftc_line_of FFTC_RENAME(fftc_line_of)
#define fftc_line_there FFTC_RENAME(fftc_line_there)
#define fftc_line_values FFTC_RENAME(fftc_line_values)
#define fftc_line_words FFTC_RENAME(fftc_line_words)
#define fftc_line_place FFTC_RENAME(fftc_line_place)
#define fftc_line_crossing FFTC_RENAME(fftc_line_crossing)
#define fftc_line_wanted FFTC_RENAME(fftc_line_wanted)
#define fftc_line_powers FFTC_RENAME(fftc_line_powers)
#define fftc_pass_powers FFTC_RENAME(fftc_pass_powers)
#define fftc_line_low_bit FFTC_RENAME(fftc_line_low_bit)
#define fftc_line_factor FFTC_RENAME(fftc_line_factor)
#define fftc_line_factors FFTC_RENAME(fftc_line_factors)
#define fftc_line_padded FFTC_RENAME(fftc_line_padded)
#define fftc_line_linear FFTC_RENAME(fftc_line_linear)
#define fftc_line_get FFTC_RENAME(fftc_line_get)
#define fftc_line_set FFTC_RENAME(fftc_line_set)
#define fftc_line_twiddle_get FFTC_RENAME(fftc_line_twiddle_get)
#define fftc_line_place_of FFTC_RENAME(fftc_line_place_of)
#define fftc_line_place_in FFTC_RENAME(fftc_line_place_in)
#define fftc_line_stage_factored FFTC_RENAME(fftc_line_stage_factored)
#define fftc_line_butterflies FFTC_RENAME(fftc_line_butterflies)
#define fftc_line_has FFTC_RENAME(fftc_line_has)
#define fftc_line_offset FFTC_RENAME(fftc_line_offset)
#define fftc_line_get_near FFTC_RENAME(fftc_line_get_near)
#define fftc_line_set_near FFTC_RENAME(fftc_line_set_near)
#define fftc_line_row FFTC_RENAME(fftc_line_row)
#define fftc_line_steady FFTC_RENAME(fftc_line_steady)
#define fftc_line_first FFTC_RENAME(fftc_line_first)
#define fftc_line_first_rest FFTC_RENAME(fftc_line_first_rest)
#define fftc_line_gives FFTC_RENAME(fftc_line_gives)
#define fftc_line_gives_piece FFTC_RENAME(fftc_line_gives_piece)
#define fftc_line_give_butterfly FFTC_RENAME(fftc_line_give_butterfly)
#define fftc_line_swapped FFTC_RENAME(fftc_line_swapped)
#define fftc_line_codelets FFTC_RENAME(fftc_line_codelets)
#define fftc_line_twiddles FFTC_RENAME(fftc_line_twiddles)
#define fftc_line_barrier FFTC_RENAME(fftc_line_barrier)
#define fftc_line_part FFTC_RENAME(fftc_line_part)
#define fftc_line_rounds FFTC_RENAME(fftc_line_rounds)
#define fftc_line_block FFTC_RENAME(fftc_line_block)
#define fftc_line_address FFTC_RENAME(fftc_line_address)
#define fftc_line_in_round FFTC_RENAME(fftc_line_in_round)
#define fftc_line_give FFTC_RENAME(fftc_line_give)
#define fftc_line_take FFTC_RENAME(fftc_line_take)
#define fftc_line_to_words FFTC_RENAME(fftc_line_to_words)
#define fftc_line_from_words FFTC_RENAME(fftc_line_from_words)
#define fftc_line_cross FFTC_RENAME(fftc_line_cross)
#define fftc_line_load FFTC_RENAME(fftc_line_load)
#define fftc_line_store FFTC_RENAME(fftc_line_store)
#define fftc_line_stage FFTC_RENAME(fftc_line_stage)
#define fftc_line_last_radix FFTC_RENAME(fftc_line_last_radix)
#define fftc_line_stages FFTC_RENAME(fftc_line_stages)
#define fftc_line_fft FFTC_RENAME(fftc_line_fft)

/* fft_pass.h */
#define fftc_pass_get FFTC_RENAME(fftc_pass_get)
#define fftc_pass_set FFTC_RENAME(fftc_pass_set)
#define fftc_pass_layout FFTC_RENAME(fftc_pass_layout)
#define fftc_pass_get_layout FFTC_RENAME(fftc_pass_get_layout)
#define fftc_pass_line FFTC_RENAME(fftc_pass_line)
#define fftc_pass_first FFTC_RENAME(fftc_pass_first)
#define fftc_pass_row FFTC_RENAME(fftc_pass_row)
#define fftc_pass_of_invocation FFTC_RENAME(fftc_pass_of_invocation)
#define fftc_pass_of_slot FFTC_RENAME(fftc_pass_of_slot)
#define fftc_pass_brick FFTC_RENAME(fftc_pass_brick)
#define fftc_pass_brick_src FFTC_RENAME(fftc_pass_brick_src)
#define fftc_pass_brick_dst FFTC_RENAME(fftc_pass_brick_dst)
#define fftc_pass_plane_src FFTC_RENAME(fftc_pass_plane_src)
#define fftc_pass_plane_dst FFTC_RENAME(fftc_pass_plane_dst)
#define fftc_pass_meets FFTC_RENAME(fftc_pass_meets)
#define fftc_pass_whole FFTC_RENAME(fftc_pass_whole)
#define fftc_line_reads FFTC_RENAME(fftc_line_reads)
#define fftc_line_writes FFTC_RENAME(fftc_line_writes)
#define fftc_pass_factor FFTC_RENAME(fftc_pass_factor)

/* halves.h */
#define fftc_real_from_half FFTC_RENAME(fftc_real_from_half)
#define fftc_half_from_real FFTC_RENAME(fftc_half_from_real)
#define fftc_complex_from_halves FFTC_RENAME(fftc_complex_from_halves)
#define fftc_halves_from_complex FFTC_RENAME(fftc_halves_from_complex)

/* edge.h */
#define fftc_user_load FFTC_RENAME(fftc_user_load)
#define fftc_user_store FFTC_RENAME(fftc_user_store)
#define fftc_src_get FFTC_RENAME(fftc_src_get)
#define fftc_dst_set FFTC_RENAME(fftc_dst_set)
#define fftc_extra_get FFTC_RENAME(fftc_extra_get)
#define fftc_extra_set FFTC_RENAME(fftc_extra_set)
#define fftc_texel FFTC_RENAME(fftc_texel)
#define fftc_picture_get FFTC_RENAME(fftc_picture_get)
#define fftc_user_word FFTC_RENAME(fftc_user_word)

/* line_convolution.h */
#define fftc_line_back_radix FFTC_RENAME(fftc_line_back_radix)
#define fftc_line_back_stages FFTC_RENAME(fftc_line_back_stages)
#define fftc_line_spectrum_near FFTC_RENAME(fftc_line_spectrum_near)
#define fftc_line_spectrum_values FFTC_RENAME(fftc_line_spectrum_values)
#define fftc_line_spectrum_begin FFTC_RENAME(fftc_line_spectrum_begin)
#define fftc_line_weight_after FFTC_RENAME(fftc_line_weight_after)
#define fftc_line_weight_get FFTC_RENAME(fftc_line_weight_get)
#define fftc_line_factor_after FFTC_RENAME(fftc_line_factor_after)
#define fftc_line_spectrum FFTC_RENAME(fftc_line_spectrum)
#define fftc_line_product FFTC_RENAME(fftc_line_product)
#define fftc_line_weight_before FFTC_RENAME(fftc_line_weight_before)
#define fftc_line_weights_before FFTC_RENAME(fftc_line_weights_before)
#define fftc_line_weights_after FFTC_RENAME(fftc_line_weights_after)
#define fftc_line_factors_after FFTC_RENAME(fftc_line_factors_after)
#define fftc_line_swap FFTC_RENAME(fftc_line_swap)
#define fftc_line_convolution_load FFTC_RENAME(fftc_line_convolution_load)
#define fftc_line_convolution_store FFTC_RENAME(fftc_line_convolution_store)
#define fftc_line_convolution FFTC_RENAME(fftc_line_convolution)
#define fftc_line_convolution_begin FFTC_RENAME(fftc_line_convolution_begin)
#define fftc_line_convolution_end FFTC_RENAME(fftc_line_convolution_end)
#define fftc_line_convolution_each FFTC_RENAME(fftc_line_convolution_each)
#define fftc_line_convolution_pixels FFTC_RENAME(fftc_line_convolution_pixels)
#define fftc_line_channels FFTC_RENAME(fftc_line_channels)
#define fftc_line_pixels_load FFTC_RENAME(fftc_line_pixels_load)
#define fftc_line_pixels_store FFTC_RENAME(fftc_line_pixels_store)
#define fftc_line_get_pixel_near FFTC_RENAME(fftc_line_get_pixel_near)
#define fftc_line_set_pixel_near FFTC_RENAME(fftc_line_set_pixel_near)
#define fftc_pass_of_first_channel FFTC_RENAME(fftc_pass_of_first_channel)
#define fftc_pixel FFTC_RENAME(fftc_pixel)
#define fftc_pixel_pair FFTC_RENAME(fftc_pixel_pair)
#define fftc_get_pixel FFTC_RENAME(fftc_get_pixel)
#define fftc_set_pixel FFTC_RENAME(fftc_set_pixel)

/* bloom_edge.h */
#define fftc_picture_set FFTC_RENAME(fftc_picture_set)
#define fftc_extra_half_get FFTC_RENAME(fftc_extra_half_get)
#define fftc_extra_half_set FFTC_RENAME(fftc_extra_half_set)
#define fftc_bloom_number FFTC_RENAME(fftc_bloom_number)
#define fftc_bloom_finite FFTC_RENAME(fftc_bloom_finite)
#define fftc_bloom_get FFTC_RENAME(fftc_bloom_get)
#define fftc_bloom_beyond FFTC_RENAME(fftc_bloom_beyond)
#define fftc_bloom_set FFTC_RENAME(fftc_bloom_set)

/* convolution_pass.h */
#define fftc_spectrum_get FFTC_RENAME(fftc_spectrum_get)

/* real_accessor.h */
#define fftc_get_real FFTC_RENAME(fftc_get_real)
#define fftc_set_real FFTC_RENAME(fftc_set_real)

/* real_pass.h */
#define fftc_real_point FFTC_RENAME(fftc_real_point)
#define fftc_real_point_of FFTC_RENAME(fftc_real_point_of)
#define fftc_real_own FFTC_RENAME(fftc_real_own)
#define fftc_real_twiddle FFTC_RENAME(fftc_real_twiddle)
#define fftc_real_complex_points FFTC_RENAME(fftc_real_complex_points)
#define fftc_real_get FFTC_RENAME(fftc_real_get)
#define fftc_real_set FFTC_RENAME(fftc_real_set)
#define fftc_real_other_row FFTC_RENAME(fftc_real_other_row)
#define fftc_real_load_rows FFTC_RENAME(fftc_real_load_rows)
#define fftc_real_store_rows FFTC_RENAME(fftc_real_store_rows)
#define fftc_real_load_pair FFTC_RENAME(fftc_real_load_pair)
#define fftc_real_store_pair FFTC_RENAME(fftc_real_store_pair)
#define fftc_real_load_ends FFTC_RENAME(fftc_real_load_ends)
#define fftc_real_pair_twiddle FFTC_RENAME(fftc_real_pair_twiddle)
#define fftc_real_load_item FFTC_RENAME(fftc_real_load_item)
#define fftc_real_mirrored FFTC_RENAME(fftc_real_mirrored)
#define fftc_real_pair_of_rows FFTC_RENAME(fftc_real_pair_of_rows)
#define fftc_real_rows_of_pair FFTC_RENAME(fftc_real_rows_of_pair)
#define fftc_real_pair_of_two FFTC_RENAME(fftc_real_pair_of_two)
#define fftc_real_store_item FFTC_RENAME(fftc_real_store_item)
#define fftc_real_item_of FFTC_RENAME(fftc_real_item_of)
#define fftc_real_two_of_pair FFTC_RENAME(fftc_real_two_of_pair)
#define fftc_real_load_mirrored FFTC_RENAME(fftc_real_load_mirrored)
#define fftc_real_store_two_pairs FFTC_RENAME(fftc_real_store_two_pairs)
#define fftc_real_get_spectrum FFTC_RENAME(fftc_real_get_spectrum)
#define fftc_real_set_spectrum FFTC_RENAME(fftc_real_set_spectrum)
#define fftc_real_items FFTC_RENAME(fftc_real_items)
#define fftc_real_src_whole FFTC_RENAME(fftc_real_src_whole)
#define fftc_real_dst_whole FFTC_RENAME(fftc_real_dst_whole)
#define fftc_real_meets FFTC_RENAME(fftc_real_meets)
#define fftc_real_inside FFTC_RENAME(fftc_real_inside)
#define fftc_real_store_mirrored FFTC_RENAME(fftc_real_store_mirrored)
#define fftc_real_signed FFTC_RENAME(fftc_real_signed)
#define fftc_real_get_signed FFTC_RENAME(fftc_real_get_signed)
#define fftc_real_set_signed FFTC_RENAME(fftc_real_set_signed)
#define fftc_real_weighted FFTC_RENAME(fftc_real_weighted)
#define fftc_real_load_half FFTC_RENAME(fftc_real_load_half)
#define fftc_real_load_three FFTC_RENAME(fftc_real_load_three)
#define fftc_real_load_four FFTC_RENAME(fftc_real_load_four)
#define fftc_real_load_one FFTC_RENAME(fftc_real_load_one)
#define fftc_real_store_half FFTC_RENAME(fftc_real_store_half)
#define fftc_real_store_two FFTC_RENAME(fftc_real_store_two)
#define fftc_real_store_four FFTC_RENAME(fftc_real_store_four)
#define fftc_real_store_four_odd FFTC_RENAME(fftc_real_store_four_odd)
#define fftc_real_store_one FFTC_RENAME(fftc_real_store_one)

/* mapped_pass.h */
#define fftc_map_place FFTC_RENAME(fftc_map_place)
#define fftc_map_turned FFTC_RENAME(fftc_map_turned)
#define fftc_map_shift FFTC_RENAME(fftc_map_shift)
#define fftc_map_at FFTC_RENAME(fftc_map_at)
#define fftc_map_straight FFTC_RENAME(fftc_map_straight)
#define fftc_map_reflects_once FFTC_RENAME(fftc_map_reflects_once)
#define fftc_map_padded FFTC_RENAME(fftc_map_padded)
#define fftc_map_search FFTC_RENAME(fftc_map_search)
#define fftc_map_find FFTC_RENAME(fftc_map_find)
#define fftc_map_paired FFTC_RENAME(fftc_map_paired)
#define fftc_map_digit FFTC_RENAME(fftc_map_digit)
#define fftc_map_sums_before FFTC_RENAME(fftc_map_sums_before)
#define fftc_map_get_complex FFTC_RENAME(fftc_map_get_complex)
#define fftc_map_get_real FFTC_RENAME(fftc_map_get_real)
#define fftc_map_set_real FFTC_RENAME(fftc_map_set_real)

#endif
