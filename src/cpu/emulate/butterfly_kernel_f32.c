/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 32
#define BUTTERFLY_KERNEL fftc_butterfly_kernel_f32
#include "cpu/emulate/butterfly_kernel_tmpl.h"
