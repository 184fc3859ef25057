/* SPDX-License-Identifier: MIT */
#include "simd.h"

fftc_status tool_simd_run(const fftc_workgroup_fft *fft, void *data, void *stages, uint32_t *lanes,
                          fftc_error *error)
{
    fftc_workgroup_fft narrower = *fft;
    fftc_status status;
    narrower.subgroup_log2 = fft->subgroup_log2 < 2   ? 2
                             : fft->subgroup_log2 > 4 ? 4
                                                      : fft->subgroup_log2;
    status = fftc_workgroup_fft_simd(&narrower, data, stages, 0, error);
    while (status == FFTC_UNSUPPORTED && narrower.subgroup_log2 > 2) {
        --narrower.subgroup_log2;
        status = fftc_workgroup_fft_simd(&narrower, data, stages, 0, error);
    }
    *lanes = 1u << narrower.subgroup_log2;
    return status;
}
