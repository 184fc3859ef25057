/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 64
#define DIFFERENCE_KERNEL fftc_difference_kernel_f64
#include "cpu/emulate/difference_kernel_tmpl.h"
