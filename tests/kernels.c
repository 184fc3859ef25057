/* SPDX-License-Identifier: MIT */
#include "kernels.h"

#include <string.h>

extern const testing_kernels testing_kernels_32_1, testing_kernels_32_4, testing_kernels_32_8,
    testing_kernels_32_16, testing_kernels_64_1, testing_kernels_64_4, testing_kernels_64_8,
    testing_kernels_64_16;
#ifdef TESTING_HALF
extern const testing_kernels testing_kernels_16_1, testing_kernels_16_4, testing_kernels_16_8,
    testing_kernels_16_16;
#endif
#ifdef TESTING_FUSED
extern const testing_kernels testing_kernels_fused_32_8, testing_kernels_fused_64_4;
#endif

const testing_kernels *const testing_kernel_units[] = {&testing_kernels_32_1,
                                                       &testing_kernels_32_4,
                                                       &testing_kernels_32_8,
                                                       &testing_kernels_32_16,
                                                       &testing_kernels_64_1,
                                                       &testing_kernels_64_4,
                                                       &testing_kernels_64_8,
                                                       &testing_kernels_64_16,
#ifdef TESTING_HALF
                                                       &testing_kernels_16_1,
                                                       &testing_kernels_16_4,
                                                       &testing_kernels_16_8,
                                                       &testing_kernels_16_16,
#endif
#ifdef TESTING_FUSED
                                                       &testing_kernels_fused_32_8,
                                                       &testing_kernels_fused_64_4,
#endif
                                                       NULL};

const testing_kernels *testing_kernels_scalar(fftc_precision precision)
{
    const testing_kernels *const *unit = testing_kernel_units;
    while (*unit != NULL && (*unit)->precision != precision) {
        ++unit;
    }
    return *unit;
}

void testing_lane_get(const testing_kernels *unit, const void *x, size_t count, size_t lane,
                      void *y)
{
    size_t bytes = fftc_precision_bytes(unit->precision);
    for (size_t i = 0; i < count; ++i) {
        memcpy((char *)y + i * bytes, (const char *)x + (i * unit->lanes + lane) * bytes, bytes);
    }
}

void testing_lane_set(const testing_kernels *unit, void *x, size_t count, size_t lane,
                      const void *y)
{
    size_t bytes = fftc_precision_bytes(unit->precision);
    for (size_t i = 0; i < count; ++i) {
        memcpy((char *)x + (i * unit->lanes + lane) * bytes, (const char *)y + i * bytes, bytes);
    }
}
