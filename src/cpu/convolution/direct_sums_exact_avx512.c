/* SPDX-License-Identifier: MIT */
#define DIRECT_ISA exact_avx512
#include "cpu/convolution/direct_sums_tmpl.h"
