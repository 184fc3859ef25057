/* SPDX-License-Identifier: MIT
 *
 * A plan on a Vulkan device: kernels and tables of its dispatches, and recording them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "gpu/plan.h"
#include "gpu/times.h"

/* ------------------------------------------------------------------------------------- planning */

fftc_pass_limits fftc_plan_limits(const fftc_vulkan_device *info, uint64_t buffer_bytes_max,
                                  const fftc_vulkan_plan_options *options)
{
    const fftc_vulkan_accessors *a = options->accessors;
    bool subgroups = info->subgroup_full && info->subgroup_shuffle && !options->no_subgroups;
    return (fftc_pass_limits){.name = info->name,
                              .invocations_max = info->invocations_max,
                              .shared_bytes = info->shared_bytes,
                              .subgroup_size = subgroups ? info->subgroup_size : 0,
                              .buffer_bytes_max = buffer_bytes_max,
                              .registers = options->registers,
                              .invocations = options->invocations,
                              .line_invocations = options->line_invocations,
                              .load = a != NULL && a->load != NULL,
                              .store = a != NULL && a->store != NULL,
                              .load_src = a != NULL && fftc_pieces_name(a->load, "fftc_src_get"),
                              .store_dst = a != NULL && fftc_pieces_name(a->store, "fftc_dst_set")};
}

static fftc_status choose_binding(fftc_vulkan_plan *plan, bool addresses, fftc_error *error)
{
    const fftc_vulkan_device *info = &plan->context->info;
    if (addresses && !info->device_address) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "options.addresses: %s has no buffer device addresses, or the context "
                         "was not told that they are enabled",
                         info->name);
    }
    if (!info->push_descriptor && !info->device_address) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s offers neither VK_KHR_push_descriptor nor buffer device addresses, or "
                         "the context was not told that they are enabled: one of them is needed",
                         info->name);
    }
    plan->addresses = addresses || !info->push_descriptor;
    return plan->pieces == NULL
               ? FFTC_SUCCESS
               : fftc_pieces_check_device(plan->context, plan->pieces, plan->addresses, error);
}

static fftc_status make_kernels(fftc_vulkan_plan *plan, fftc_precision precision,
                                const fftc_vulkan_plan_options *options, fftc_error *error)
{
    fftc_kernel_key keys[FFTC_PASSES_MAX];
    bool native = false;
    if (!options->exact && precision == FFTC_FLOAT16) {
        fftc_status status = fftc_half_native(plan->context, &native, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    for (uint32_t i = 0; i < plan->passes.count; ++i) {
        keys[i] = (fftc_kernel_key){.pass = plan->passes.pass[i].key,
                                    .exact = options->exact,
                                    .addresses = plan->addresses,
                                    .half_native = native,
                                    .numbers = plan->passes.pass[i].numbers};
    }
    return fftc_kernels_get(plan->context, keys, plan->passes.count, plan->pieces, options->cache,
                            plan->kernel, &plan->times, error);
}

static fftc_status make_pieces(fftc_vulkan_plan *plan, const fftc_vulkan_accessors *accessors,
                               fftc_error *error)
{
    if (accessors == NULL || (accessors->load == NULL && accessors->store == NULL)) {
        return FFTC_SUCCESS;
    }
    plan->pieces = calloc(1, sizeof *plan->pieces);
    return plan->pieces != NULL ? fftc_pieces_create(accessors, plan->pieces, error)
                                : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
}

/* Bytes of scratch: three places one behind the other. */
static uint64_t scratch_bytes(const fftc_vulkan_plan *plan)
{
    const uint64_t *elements = plan->passes.elements;
    return (elements[FFTC_PLACE_SCRATCH] + elements[FFTC_PLACE_SPARE] + elements[FFTC_PLACE_WORK]) *
           plan->element_bytes;
}

/* Kernels and tables of the passes that there are. */
static fftc_status make_dispatches(fftc_vulkan_plan *plan, fftc_precision precision,
                                   const fftc_vulkan_plan_options *options, fftc_error *error)
{
    plan->element_bytes = precision == FFTC_FLOAT64 ? 16 : 8;
    if (precision == FFTC_FLOAT64 && !plan->context->info.float64) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no double precision in shaders: pass FFTC_FLOAT32",
                         plan->context->info.name);
    }
    fftc_status status = make_kernels(plan, precision, options, error);
    return status == FFTC_SUCCESS
               ? fftc_table_get(plan->context, &plan->passes, plan->element_bytes, &plan->table,
                                &plan->times, error)
               : status;
}

