/* SPDX-License-Identifier: MIT */
#ifndef TOOL_SIMD_H
#define TOOL_SIMD_H

#include "tool.h"

/* fftc_workgroup_fft_simd with the number of lanes nearest to the subgroup size of `fft` that
 * vectors have (4, 8, 16) and that its workgroup fills. The bits do not depend on it. */
fftc_status tool_simd_run(const fftc_workgroup_fft *fft, void *data, void *stages, uint32_t *lanes,
                          fftc_error *error);

#endif
