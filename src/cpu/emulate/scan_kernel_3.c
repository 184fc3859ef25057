/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 32
#define FFTC_SCAN_WORDS 3u
#define SCAN_KERNEL fftc_scan_kernel_3
#include "cpu/emulate/scan_kernel_tmpl.h"