static fftc_status make_passes(fftc_vulkan_plan *plan, const fftc_transform *transform,
                               const fftc_vulkan_plan_options *options, fftc_error *error)
{
    const fftc_vulkan_device *info = &plan->context->info;
    uint64_t most = info->buffer_bytes_max - plan->context->offset_alignment;
    fftc_pass_limits limits = fftc_plan_limits(info, most, options);
    double start = fftc_seconds();
    limits.choices = &plan->choices;
    fftc_status status = fftc_pass_plan_make(transform, &limits, &plan->passes, error);
    (void)fftc_seconds_add(&plan->times.passes, start);
    return status;
}

static fftc_status make_scratch(fftc_vulkan_plan *plan, fftc_error *error)
{
    double start = fftc_seconds();
    fftc_status status = fftc_device_buffer_create(plan->context, scratch_bytes(plan),
                                                   &plan->scratch, &plan->scratch_memory, error);
    (void)fftc_seconds_add(&plan->times.memory, start);
    return status;
}

static fftc_status make_plan(fftc_vulkan_plan *plan, const fftc_transform *transform,
                             const fftc_vulkan_plan_options *options, fftc_error *error)
{
    fftc_status status = make_pieces(plan, options->accessors, error);
    if (status == FFTC_SUCCESS) {
        status = choose_binding(plan, options->addresses, error);
    }
    if (status == FFTC_SUCCESS) {
        status = make_passes(plan, transform, options, error);
    }
    if (status == FFTC_SUCCESS) {
        plan->transform = *transform;
        plan->device = fftc_saved_device(&plan->context->info, options);
        plan->in_place = transform->placement == FFTC_IN_PLACE;
        status = make_dispatches(plan, transform->precision, options, error);
    }
    if (status == FFTC_SUCCESS && options->own_scratch && scratch_bytes(plan) != 0) {
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

/* What was saved for this plan, if anything was; the transform is looked at first, by planning it. */
static fftc_status find_saved(fftc_vulkan *context, const fftc_transform *transform,
                              const fftc_vulkan_plan_options *options, fftc_pass_choices *choices,
                              bool *found, fftc_error *error)
{
    const fftc_vulkan_device *info = &context->info;
    fftc_pass_limits limits = fftc_plan_limits(info, info->buffer_bytes_max, options);
    fftc_pass_plan *passes = options->saved != NULL ? malloc(sizeof *passes) : NULL;
    *found = false;
    if (options->saved == NULL) {
        return FFTC_SUCCESS;
    }
    fftc_status status = passes != NULL
                             ? fftc_pass_plan_make(transform, &limits, passes, error)
                             : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    free(passes);
    if (status == FFTC_SUCCESS) {
        status = fftc_saved_find(options->saved, fftc_saved_device(info, options), transform,
                                 choices, found, error);
    }
    return status;
}

static fftc_status check_effort(const fftc_vulkan_plan_options *options, fftc_error *error)
{
    const fftc_vulkan_accessors *a = options->accessors;
    if (options->effort != FFTC_ESTIMATE && options->effort != FFTC_MEASURE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "effort %d: pass an fftc_effort",
                         (int)options->effort);
    }
    if (!(options->seconds >= 0.0)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "seconds is %g: pass how long measuring may take, or 0", options->seconds);
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
    fftc_status status = check_effort(options, error);
    if (status == FFTC_SUCCESS) {
        status = find_saved(context, transform, options, &choices, &found, error);
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
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "plan is NULL: pass where to put it");
    }
    *plan = NULL;
    if (context == NULL || transform == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "the %s is NULL",
                         context == NULL ? "context" : "description");
    }
    fftc_status status =
        create(context, transform, options != NULL ? options : &defaults, plan, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    (void)fftc_seconds_add(&(*plan)->times.all, start);
    return fftc_succeed(error);
}

