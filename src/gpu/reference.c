/* SPDX-License-Identifier: MIT
 *
 * Which variant of the reference FFT a device can carry out.
 */
#include "gpu/internal.h"
#include "support/error.h"

static uint32_t floor_log2(uint32_t x)
{
    uint32_t log2 = 0;
    while (x > 1) {
        x >>= 1;
        ++log2;
    }
    return log2;
}

static fftc_status check_precision(const fftc_vulkan_device *info, fftc_precision precision,
                                   fftc_error *error)
{
    if (precision == FFTC_FLOAT16 && !info->float16) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no half-precision arithmetic (shaderFloat16): use float",
                         info->name);
    }
    if (precision == FFTC_FLOAT64 && !info->float64) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no double-precision arithmetic (shaderFloat64): use float",
                         info->name);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_limits(const fftc_vulkan_device *info, const fftc_variant *variant,
                                fftc_error *error)
{
    uint64_t invocations = (uint64_t)1 << variant->workgroup_log2;
    uint64_t shared = fftc_variant_shared_bytes(variant);
    uint64_t words =
        variant->observe_stages != 0 ? variant->elements_log2 + variant->workgroup_log2 : 1;
    uint64_t bytes = fftc_variant_points(variant) * fftc_variant_element_bytes(variant) * words;
    if (invocations > info->invocations_max) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "workgroup_log2 is %u: %s runs at most %u invocations in a workgroup, "
                         "pass at most %u and more elements each",
                         (unsigned)variant->workgroup_log2, info->name,
                         (unsigned)info->invocations_max,
                         (unsigned)floor_log2(info->invocations_max));
    }
    if (shared > info->shared_bytes) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a workgroup of 2^%u needs %llu bytes of shared memory, %s has %u: pass a "
                         "smaller workgroup_log2",
                         (unsigned)variant->workgroup_log2, (unsigned long long)shared, info->name,
                         (unsigned)info->shared_bytes);
    }
    if (bytes > info->buffer_bytes_max) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "one transform%s takes %llu bytes, a buffer of %s at most %llu: pass a "
                         "smaller elements_log2",
                         variant->observe_stages != 0 ? " with its stages" : "",
                         (unsigned long long)bytes, info->name,
                         (unsigned long long)info->buffer_bytes_max);
    }
    return FFTC_SUCCESS;
}

/* The subgroup size to request: full subgroups of at least 2^subgroup_log2 lanes that fit the
 * workgroup, as near to the device's own choice as possible; 0 if there is none. */
static uint32_t choose_subgroup_size(const fftc_vulkan_device *info, const fftc_workgroup_fft *fft)
{
    uint32_t invocations = 1u << fft->workgroup_log2;
    uint32_t chosen = 0;
    if (!info->subgroup_full || info->subgroup_size_min == 0) {
        return 0;
    }
    for (uint32_t size = info->subgroup_size_min; size <= info->subgroup_size_max; size *= 2) {
        bool fits = size >= 1u << fft->subgroup_log2 && size <= invocations &&
                    invocations / size <= info->subgroups_max;
        if (fits && (chosen == 0 || size <= info->subgroup_size)) {
            chosen = size;
        }
    }
    return chosen;
}

fftc_status fftc_reference_plan(const fftc_vulkan_device *info, const fftc_workgroup_fft *fft,
                                bool observe_stages, fftc_variant *variant, uint32_t *subgroup_size,
                                fftc_error *error)
{
    fftc_status status = check_precision(info, fft->precision, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    *subgroup_size = 0;
    if (fft->subgroup_log2 != 0) {
        uint32_t lanes = info->subgroup_shuffle ? info->subgroup_size_max : 1;
        if (1u << fft->subgroup_log2 > lanes) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "subgroup_log2 is %u: a subgroup of %s that can shuffle has %u lanes, "
                             "pass at most %u",
                             (unsigned)fft->subgroup_log2, info->name, (unsigned)lanes,
                             (unsigned)floor_log2(lanes));
        }
        *subgroup_size = choose_subgroup_size(info, fft);
    }
    *variant = fftc_variant_of(fft, *subgroup_size != 0 ? fft->subgroup_log2 : 0, observe_stages);
    return check_limits(info, variant, error);
}
