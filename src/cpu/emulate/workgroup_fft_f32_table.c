/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 32
#define FFTC_EMULATED_WORKGROUP_FFT fftc_workgroup_fft_emulated_f32_table
#include "cpu/emulate/workgroup_fft_tmpl.h"