fftc_status fftc_plan_of_passes(fftc_vulkan *context, const fftc_pass_plan *passes,
                                fftc_precision precision, bool in_place,
                                const fftc_vulkan_plan_options *options, const char *const names[2],
                                fftc_vulkan_plan **plan, fftc_error *error)
{
    fftc_vulkan_plan *made = calloc(1, sizeof *made);
    *plan = NULL;
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    *made = (fftc_vulkan_plan){
        .context = context, .passes = *passes, .names = names, .in_place = in_place};
    double start = fftc_seconds();
    fftc_status status = choose_binding(made, options->addresses, error);
    if (status == FFTC_SUCCESS) {
        status = make_dispatches(made, precision, options, error);
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
    if (plan->pieces != NULL) {
        fftc_pieces_destroy(plan->pieces);
        free(plan->pieces);
    }
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
    return side == FFTC_VULKAN_SCRATCH ? scratch_bytes(plan)
                                       : plan->passes.elements[place] * plan->passes.item[place];
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

/* ------------------------------------------------------------------------------------- recording */

/* One recording: where each place is. */
typedef struct recording {
    const fftc_vulkan_plan *plan;
    VkCommandBuffer commands;
    const fftc_vulkan_buffers *buffers;
    fftc_vulkan_span place[FFTC_PLACE_COUNT];
    fftc_vulkan_span place_im[FFTC_PLACE_COUNT];
} recording;

static fftc_status check_span(const fftc_vulkan_plan *plan, const fftc_vulkan_span *span,
                              const char *name, uint64_t needed, uint32_t item, fftc_error *error)
{
    if (span->buffer == VK_NULL_HANDLE && (span->address == 0 || !plan->addresses)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s has no buffer%s", name,
                         span->address != 0 ? ": addresses need a plan with options.addresses"
                                            : ": this plan needs one");
    }
    uint32_t unit = item < 4 ? 4 : item;
    if (span->offset % unit != 0 || span->address % unit != 0) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT, "%s starts at %llu: pass a multiple of %u%s", name,
            (unsigned long long)(span->offset % unit != 0 ? span->offset : span->address),
            (unsigned)unit, unit == item ? "" : ", the bytes of two halves");
    }
    if (span->bytes != 0 && span->bytes < needed) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s has %llu bytes, this plan needs %llu: pass a larger buffer", name,
                         (unsigned long long)span->bytes, (unsigned long long)needed);
    }
    return FFTC_SUCCESS;
}

static bool same_span(const fftc_vulkan_span *a, const fftc_vulkan_span *b)
{
    return a->buffer == b->buffer && a->offset == b->offset && a->address == b->address;
}

