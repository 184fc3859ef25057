/* SPDX-License-Identifier: MIT
 *
 * Plans of a device, and which device that is: device/saved_plan.h.
 */
#include "gpu/plan.h"
#include "support/hash.h"

uint64_t fftc_saved_device(const fftc_vulkan_device *info, const fftc_vulkan_plan_options *options)
{
    const fftc_pass_limits limits = fftc_plan_limits(info, info->buffer_bytes_max, options);
    const uint64_t numbers[] = {info->vendor_id,
                                info->device_id,
                                limits.invocations_max,
                                limits.shared_bytes,
                                limits.subgroup_size,
                                limits.buffer_bytes_max,
                                limits.passes.registers,
                                limits.passes.invocations,
                                limits.passes.line_invocations,
                                options->exact,
                                options->addresses,
                                info->push_descriptor,
                                limits.load,
                                limits.store,
                                limits.load_src,
                                limits.store_dst,
                                limits.passes.less_scratch,
                                limits.passes.pair_batch};
    uint64_t hash = fftc_hash_text(fftc_hash_text(FFTC_HASH_START, info->name), info->driver);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        hash = fftc_hash_number(hash, numbers[i]);
    }
    return hash;
}

fftc_status fftc_saved_look_up(fftc_vulkan *context, const void *described, fftc_saved_namer name,
                               const fftc_vulkan_plan_options *options, fftc_pass_choices *choices,
                               bool *found, fftc_error *error)
{
    char text[FFTC_CONVOLUTION_NAME_BYTES];
    *found = false;
    if (options->saved == NULL) {
        return FFTC_SUCCESS;
    }
    fftc_status status = name(context, described, options, text, error);
    if (status == FFTC_SUCCESS) {
        uint64_t device = fftc_saved_device(&context->info, options);
        status = fftc_saved_find(options->saved, &device, text, options->effort == FFTC_SAVED,
                                 choices, found, error);
    }
    return status;
}

static void write_line(const void *saved, fftc_text_writer *w)
{
    const fftc_vulkan_plan *plan = (const fftc_vulkan_plan *)saved;
    char name[FFTC_TRANSFORM_NAME_BYTES];
    fftc_transform_name(&plan->transform, name);
    fftc_saved_write(plan->device, name, &plan->choices, w);
}

fftc_status fftc_vulkan_plan_save(const fftc_vulkan_plan *plan, char *text, size_t capacity,
                                  size_t *bytes, fftc_error *error)
{
    return fftc_text_save(write_line, plan, text, capacity, bytes, error);
}
