/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 32
#define DIFFERENCE_KERNEL fftc_difference_kernel_f32
#include "cpu/emulate/difference_kernel_tmpl.h"