static fftc_status check_places(const recording *r, fftc_error *error)
{
    const fftc_vulkan_plan *plan = r->plan;
    const char *const names[] = {plan->names[0], plan->names[1], "scratch"};
    for (int i = 0; i <= FFTC_PLACE_SCRATCH; ++i) {
        uint32_t item = i == FFTC_PLACE_SCRATCH ? plan->element_bytes : plan->passes.item[i];
        uint64_t needed =
            i == FFTC_PLACE_SCRATCH ? scratch_bytes(plan) : plan->passes.elements[i] * item;
        fftc_status status = needed == 0
                                 ? FFTC_SUCCESS
                                 : check_span(plan, &r->place[i], names[i], needed, item, error);
        if (status == FFTC_SUCCESS && needed != 0 && plan->passes.split[i]) {
            char name[16];
            (void)snprintf(name, sizeof name, "%s_im", names[i]);
            status = check_span(plan, &r->place_im[i], name, needed, item, error);
        }
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    uint64_t spectrum = plan->passes.elements[FFTC_PLACE_SPECTRUM] * plan->element_bytes;
    if (spectrum != 0) {
        uint32_t item =
            plan->addresses ? plan->element_bytes : (uint32_t)plan->context->offset_alignment;
        item = item < plan->element_bytes ? plan->element_bytes : item;
        return check_span(plan, &r->place[FFTC_PLACE_SPECTRUM], "spectrum", spectrum, item, error);
    }
    return plan->pieces == NULL ? FFTC_SUCCESS
                                : fftc_pieces_check(plan->pieces, plan->context->offset_alignment,
                                                    plan->addresses, r->buffers, error);
}

static fftc_status choose_places(recording *r, fftc_error *error)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_vulkan_buffers *buffers = r->buffers;
    const fftc_vulkan_span none = {0};
    r->place[FFTC_PLACE_SRC] = buffers->src;
    r->place_im[FFTC_PLACE_SRC] = buffers->src_im;
    r->place[FFTC_PLACE_DST] = buffers->dst;
    r->place_im[FFTC_PLACE_DST] = buffers->dst_im;
    r->place[FFTC_PLACE_SCRATCH] = buffers->scratch;
    if (plan->in_place) {
        if ((!same_span(&buffers->src, &none) && !same_span(&buffers->src, &buffers->dst)) ||
            (!same_span(&buffers->src_im, &none) &&
             !same_span(&buffers->src_im, &buffers->dst_im))) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "src is not dst: leave it zero, or plan with FFTC_OUT_OF_PLACE");
        }
        r->place[FFTC_PLACE_SRC] = buffers->dst;
        r->place_im[FFTC_PLACE_SRC] = buffers->dst_im;
    } else if (same_span(&buffers->src, &buffers->dst) && !same_span(&buffers->src, &none)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "src is dst: plan with FFTC_IN_PLACE");
    }
    if (same_span(&buffers->scratch, &none) && plan->scratch != VK_NULL_HANDLE) {
        r->place[FFTC_PLACE_SCRATCH] = (fftc_vulkan_span){.buffer = plan->scratch};
    }
    for (int i = FFTC_PLACE_SPARE; i <= FFTC_PLACE_WORK; ++i) {
        uint64_t before = plan->passes.elements[i - 1] * plan->element_bytes;
        r->place[i] = r->place[i - 1];
        r->place[i].offset += before;
        r->place[i].address += r->place[i].address != 0 ? before : 0;
    }
    return check_places(r, error);
}

/* What one dispatch wrote, for the next to read. */
static void barrier(VkCommandBuffer commands, VkAccessFlags access)
{
    VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                              .dstAccessMask = access};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &memory, 0, NULL, 0, NULL);
}

static VkDeviceAddress address_of(const recording *r, const fftc_vulkan_span *span)
{
    VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                      .buffer = span->buffer};
    return span->buffer == VK_NULL_HANDLE
               ? span->address
               : r->plan->context->buffer_address(r->plan->context->device, &info) + span->offset;
}

/* A descriptor begins at a multiple of the device's alignment; returns the elements left over. */
static uint32_t describe(const recording *r, const fftc_vulkan_span *span, fftc_place place,
                         uint32_t item, VkDescriptorBufferInfo *info)
{
    const fftc_pass_plan *passes = &r->plan->passes;
    VkDeviceSize rest = span->offset % r->plan->context->offset_alignment;
    *info = (VkDescriptorBufferInfo){span->buffer, span->offset - rest,
                                     rest + passes->elements[place] * passes->item[place]};
    return (uint32_t)(rest / item);
}

