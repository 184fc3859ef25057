/* SPDX-License-Identifier: MIT
 *
 * What a device allows a plan: the limits of its passes, how it reaches its arrays, and how large
 * and how many these are.
 */
#include <stdio.h>
#include <string.h>

#include "gpu/plan.h"
#include "support/error.h"

fftc_pass_limits fftc_plan_limits(const fftc_vulkan_device *info, uint64_t buffer_bytes_max,
                                  const fftc_vulkan_plan_options *options)
{
    const fftc_accessors *a = options->accessors;
    bool subgroups = info->subgroup_full && info->subgroup_shuffle && !options->passes.no_subgroups;
    return (fftc_pass_limits){.name = info->name,
                              .invocations_max = info->invocations_max,
                              .shared_bytes = info->shared_bytes,
                              .subgroup_size = subgroups ? info->subgroup_size : 0,
                              .subgroups_max = info->subgroups_max,
                              .buffer_bytes_max = buffer_bytes_max,
                              .passes = options->passes,
                              .load = a != NULL && a->load != NULL,
                              .store = a != NULL && a->store != NULL,
                              .load_src = a != NULL && fftc_pieces_name(a->load, "fftc_src_get"),
                              .store_dst = a != NULL && fftc_pieces_name(a->store, "fftc_dst_set")};
}

uint64_t fftc_plan_reach(const fftc_vulkan *context, bool addresses)
{
    return addresses ? UINT64_MAX : context->info.buffer_bytes_max - context->offset_alignment;
}

/* --- addresses -------------------------------------------------------------------------------- */

bool fftc_plan_by_addresses(const fftc_vulkan *context, const fftc_accessors *accessors, bool asked)
{
    const fftc_vulkan_device *info = &context->info;
    return asked || (!info->push_descriptor && info->device_address &&
                     !fftc_accessors_have_pictures(accessors));
}

bool fftc_plan_may_take_addresses(const fftc_vulkan *context,
                                  const fftc_vulkan_plan_options *options)
{
    return context->info.device_address &&
           !fftc_plan_by_addresses(context, options->accessors, options->addresses) &&
           !fftc_accessors_have_pictures(options->accessors);
}

void fftc_plan_advise_addresses(fftc_error *error)
{
    size_t used = strlen(error->message);
    (void)snprintf(error->message + used, sizeof error->message - used,
                   "; or options.addresses, by which an array has up to 2^31 numbers");
}

static const fftc_accessors *accessors_of(const fftc_vulkan_plan *plan)
{
    return plan->pieces != NULL ? &plan->pieces->given : NULL;
}

fftc_status fftc_plan_choose_binding(fftc_vulkan_plan *plan, bool asked, fftc_error *error)
{
    const fftc_vulkan_device *info = &plan->context->info;
    if (asked && !info->device_address) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "options.addresses: %s has no buffer device addresses, or the context "
                         "was not told that they are enabled",
                         info->name);
    }
    if (asked && fftc_accessors_have_pictures(accessors_of(plan))) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "options.addresses: the accessors have a picture among their extras, and "
                         "pictures have no addresses: leave it false");
    }
    plan->addresses = fftc_plan_by_addresses(plan->context, accessors_of(plan), asked);
    return FFTC_SUCCESS;
}

/* --- descriptors ------------------------------------------------------------------------------ */

/* What to change about a plan with too many descriptors in a dispatch: only imaginary parts and
 * extras are more than the 4 buffers that every device takes. */
static const char *fewer_descriptors(const fftc_vulkan_plan *plan)
{
    bool split = plan->passes.split[FFTC_PLACE_SRC] || plan->passes.split[FFTC_PLACE_DST];
    if (plan->context->info.device_address && !fftc_accessors_have_pictures(accessors_of(plan))) {
        return "pass options.addresses";
    }
    if (plan->pieces == NULL) {
        return "pass format FFTC_INTERLEAVED";
    }
    return split ? "announce fewer in accessors.extra, or pass format FFTC_INTERLEAVED"
                 : "announce fewer in accessors.extra";
}

fftc_status fftc_plan_check_descriptors(const fftc_vulkan_plan *plan, fftc_error *error)
{
    const fftc_vulkan *context = plan->context;
    VkPhysicalDeviceProperties properties;
    if (plan->addresses) {
        return FFTC_SUCCESS;
    }
    vkGetPhysicalDeviceProperties(context->physical, &properties);
    const VkPhysicalDeviceLimits *limits = &properties.limits;
    for (uint32_t i = 0; i < plan->passes.count; ++i) {
        uint32_t descriptors = fftc_kernel_descriptors(&plan->passes, i, plan->pieces);
        uint32_t buffers = fftc_descriptors_buffers(descriptors);
        uint32_t pictures = fftc_descriptors_pictures(descriptors);
        if (limits->maxPerStageDescriptorStorageBuffers < buffers ||
            limits->maxPerStageDescriptorSampledImages < pictures) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "the plan needs %u storage buffers and %u images in a shader, %s "
                             "takes %u and %u: %s",
                             (unsigned)buffers, (unsigned)pictures, context->info.name,
                             (unsigned)limits->maxPerStageDescriptorStorageBuffers,
                             (unsigned)limits->maxPerStageDescriptorSampledImages,
                             fewer_descriptors(plan));
        }
    }
    return FFTC_SUCCESS;
}

/* --- tables ----------------------------------------------------------------------------------- */

fftc_status fftc_plan_check_tables(const fftc_vulkan *context, const fftc_pass_plan *passes,
                                   uint32_t element_bytes, fftc_error *error)
{
    uint64_t most = fftc_plan_reach(context, false) / element_bytes;
    uint64_t spectrum = passes->elements[FFTC_PLACE_SPECTRUM];
    if (spectrum > most) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "the spectrum has %llu complex numbers, %s can reach %llu in one buffer, "
                         "by addresses too: pass shorter axes",
                         (unsigned long long)spectrum, context->info.name,
                         (unsigned long long)most);
    }
    for (uint32_t i = 0; i < passes->count; ++i) {
        uint64_t count = fftc_pass_table_count(&passes->pass[i].key);
        if (count > most) {
            return fftc_fail(
                error, FFTC_TOO_LARGE,
                "a table of %llu factors, %s can reach %llu: pass a shorter length, or one "
                "without prime factors above 13",
                (unsigned long long)count, context->info.name, (unsigned long long)most);
        }
    }
    return FFTC_SUCCESS;
}
