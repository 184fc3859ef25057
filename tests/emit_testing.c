/* SPDX-License-Identifier: MIT */
#include "emit_testing.h"

fftc_emitted_plan emit_testing_plan(const fftc_transform *t, const fftc_vulkan_device *device,
                                    const fftc_vulkan_plan_options *options)
{
    fftc_emitted_plan plan;
    fftc_vulkan_cache *cache; /* with the tests' folder, which saves most of the time */
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_cache_create(NULL, &cache, &error), FFTC_SUCCESS);
    ck_assert_msg(fftc_vulkan_plan_emit(t, device, options, cache, &plan, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    fftc_vulkan_cache_destroy(cache);
    return plan;
}