static void bind_descriptors(const recording *r, uint32_t number, fftc_kernel_push *push)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_pass *pass = &plan->passes.pass[number];
    VkDescriptorBufferInfo buffers[FFTC_KERNEL_BINDINGS] = {{0}};
    VkWriteDescriptorSet writes[FFTC_KERNEL_BINDINGS + FFTC_VULKAN_EXTRAS];
    VkDescriptorBufferInfo spectrum_info;
    fftc_extra_infos infos;
    uint64_t factors = fftc_pass_table_count(&pass->key);
    uint32_t src = 0;
    uint32_t dst = 0;
    uint32_t count = 0;
    uint32_t src_item = fftc_form_bytes(pass->key.src_form, pass->key.precision);
    uint32_t dst_item = fftc_form_bytes(pass->key.dst_form, pass->key.precision);
    if (plan->passes.elements[pass->src] != 0) {
        src = describe(r, &r->place[pass->src], pass->src, src_item, &buffers[0]);
    }
    if (plan->passes.elements[pass->dst] != 0) {
        dst = describe(r, &r->place[pass->dst], pass->dst, dst_item, &buffers[1]);
    }
    buffers[2] =
        (VkDescriptorBufferInfo){plan->table->array.device_buffer, plan->table->first[number],
                                 (factors == 0 ? 1 : factors) * plan->element_bytes};
    if (fftc_form_is_split(pass->key.src_form) && buffers[0].buffer != VK_NULL_HANDLE) {
        push->shift[0] =
            describe(r, &r->place_im[pass->src], pass->src, src_item, &buffers[3]) - src;
    }
    if (fftc_form_is_split(pass->key.dst_form) && buffers[1].buffer != VK_NULL_HANDLE) {
        push->shift[1] =
            describe(r, &r->place_im[pass->dst], pass->dst, dst_item, &buffers[4]) - dst;
    }
    push->numbers.src_first += src;
    push->numbers.dst_first += dst;
    for (uint32_t i = 0; i < FFTC_KERNEL_BINDINGS; ++i) {
        if (buffers[i].buffer != VK_NULL_HANDLE) {
            writes[count++] =
                (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstBinding = i,
                                       .descriptorCount = 1,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = &buffers[i]};
        }
    }
    if (fftc_kernel_has_spectrum(&pass->key)) {
        const fftc_vulkan_span *spectrum = &r->place[FFTC_PLACE_SPECTRUM];
        spectrum_info = (VkDescriptorBufferInfo){spectrum->buffer, spectrum->offset,
                                                 plan->passes.elements[FFTC_PLACE_SPECTRUM] *
                                                     plan->element_bytes};
        writes[count++] =
            (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstBinding = FFTC_KERNEL_BINDINGS,
                                   .descriptorCount = 1,
                                   .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                   .pBufferInfo = &spectrum_info};
    }
    if (pass->key.load != 0 || pass->key.store != 0) {
        memcpy(push->more.word, r->buffers->word, sizeof push->more.word);
        count += fftc_pieces_describe(plan->pieces, r->buffers, &infos, writes + count);
    }
    plan->context->push_descriptors(r->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                    plan->context->layouts[plan->kernel[number]->binding].pipeline,
                                    0, count, writes);
}

static void take_addresses(const recording *r, uint32_t number, VkDeviceAddress *address)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_pass *pass = &plan->passes.pass[number];
    fftc_vulkan_span table = {.buffer = plan->table->array.device_buffer,
                              .offset = plan->table->first[number]};
    address[2] = address_of(r, &table);
    if (plan->passes.elements[pass->src] != 0) {
        address[0] = address_of(r, &r->place[pass->src]);
    }
    if (plan->passes.elements[pass->dst] != 0) {
        address[1] = address_of(r, &r->place[pass->dst]);
    }
    if (address[0] != 0 && fftc_form_is_split(pass->key.src_form)) {
        address[3] = address_of(r, &r->place_im[pass->src]);
    }
    if (address[1] != 0 && fftc_form_is_split(pass->key.dst_form)) {
        address[4] = address_of(r, &r->place_im[pass->dst]);
    }
    if (fftc_kernel_has_spectrum(&pass->key)) {
        address[FFTC_KERNEL_BINDINGS] = address_of(r, &r->place[FFTC_PLACE_SPECTRUM]);
    }
}

