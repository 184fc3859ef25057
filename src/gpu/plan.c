/* SPDX-License-Identifier: MIT
 *
 * A plan on a Vulkan device: makes the kernels and tables of its dispatches. record.c records them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe/real_layout.h"
#include "gpu/plan.h"
#include "gpu/sets.h"
#include "gpu/times.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"
#include "support/workers.h"

/* ------------------------------------------------------------------------------------- planning */

/* Whether a descriptor would reach all of each array. */
static bool is_near(const fftc_vulkan_plan *plan)
{
    bool near = true;
    for (int i = 0; i < FFTC_PLACE_COUNT; ++i) {
        uint64_t item = i <= FFTC_PLACE_DST ? plan->passes.item[i] : plan->element_bytes;
        near = near && plan->passes.elements[i] * item <= plan->context->info.buffer_bytes_max;
    }
    return near;
}

static fftc_status make_kernels(fftc_vulkan_plan *plan, fftc_precision precision,
                                const fftc_vulkan_plan_options *options, fftc_error *error)
{
    fftc_kernel_key keys[FFTC_PASSES_MAX];
    bool native = false;
    bool far = plan->addresses && !is_near(plan);
    if (!options->exact && precision == FFTC_FLOAT16) {
        fftc_status status = fftc_half_native(plan->context, &native, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    for (uint32_t i = 0; i < plan->passes.count; ++i) {
        keys[i] = (fftc_kernel_key){
            .pass = plan->passes.pass[i].key,
            .exact = options->exact,
            .addresses = plan->addresses,
            .far = far,
            .half_native = native,
            .storage16 = plan->context->info.storage16 &&
                         fftc_kernel_has_single_halves(&plan->passes.pass[i].key),
            .numbers = plan->passes.pass[i].numbers,
            .descriptors =
                plan->addresses ? 0 : fftc_kernel_descriptors(&plan->passes, i, plan->pieces)};
    }
    return fftc_kernels_get(plan->context, keys, plan->passes.count, plan->pieces, options->cache,
                            plan->kernel, &plan->times, error);
}

static fftc_status make_pieces(fftc_vulkan_plan *plan, const fftc_accessors *accessors, bool own,
                               fftc_error *error)
{
    if (fftc_accessors_none(accessors)) {
        return FFTC_SUCCESS;
    }
    plan->pieces = calloc(1, sizeof *plan->pieces);
    return plan->pieces != NULL ? fftc_pieces_create(accessors, own, plan->pieces, error)
                                : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
}

/* With an accessor nobody knows which of the array's numbers are touched, so all of them count. */
static void set_footprints(fftc_vulkan_plan *plan, const fftc_footprint given[2],
                           const fftc_accessors *accessors)
{
    const char *texts[] = {accessors != NULL ? accessors->load : NULL,
                           accessors != NULL ? accessors->store : NULL};
    for (int i = 0; i < 2; ++i) {
        int side =
            plan->in_place ? FFTC_PLACE_DST : i; /* in place that is where both are counted */
        uint64_t bytes = plan->passes.elements[side] * plan->passes.item[side];
        plan->footprint[i] = texts[i] != NULL ? fftc_footprint_block((size_t)bytes) : given[i];
    }
}

static fftc_status find_footprints(fftc_vulkan_plan *plan, const fftc_transform *transform,
                                   const fftc_accessors *accessors, fftc_error *error)
{
    fftc_layout layout;
    fftc_status status = fftc_layout_read(transform, &layout, error);
    if (status == FFTC_SUCCESS) {
        const fftc_footprint given[] = {fftc_footprint_make(&layout, plan->in_place, true),
                                        fftc_footprint_make(&layout, plan->in_place, false)};
        set_footprints(plan, given, accessors);
    }
    return status;
}

/* What two threads may do at the same time, each with its own error. */
#define MAKING_TASKS 2u
#define LONG_TABLES ((uint64_t)1 << 15) /* numbers, from which on they do */

typedef struct making {
    fftc_vulkan_plan *plan;
    fftc_precision precision;
    const fftc_vulkan_plan_options *options;
    fftc_vulkan_plan_times times; /* of the tables */
    fftc_error error[MAKING_TASKS];
} making;

static void make_task(void *data, uint32_t task)
{
    making *m = data;
    fftc_vulkan_plan *plan = m->plan;
    fftc_error *error = &m->error[task];
    fftc_status status;
    if (task == 1) {
        status = fftc_table_get(plan->context, &plan->passes, plan->element_bytes, &plan->table,
                                &m->times, error);
    } else {
        status = make_kernels(plan, m->precision, m->options, error);
        if (status == FFTC_SUCCESS && !plan->addresses) {
            status = fftc_sets_create(plan->context, plan->kernel, plan->passes.count,
                                      m->options->recordings, &plan->sets, error);
        }
    }
    error->status = status;
}

/* Whether tables take far longer than starting a thread. */
static bool long_tables(const fftc_pass_plan *passes)
{
    uint64_t elements = 0;
    for (uint32_t i = 0; i < passes->count; ++i) {
        elements += fftc_pass_table_count(&passes->pass[i].key);
    }
    return elements >= LONG_TABLES;
}

/* Makes the kernels and tables of the passes. */
static fftc_status make_dispatches(fftc_vulkan_plan *plan, fftc_precision precision,
                                   const fftc_vulkan_plan_options *options, fftc_error *error)
{
    plan->element_bytes = fftc_complex_bytes(precision);
    if (precision == FFTC_FLOAT64 && !plan->context->info.float64) {
        return fftc_fail(
            error, FFTC_UNSUPPORTED,
            "%s has no double precision in shaders, or handles.float64 is not set: pass "
            "FFTC_FLOAT32",
            plan->context->info.name);
    }
    fftc_status status =
        fftc_plan_check_tables(plan->context, &plan->passes, plan->element_bytes, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_check_descriptors(plan, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    making m = {.plan = plan, .precision = precision, .options = options};
    if (long_tables(&plan->passes)) {
        fftc_workers_run(MAKING_TASKS, make_task, &m);
    } else {
        for (uint32_t i = 0; i < MAKING_TASKS && (i == 0 || m.error[0].status == FFTC_SUCCESS);
             ++i) {
            make_task(&m, i);
        }
    }
    fftc_times_add(&plan->times, &m.times);
    for (uint32_t i = 0; i < MAKING_TASKS; ++i) {
        if (m.error[i].status != FFTC_SUCCESS) {
            return fftc_fail(error, m.error[i].status, "%s", m.error[i].message);
        }
    }
    return FFTC_SUCCESS;
}

/* Adds addresses to what a message advises, unless the transform is too large for them too. */
static void offer_addresses(fftc_vulkan_plan *plan, const fftc_transform *transform,
                            const fftc_pass_limits *limits, fftc_error *error)
{
    uint32_t element_bytes = fftc_complex_bytes(transform->precision);
    if (fftc_sub_batches_make(transform, limits, true, &plan->passes, &plan->sub_batches, NULL) ==
            FFTC_SUCCESS &&
        fftc_plan_check_tables(plan->context, &plan->passes, element_bytes, NULL) == FFTC_SUCCESS) {
        fftc_plan_advise_addresses(error);
    }
}

/* Whether what lies behind the scratch begins where a descriptor can, if it is all that one
 * reaches. (Users see to that for their arrays: fftc_span_check.) */
static bool lies_well(const fftc_vulkan_plan *plan, fftc_precision precision)
{
    const fftc_vulkan *context = plan->context;
    const uint64_t number = fftc_complex_bytes(precision);
    uint64_t offset = 0;
    bool well = true;
    for (int i = FFTC_PLACE_SPARE; i <= FFTC_PLACE_WORK; ++i) {
        offset += plan->passes.elements[i - 1] * number;
        uint64_t bytes = plan->passes.elements[i] * number;
        well = well && (offset % context->offset_alignment == 0 ||
                        bytes + context->offset_alignment <= context->info.buffer_bytes_max);
    }
    return well;
}

/* Makes passes within a descriptor's reach even with addresses, in sub-batches if need be: a
 * multiplication in 64 bits for each load and store costs more than a few further dispatches. */
static fftc_status make_passes(fftc_vulkan_plan *plan, const fftc_transform *transform,
                               const fftc_vulkan_plan_options *options, fftc_error *error)
{
    fftc_pass_limits limits =
        fftc_plan_limits(&plan->context->info, fftc_plan_reach(plan->context, false), options);
    double start = fftc_seconds();
    limits.choices = &plan->choices;
    /* Sets are counted by dispatches. */
    bool divide = plan->addresses || plan->context->push_descriptors != NULL;
    fftc_status status =
        fftc_sub_batches_make(transform, &limits, divide, &plan->passes, &plan->sub_batches, error);
    if (status == FFTC_TOO_LARGE) { /* whole, if it begins where a descriptor can */
        limits.buffer_bytes_max = plan->context->info.buffer_bytes_max;
        fftc_status tight = fftc_sub_batches_make(transform, &limits, false, &plan->passes,
                                                  &plan->sub_batches, NULL);
        status = tight == FFTC_SUCCESS && lies_well(plan, transform->precision) ? tight : status;
    }
    if (status == FFTC_TOO_LARGE && plan->addresses) {
        limits.buffer_bytes_max = UINT64_MAX;
        status = fftc_sub_batches_make(transform, &limits, true, &plan->passes, &plan->sub_batches,
                                       error);
    }
    (void)fftc_seconds_add(&plan->times.passes, start);
    if (status == FFTC_TOO_LARGE && error != NULL &&
        fftc_plan_may_take_addresses(plan->context, options)) {
        limits.buffer_bytes_max = UINT64_MAX;
        offer_addresses(plan, transform, &limits, error);
    }
    return status;
}

/* Makes the plan for the remaining transforms, which are too few for a full sub-batch. */
static fftc_status make_rest(fftc_vulkan_plan *plan, const fftc_transform *transform,
                             const fftc_vulkan_plan_options *options, fftc_error *error)
{
    fftc_transform rest = fftc_sub_batch_transform(transform, plan->sub_batches.left);
    fftc_vulkan_plan_options same = *options;
    same.own_scratch = false;
    return fftc_plan_make_chosen(plan->context, &rest, &same, &plan->choices, &plan->rest, error);
}

static fftc_status make_scratch(fftc_vulkan_plan *plan, fftc_error *error)
{
    double start = fftc_seconds();
    fftc_status status = fftc_device_buffer_create(plan->context, fftc_plan_scratch_bytes(plan),
                                                   &plan->scratch, &plan->scratch_memory, error);
    (void)fftc_seconds_add(&plan->times.memory, start);
    return status;
}

static fftc_status make_plan(fftc_vulkan_plan *plan, const fftc_transform *transform,
                             const fftc_vulkan_plan_options *options, fftc_error *error)
{
    fftc_status status = make_pieces(plan, options->accessors, false, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_choose_binding(plan, options->addresses, error);
    }
    if (status == FFTC_SUCCESS) {
        status = make_passes(plan, transform, options, error);
    }
    if (status == FFTC_SUCCESS) {
        plan->transform = *transform;
        plan->device = fftc_saved_device(&plan->context->info, options);
        plan->in_place = transform->placement == FFTC_IN_PLACE;
        status = find_footprints(plan, transform, options->accessors, error);
    }
    if (status == FFTC_SUCCESS) {
        status = make_dispatches(plan, transform->precision, options, error);
    }
    if (status == FFTC_SUCCESS && plan->sub_batches.left != 0) {
        status = make_rest(plan, transform, options, error);
    }
    if (status == FFTC_SUCCESS && options->own_scratch && fftc_plan_scratch_bytes(plan) != 0) {
        status = make_scratch(plan, error);
    }
    return status;
}

fftc_status fftc_plan_make_chosen(fftc_vulkan *context, const fftc_transform *transform,
                                  const fftc_vulkan_plan_options *options,
                                  const fftc_pass_choices *choices, fftc_vulkan_plan **plan,
                                  fftc_error *error)
{
    static const char *const names[] = {"src", "dst"};
    fftc_vulkan_plan *made = calloc(1, sizeof *made);
    *plan = NULL;
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->context = context;
    made->names = names;
    made->choices = *choices;
    fftc_status status = make_plan(made, transform, options, error);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_plan_destroy(made);
        return status;
    }
    *plan = made;
    return FFTC_SUCCESS;
}

/* Plans it, which checks it. */
static fftc_status name_planned(fftc_vulkan *context, const void *described,
                                const fftc_vulkan_plan_options *options, char *name,
                                fftc_error *error)
{
    const fftc_transform *transform = (const fftc_transform *)described;
    fftc_pass_limits limits = fftc_plan_limits(&context->info, UINT64_MAX, options);
    fftc_sub_batches sub_batches;
    fftc_pass_plan *passes = malloc(sizeof *passes);
    if (passes == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    fftc_status status =
        fftc_sub_batches_make(transform, &limits, true, passes, &sub_batches, error);
    free(passes);
    if (status == FFTC_SUCCESS) {
        fftc_transform_name(transform, name);
    }
    return status;
}

fftc_status fftc_plan_check_effort(const fftc_vulkan_plan_options *options, fftc_error *error)
{
    const fftc_accessors *a = options->accessors;
    fftc_status status = fftc_effort_check(options->effort, options->saved, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_seconds_check(options->seconds, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (options->effort == FFTC_MEASURE && a != NULL && (a->load != NULL || a->store != NULL)) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "plans with accessors cannot be measured, for there is nothing to give to "
                         "them: pass FFTC_ESTIMATE");
    }
    return FFTC_SUCCESS;
}

static fftc_status create(fftc_vulkan *context, const fftc_transform *transform,
                          const fftc_vulkan_plan_options *options, fftc_vulkan_plan **plan,
                          fftc_error *error)
{
    fftc_pass_choices choices = {.axis = {{0}}};
    bool found = false;
    fftc_status status = fftc_plan_check_effort(options, error);
    if (status == FFTC_SUCCESS) {
        status =
            fftc_saved_look_up(context, transform, name_planned, options, &choices, &found, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_make_chosen(context, transform, options, &choices, plan, error);
    }
    if (status == FFTC_SUCCESS && options->effort == FFTC_MEASURE && !found) {
        status = fftc_vulkan_plan_measure(context, transform, options, plan, error);
    }
    return status;
}

fftc_status fftc_vulkan_plan_create(fftc_vulkan *context, const fftc_transform *transform,
                                    const fftc_vulkan_plan_options *options,
                                    fftc_vulkan_plan **plan, fftc_error *error)
{
    const fftc_vulkan_plan_options defaults = {0};
    double start = fftc_seconds();
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    if (context == NULL || transform == NULL) {
        return fftc_fail_null(error, context == NULL ? "context" : "transform");
    }
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status =
        create(context, transform, options != NULL ? options : &defaults, plan, error);
    fftc_float_mode_end(&mode);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    (void)fftc_seconds_add(&(*plan)->times.all, start);
    return fftc_succeed(error);
}

fftc_status fftc_plan_of_passes(fftc_vulkan *context, const fftc_dispatches *dispatches,
                                const fftc_vulkan_plan_options *options, fftc_vulkan_plan **plan,
                                fftc_error *error)
{
    fftc_vulkan_plan *made = calloc(1, sizeof *made);
    *plan = NULL;
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    *made = (fftc_vulkan_plan){.context = context,
                               .passes = *dispatches->passes,
                               .sub_batches = {.count = 1},
                               .names = dispatches->names,
                               .in_place = dispatches->in_place};
    set_footprints(made, dispatches->footprints, dispatches->accessors);
    double start = fftc_seconds();
    fftc_status status = make_pieces(made, dispatches->accessors, dispatches->own, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_choose_binding(made, options->addresses, error);
    }
    if (status == FFTC_SUCCESS) {
        status = make_dispatches(made, dispatches->precision, options, error);
    }
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_plan_destroy(made);
        return status;
    }
    (void)fftc_seconds_add(&made->times.all, start);
    *plan = made;
    return FFTC_SUCCESS;
}

void fftc_vulkan_plan_destroy(fftc_vulkan_plan *plan)
{
    if (plan == NULL) {
        return;
    }
    fftc_vulkan_plan_destroy(plan->rest);
    if (plan->pieces != NULL) {
        fftc_pieces_destroy(plan->pieces);
        free(plan->pieces);
    }
    fftc_sets_destroy(plan->sets);
    fftc_pipelines_release(plan->context, plan->kernel, plan->passes.count);
    fftc_table_release(plan->context, plan->table);
    vkDestroyBuffer(plan->context->device, plan->scratch, NULL);
    vkFreeMemory(plan->context->device, plan->scratch_memory, NULL);
    free(plan);
}

fftc_vulkan_plan_times fftc_vulkan_plan_get_times(const fftc_vulkan_plan *plan)
{
    return plan != NULL ? plan->times : (fftc_vulkan_plan_times){0};
}

uint64_t fftc_vulkan_plan_bytes(const fftc_vulkan_plan *plan, fftc_vulkan_side side)
{
    static const fftc_place places[] = {FFTC_PLACE_SRC, FFTC_PLACE_DST, FFTC_PLACE_SCRATCH};
    if (plan == NULL || (unsigned)side > FFTC_VULKAN_SCRATCH) {
        return 0;
    }
    fftc_place place = places[side];
    if (plan->in_place && place == FFTC_PLACE_SRC) {
        place = FFTC_PLACE_DST;
    }
    return side == FFTC_VULKAN_SCRATCH ? fftc_plan_scratch_bytes(plan)
                                       : fftc_plan_side_bytes(plan, place);
}

static int format_value(char *text, size_t bytes, const VkPipelineExecutableStatisticKHR *one)
{
    switch (one->format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
        return snprintf(text, bytes, "%s %llu; ", one->name, (unsigned long long)one->value.u64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
        return snprintf(text, bytes, "%s %lld; ", one->name, (long long)one->value.i64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR:
        return snprintf(text, bytes, "%s %g; ", one->name, one->value.f64);
    default: return snprintf(text, bytes, "%s %u; ", one->name, (unsigned)one->value.b32);
    }
}

int fftc_vulkan_plan_statistics(const fftc_vulkan_plan *plan, uint32_t pass, char *text,
                                size_t bytes)
{
    VkPipelineExecutableStatisticKHR list[32];
    uint32_t count = 32;
    int used = snprintf(text, bytes, "%s", "");
    if (plan == NULL || pass >= plan->passes.count || plan->context->statistics == NULL) {
        return used;
    }
    VkPipelineExecutableInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                         .pipeline = plan->kernel[pass]->handle};
    for (uint32_t i = 0; i < count; ++i) {
        list[i] = (VkPipelineExecutableStatisticKHR){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    }
    if (plan->context->statistics(plan->context->device, &which, &count, list) < VK_SUCCESS) {
        return used;
    }
    for (uint32_t i = 0; i < count; ++i) {
        bool room = used >= 0 && (size_t)used < bytes;
        used += format_value(room ? text + used : NULL, room ? bytes - (size_t)used : 0, &list[i]);
    }
    return used;
}
