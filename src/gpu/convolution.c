/* SPDX-License-Identifier: MIT
 *
 * A convolution on a Vulkan device: two plans, one for the kernel and one for signals.
 */
#include <stdlib.h>
#include <string.h>

#include "device/convolution_plan.h"
#include "gpu/recording.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

struct fftc_vulkan_convolution {
    fftc_vulkan *context;
    uint64_t device;                        /* fftc_saved_device */
    char name[FFTC_CONVOLUTION_NAME_BYTES]; /* the name in saved lines */
    fftc_convolution_passes passes;
    fftc_vulkan_plan *prepare;
    fftc_vulkan_plan *execute;
    VkBuffer scratch; /* the plan's own */
    VkDeviceMemory scratch_memory;
};

static const char *const kernel_names[] = {"kernel", "spectrum"};
static const char *const signal_names[] = {"src", "dst"};

static fftc_status make_within(const fftc_vulkan *context,
                               const fftc_convolution_description *description,
                               const fftc_pass_limits *limits, fftc_convolution_passes *passes,
                               fftc_error *error)
{
    uint32_t element_bytes = fftc_complex_bytes(description->signal.precision);
    fftc_status status = fftc_convolution_passes_make(description, limits, passes, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_check_tables(context, &passes->prepare, element_bytes, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_check_tables(context, &passes->execute, element_bytes, error);
    }
    return status;
}

/* Makes passes of the whole batch: it is not recorded in sub-batches, as a transform's is. What a
 * descriptor does not reach needs addresses. */
static fftc_status make_passes(fftc_vulkan *context,
                               const fftc_convolution_description *description,
                               const fftc_vulkan_plan_options *options,
                               const fftc_pass_choices *choices, fftc_convolution_passes *passes,
                               fftc_error *error)
{
    bool addresses = fftc_plan_by_addresses(context, options->accessors, options->addresses);
    fftc_pass_limits limits =
        fftc_plan_limits(&context->info, fftc_plan_reach(context, addresses), options);
    limits.choices = choices;
    fftc_status status = make_within(context, description, &limits, passes, error);
    if (status == FFTC_TOO_LARGE && error != NULL &&
        fftc_plan_may_take_addresses(context, options)) {
        limits.buffer_bytes_max = UINT64_MAX;
        if (make_within(context, description, &limits, passes, NULL) == FFTC_SUCCESS) {
            fftc_plan_advise_addresses(error);
        }
    }
    return status;
}

static fftc_status
make_execute(fftc_vulkan *context, const fftc_convolution_description *description,
             const fftc_vulkan_plan_options *options, const fftc_convolution_passes *passes,
             const fftc_pass_choices *choices, fftc_vulkan_plan **plan, fftc_error *error)
{
    fftc_request request;
    fftc_status status = fftc_convolution_read(description, &request, error);
    if (status == FFTC_SUCCESS) {
        const fftc_dispatches execute = {.passes = &passes->execute,
                                         .precision = description->signal.precision,
                                         .in_place = request.in_place,
                                         .accessors = options->accessors,
                                         .names = signal_names,
                                         .footprints = {fftc_request_footprint(&request, true),
                                                        fftc_request_footprint(&request, false)}};
        status = fftc_plan_of_passes(context, &execute, options, plan, error);
    }
    if (status == FFTC_SUCCESS) {
        (*plan)->choices = *choices;
    }
    return status;
}

fftc_status fftc_convolution_make_execute(fftc_vulkan *context,
                                          const fftc_convolution_description *description,
                                          const fftc_vulkan_plan_options *options,
                                          const fftc_pass_choices *choices, fftc_vulkan_plan **plan,
                                          fftc_error *error)
{
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    *plan = NULL;
    if (passes == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    fftc_status status = make_passes(context, description, options, choices, passes, error);
    if (status == FFTC_SUCCESS) {
        status = make_execute(context, description, options, passes, choices, plan, error);
    }
    free(passes);
    return status;
}

static fftc_status make_prepare(fftc_vulkan *context,
                                const fftc_convolution_description *description,
                                const fftc_vulkan_plan_options *options,
                                const fftc_convolution_passes *passes, fftc_vulkan_plan **plan,
                                fftc_error *error)
{
    const fftc_pass_plan *prepare = &passes->prepare;
    fftc_request request;
    fftc_status status = fftc_convolution_read(description, &request, error);
    if (status == FFTC_SUCCESS) {
        uint64_t spectrum = prepare->elements[FFTC_PLACE_DST] * prepare->item[FFTC_PLACE_DST];
        const fftc_dispatches dispatches = {.passes = prepare,
                                            .precision = description->signal.precision,
                                            .names = kernel_names,
                                            .footprints = {fftc_request_kernel_footprint(&request),
                                                           fftc_footprint_block((size_t)spectrum)}};
        status = fftc_plan_of_passes(context, &dispatches, options, plan, error);
    }
    return status;
}

static fftc_status make_plans(fftc_vulkan_convolution *plan,
                              const fftc_convolution_description *description,
                              const fftc_vulkan_plan_options *options,
                              const fftc_pass_choices *choices, fftc_error *error)
{
    fftc_vulkan *context = plan->context;
    fftc_status status = make_passes(context, description, options, choices, &plan->passes, error);
    if (status == FFTC_SUCCESS) {
        status = make_prepare(context, description, options, &plan->passes, &plan->prepare, error);
    }
    if (status == FFTC_SUCCESS) {
        status = make_execute(context, description, options, &plan->passes, choices, &plan->execute,
                              error);
    }
    if (status == FFTC_SUCCESS && options->own_scratch) {
        uint64_t bytes = fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SCRATCH);
        status = bytes != 0 ? fftc_device_buffer_create(context, bytes, &plan->scratch,
                                                        &plan->scratch_memory, error)
                            : FFTC_SUCCESS;
    }
    return status;
}

static fftc_status make(fftc_vulkan *context, const fftc_convolution_description *description,
                        const fftc_vulkan_plan_options *options, const fftc_pass_choices *choices,
                        fftc_vulkan_convolution **plan, fftc_error *error)
{
    fftc_vulkan_convolution *made = calloc(1, sizeof *made);
    *plan = NULL;
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->context = context;
    made->device = fftc_saved_device(&context->info, options);
    fftc_status status = make_plans(made, description, options, choices, error);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_convolution_destroy(made);
        return status;
    }
    fftc_convolution_name(description, made->name);
    *plan = made;
    return FFTC_SUCCESS;
}

