/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 64
#define BUTTERFLY_KERNEL fftc_butterfly_kernel_f64
#include "cpu/emulate/butterfly_kernel_tmpl.h"
