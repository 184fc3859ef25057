/* SPDX-License-Identifier: MIT */
#define DIRECT_ISA base
#include "cpu/convolution/direct_sums_tmpl.h"
