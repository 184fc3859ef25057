/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 32
#define FFTC_TWIDDLE_COMPUTED
#define FFTC_EMULATED_WORKGROUP_FFT fftc_workgroup_fft_emulated_f32_computed
#include "cpu/emulate/workgroup_fft_tmpl.h"
