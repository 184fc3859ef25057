/* SPDX-License-Identifier: MIT */
#define DIRECT_ISA exact_base
#include "cpu/convolution/direct_sums_tmpl.h"
