/* SPDX-License-Identifier: MIT */
#define DIRECT_ISA avx512
#include "cpu/convolution/direct_sums_tmpl.h"