/* Replaces the estimate's plan by a faster one, if there is one, and time to find it. */
static fftc_status improve(const fftc_convolution_description *description,
                           const fftc_vulkan_plan_options *options, fftc_vulkan_convolution **plan,
                           fftc_error *error)
{
    fftc_vulkan_convolution *estimate = *plan;
    fftc_vulkan_convolution *better = NULL;
    fftc_pass_choices choices;
    fftc_status status = fftc_convolution_measure_choices(estimate->context, description, options,
                                                          estimate->execute, &choices, error);
    if (status == FFTC_SUCCESS &&
        memcmp(&choices, &estimate->execute->choices, sizeof choices) != 0) {
        status = make(estimate->context, description, options, &choices, &better, error);
        if (status != FFTC_SUCCESS && status != FFTC_DEVICE_FAILED) { /* the estimate stays */
            return fftc_succeed(error);
        }
    }
    if (status != FFTC_SUCCESS || better != NULL) {
        fftc_vulkan_convolution_destroy(estimate);
        *plan = better;
    }
    return status;
}

/* Checks the description by planning it. */
static fftc_status name_planned(fftc_vulkan *context, const void *described,
                                const fftc_vulkan_plan_options *options, char *name,
                                fftc_error *error)
{
    const fftc_convolution_description *description =
        (const fftc_convolution_description *)described;
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    if (passes == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    fftc_status status = make_passes(context, description, options, NULL, passes, error);
    free(passes);
    if (status == FFTC_SUCCESS) {
        fftc_convolution_name(description, name);
    }
    return status;
}

fftc_status fftc_vulkan_convolution_create(fftc_vulkan *context,
                                           const fftc_convolution_description *description,
                                           const fftc_vulkan_plan_options *options,
                                           fftc_vulkan_convolution **plan, fftc_error *error)
{
    const fftc_vulkan_plan_options defaults = {0};
    fftc_pass_choices choices = {.axis = {{0}}};
    bool found = false;
    options = options != NULL ? options : &defaults;
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    if (context == NULL || description == NULL) {
        return fftc_fail_null(error, context == NULL ? "context" : "description");
    }
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = fftc_plan_check_effort(options, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_saved_look_up(context, description, name_planned, options, &choices, &found,
                                    error);
    }
    if (status == FFTC_SUCCESS) {
        status = make(context, description, options, &choices, plan, error);
    }
    if (status == FFTC_SUCCESS && options->effort == FFTC_MEASURE && !found) {
        status = improve(description, options, plan, error);
    }
    fftc_float_mode_end(&mode);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

static void write_line(const void *saved, fftc_text_writer *w)
{
    const fftc_vulkan_convolution *plan = saved;
    fftc_saved_write(plan->device, plan->name, &plan->execute->choices, w);
}

fftc_status fftc_vulkan_convolution_save(const fftc_vulkan_convolution *plan, char *text,
                                         size_t capacity, size_t *bytes, fftc_error *error)
{
    return fftc_text_save(write_line, plan, text, capacity, bytes, error);
}

void fftc_vulkan_convolution_destroy(fftc_vulkan_convolution *plan)
{
    if (plan == NULL) {
        return;
    }
    fftc_vulkan_plan_destroy(plan->prepare);
    fftc_vulkan_plan_destroy(plan->execute);
    vkDestroyBuffer(plan->context->device, plan->scratch, NULL);
    vkFreeMemory(plan->context->device, plan->scratch_memory, NULL);
    free(plan);
}

uint64_t fftc_vulkan_convolution_bytes(const fftc_vulkan_convolution *plan, fftc_vulkan_side side)
{
    if (plan == NULL) {
        return 0;
    }
    uint64_t there = fftc_vulkan_plan_bytes(plan->prepare, FFTC_VULKAN_SCRATCH);
    uint64_t both = fftc_vulkan_plan_bytes(plan->execute, FFTC_VULKAN_SCRATCH);
    switch (side) {
    case FFTC_VULKAN_SRC:
    case FFTC_VULKAN_DST: return fftc_vulkan_plan_bytes(plan->execute, side);
    case FFTC_VULKAN_SCRATCH: return there > both ? there : both;
    case FFTC_VULKAN_KERNEL: return fftc_vulkan_plan_bytes(plan->prepare, FFTC_VULKAN_SRC);
    case FFTC_VULKAN_SPECTRUM: return fftc_vulkan_plan_bytes(plan->prepare, FFTC_VULKAN_DST);
    default: return 0;
    }
}

double fftc_vulkan_convolution_error_bound(const fftc_vulkan_convolution *plan)
{
    return plan != NULL ? fftc_convolution_passes_bound(&plan->passes) : 0.0;
}

static fftc_vulkan_buffers kernel_arrays(const fftc_vulkan_convolution_buffers *b)
{
    return (fftc_vulkan_buffers){
        .src = b->kernel, .src_im = b->kernel_im, .dst = b->spectrum, .scratch = b->scratch};
}

static fftc_vulkan_buffers signal_arrays(const fftc_vulkan_convolution_buffers *b)
{
    fftc_vulkan_buffers arrays = {.src = b->src,
                                  .src_im = b->src_im,
                                  .dst = b->dst,
                                  .dst_im = b->dst_im,
                                  .scratch = b->scratch};
    memcpy(arrays.extra, b->extra, sizeof arrays.extra);
    memcpy(arrays.word, b->word, sizeof arrays.word);
    return arrays;
}

/* Records either list of dispatches. */
static fftc_status record(const fftc_vulkan_convolution *plan, bool prepare,
                          VkCommandBuffer commands, const fftc_vulkan_convolution_buffers *buffers,
                          fftc_error *error)
{
    fftc_status status = fftc_recording_check(plan, commands, buffers, "buffers", error);
    if (status == FFTC_SUCCESS && prepare) {
        status = fftc_spectrum_check(plan->execute, &buffers->spectrum, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_vulkan_plan *list = prepare ? plan->prepare : plan->execute;
    fftc_vulkan_buffers arrays = prepare ? kernel_arrays(buffers) : signal_arrays(buffers);
    bool own = plan->scratch != VK_NULL_HANDLE && fftc_span_is_none(&arrays.scratch) &&
               fftc_vulkan_plan_bytes(list, FFTC_VULKAN_SCRATCH) != 0;
    if (own) {
        arrays.scratch = (fftc_vulkan_span){.buffer = plan->scratch};
    }
    return fftc_plan_record(list, commands, &arrays, prepare ? NULL : &buffers->spectrum, own,
                            error);
}

fftc_status fftc_vulkan_convolution_prepare(const fftc_vulkan_convolution *plan,
                                            VkCommandBuffer commands,
                                            const fftc_vulkan_convolution_buffers *buffers,
                                            fftc_error *error)
{
    return record(plan, true, commands, buffers, error);
}

fftc_status fftc_vulkan_convolution_record(const fftc_vulkan_convolution *plan,
                                           VkCommandBuffer commands,
                                           const fftc_vulkan_convolution_buffers *buffers,
                                           fftc_error *error)
{
    return record(plan, false, commands, buffers, error);
}