/* The same numbers, as accessors are pushed them by addresses. */
static void push_extras(const recording *r, const fftc_kernel_push *from, fftc_extras_push *push)
{
    *push = (fftc_extras_push){.lines = from->numbers.lines,
                               .src_first = from->numbers.src_first,
                               .dst_first = from->numbers.dst_first};
    memcpy(push->address, from->more.address, sizeof push->address);
    memcpy(push->word, r->buffers->word, sizeof push->word);
    for (int i = 0; i < FFTC_VULKAN_EXTRAS; ++i) {
        if (r->plan->pieces->given.extra[i] == FFTC_VULKAN_EXTRA_BUFFER) {
            push->extra[i] = address_of(r, &r->buffers->extra[i].span);
        }
    }
}

static void record_pass(const recording *r, uint32_t number)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_pass *pass = &plan->passes.pass[number];
    fftc_binding binding = plan->kernel[number]->binding;
    fftc_kernel_push push = {.numbers = pass->numbers};
    fftc_extras_push extras;
    bool with_extras = binding == FFTC_BIND_ADDRESSED_EXTRAS;
    vkCmdBindPipeline(r->commands, VK_PIPELINE_BIND_POINT_COMPUTE, plan->kernel[number]->handle);
    if (plan->addresses) {
        take_addresses(r, number, push.more.address);
    } else {
        bind_descriptors(r, number, &push);
    }
    if (with_extras) {
        push_extras(r, &push, &extras);
    }
    for (uint32_t done = 0; done < pass->groups;) {
        uint32_t left = pass->groups - done;
        uint32_t most = plan->context->info.workgroups_max;
        uint32_t groups = left < most ? left : most;
        push.numbers.first_line = done * pass->key.line.count;
        extras.first_line = push.numbers.first_line;
        vkCmdPushConstants(r->commands, plan->context->layouts[binding].pipeline,
                           VK_SHADER_STAGE_COMPUTE_BIT, 0, fftc_kernel_push_bytes(binding),
                           with_extras ? (const void *)&extras : (const void *)&push);
        vkCmdDispatch(r->commands, groups, 1, 1);
        done += groups;
    }
}

fftc_status fftc_vulkan_plan_record(const fftc_vulkan_plan *plan, VkCommandBuffer commands,
                                    const fftc_vulkan_buffers *buffers, fftc_error *error)
{
    if (plan == NULL || commands == VK_NULL_HANDLE || buffers == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL",
                         plan == NULL      ? "the plan"
                         : buffers == NULL ? "the list of buffers"
                                           : "the command buffer");
    }
    return fftc_plan_record(plan, commands, buffers, NULL, false, error);
}

fftc_status fftc_plan_record(const fftc_vulkan_plan *plan, VkCommandBuffer commands,
                             const fftc_vulkan_buffers *buffers, const fftc_vulkan_span *spectrum,
                             bool wait, fftc_error *error)
{
    recording r = {.plan = plan, .commands = commands, .buffers = buffers};
    if (spectrum != NULL) {
        r.place[FFTC_PLACE_SPECTRUM] = *spectrum;
    }
    fftc_status status = choose_places(&r, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (wait ||
        (plan->scratch != VK_NULL_HANDLE && r.place[FFTC_PLACE_SCRATCH].buffer == plan->scratch)) {
        /* The recording before this one may still be using it. */
        barrier(commands, VK_ACCESS_SHADER_WRITE_BIT);
    }
    for (uint32_t i = 0; i < plan->passes.count; ++i) {
        if (i != 0) {
            barrier(commands, VK_ACCESS_SHADER_READ_BIT);
        }
        record_pass(&r, i);
    }
    return fftc_succeed(error);
}
