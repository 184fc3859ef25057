/* SPDX-License-Identifier: MIT
 *
 * Plans on a device: what making, measuring and saving them share.
 */
#ifndef FFTC_GPU_PLAN_H
#define FFTC_GPU_PLAN_H

#include "describe/overlap.h"
#include "device/saved_plan.h"
#include "device/sub_batches.h"
#include "gpu/internal.h"
#include "gpu/sets.h"

struct fftc_vulkan_plan {
    fftc_vulkan *context;
    fftc_transform transform;
    fftc_pass_choices choices; /* zeroed: all of it is the estimate's */
    uint64_t device;           /* fftc_saved_device */
    fftc_pass_plan passes;
    /* A recording carries the passes out for each sub-batch, and then those of `rest`, which is
     * NULL if nothing remains, for the last transforms. */
    fftc_sub_batches sub_batches;
    fftc_vulkan_plan *rest;
    fftc_pipeline *kernel[FFTC_PASSES_MAX];
    fftc_table *table;
    uint32_t element_bytes;      /* of the table, and of scratch */
    fftc_pieces *pieces;         /* NULL: none */
    const char *const *names;    /* of src and dst, for messages */
    fftc_footprint footprint[2]; /* of src and dst, where it is known what is touched */
    bool in_place;
    bool addresses;
    fftc_sets *sets;  /* NULL: descriptors are pushed, or there are none */
    VkBuffer scratch; /* the plan's own */
    VkDeviceMemory scratch_memory;
    fftc_vulkan_plan_times times;
};

/* Bytes of scratch: three places one behind the other, for the sub-batch that needs most. */
static inline uint64_t fftc_plan_scratch_bytes(const fftc_vulkan_plan *plan)
{
    const uint64_t *elements = plan->passes.elements;
    uint64_t rest = plan->rest != NULL ? fftc_plan_scratch_bytes(plan->rest) : 0;
    uint64_t sub_batch =
        (elements[FFTC_PLACE_SCRATCH] + elements[FFTC_PLACE_SPARE] + elements[FFTC_PLACE_WORK]) *
        plan->element_bytes;
    return sub_batch > rest ? sub_batch : rest;
}

/* Bytes of a side, of all sub-batches. */
static inline uint64_t fftc_plan_side_bytes(const fftc_vulkan_plan *plan, fftc_place place)
{
    uint64_t sub_batch = plan->passes.elements[place] * plan->passes.item[place];
    return plan->rest != NULL
               ? plan->sub_batches.count * plan->sub_batches.bytes[place] +
                     fftc_plan_side_bytes(plan->rest, place)
               : (plan->sub_batches.count - 1) * plan->sub_batches.bytes[place] + sub_batch;
}

static inline uint64_t fftc_plan_spectrum_bytes(const fftc_vulkan_plan *plan)
{
    return plan->passes.elements[FFTC_PLACE_SPECTRUM] * plan->element_bytes;
}

/* plan.c: makes a plan with these choices, whatever the options say about effort and saved
 * plans. */
fftc_status fftc_plan_make_chosen(fftc_vulkan *context, const fftc_transform *transform,
                                  const fftc_vulkan_plan_options *options,
                                  const fftc_pass_choices *choices, fftc_vulkan_plan **plan,
                                  fftc_error *error);

/* plan.c: checks that the effort exists, the seconds are valid, and that what is to be measured can
 * be. */
fftc_status fftc_plan_check_effort(const fftc_vulkan_plan_options *options, fftc_error *error);

/* plan_limits.c: whether a plan reaches its arrays by addresses: if that is asked for, or if
 * otherwise it needed descriptor sets of its own. Pictures have no addresses. */
bool fftc_plan_by_addresses(const fftc_vulkan *context, const fftc_accessors *accessors,
                            bool asked);
/* Whether it does not, but would if asked; and what a message about too large arrays then adds. */
bool fftc_plan_may_take_addresses(const fftc_vulkan *context,
                                  const fftc_vulkan_plan_options *options);
void fftc_plan_advise_addresses(fftc_error *error);
fftc_status fftc_plan_choose_binding(fftc_vulkan_plan *plan, bool asked, fftc_error *error);

/* plan_limits.c: whether the device takes as many descriptors as the shaders will have. */
fftc_status fftc_plan_check_descriptors(const fftc_vulkan_plan *plan, fftc_error *error);

/* plan_limits.c: whether factors, and a convolution's spectrum, are within one descriptor's reach,
 * as they must be by addresses too. Only those of long convolutions are too large. */
fftc_status fftc_plan_check_tables(const fftc_vulkan *context, const fftc_pass_plan *passes,
                                   uint32_t element_bytes, fftc_error *error);

/* measure.c: replaces an estimate's plan by a faster one, if there is one and
 * the time to find it. */
fftc_status fftc_vulkan_plan_measure(fftc_vulkan *context, const fftc_transform *transform,
                                     const fftc_vulkan_plan_options *options,
                                     fftc_vulkan_plan **plan, fftc_error *error);

/* Measures a convolution, whose execution by estimate is given, and only returns the choices. */
fftc_status fftc_convolution_measure_choices(fftc_vulkan *context,
                                             const fftc_convolution_description *description,
                                             const fftc_vulkan_plan_options *options,
                                             const fftc_vulkan_plan *estimate,
                                             fftc_pass_choices *choices, fftc_error *error);
/* convolution.c: the execution alone, with these choices. */
fftc_status fftc_convolution_make_execute(fftc_vulkan *context,
                                          const fftc_convolution_description *description,
                                          const fftc_vulkan_plan_options *options,
                                          const fftc_pass_choices *choices, fftc_vulkan_plan **plan,
                                          fftc_error *error);

/* saved.c: a hash of the device, its driver and limits, and of what the options decide beside the
 * choices. */
uint64_t fftc_saved_device(const fftc_vulkan_device *info, const fftc_vulkan_plan_options *options);

/* Checks what is described, a transform or a convolution, and writes its name, of
 * FFTC_CONVOLUTION_NAME_BYTES at most. */
typedef fftc_status (*fftc_saved_namer)(fftc_vulkan *context, const void *described,
                                        const fftc_vulkan_plan_options *options, char *name,
                                        fftc_error *error);
/* saved.c: finds what was saved for it, if anything was. */
fftc_status fftc_saved_look_up(fftc_vulkan *context, const void *described, fftc_saved_namer name,
                               const fftc_vulkan_plan_options *options, fftc_pass_choices *choices,
                               bool *found, fftc_error *error);

/* accessors.c: whether a recording has what the extras need, and no others. */
fftc_status fftc_pieces_check(const fftc_vulkan_plan *plan, const fftc_vulkan_buffers *buffers,
                              fftc_error *error);

#endif
