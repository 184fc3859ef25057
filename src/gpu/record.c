/* SPDX-License-Identifier: MIT
 *
 * Recording a plan's dispatches.
 */
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "gpu/plan.h"

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

bool fftc_spans_overlap(const fftc_vulkan_span *a, uint64_t a_bytes, const fftc_vulkan_span *b,
                        uint64_t b_bytes)
{
    bool buffers = a->buffer != VK_NULL_HANDLE;
    uint64_t at = buffers ? a->offset : a->address;
    uint64_t other = buffers ? b->offset : b->address;
    if (a->buffer != b->buffer || (!buffers && (at == 0 || other == 0))) {
        return false;
    }
    return at <= other ? other - at < a_bytes : at - other < b_bytes;
}

/* The scratch is nobody else's. (Sources and destinations may interlock: channels of a picture.) */
static fftc_status check_scratch(const recording *r, fftc_error *error)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_vulkan_span *scratch = &r->place[FFTC_PLACE_SCRATCH];
    uint64_t bytes = fftc_plan_scratch_bytes(plan);
    for (int i = FFTC_PLACE_SRC; bytes != 0 && i <= FFTC_PLACE_DST; ++i) {
        uint64_t used = plan->passes.elements[i] * plan->passes.item[i];
        if (used != 0 && (fftc_spans_overlap(scratch, bytes, &r->place[i], used) ||
                          (plan->passes.split[i] &&
                           fftc_spans_overlap(scratch, bytes, &r->place_im[i], used)))) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "the scratch, of %llu bytes, is where %s is: pass buffers, or parts "
                             "of one, that do not overlap",
                             (unsigned long long)bytes, plan->names[i]);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_places(const recording *r, fftc_error *error)
{
    const fftc_vulkan_plan *plan = r->plan;
    const char *const names[] = {plan->names[0], plan->names[1], "scratch"};
    for (int i = 0; i <= FFTC_PLACE_SCRATCH; ++i) {
        uint32_t item = i == FFTC_PLACE_SCRATCH ? plan->element_bytes : plan->passes.item[i];
        uint64_t needed = i == FFTC_PLACE_SCRATCH ? fftc_plan_scratch_bytes(plan)
                                                  : plan->passes.elements[i] * item;
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
    if (check_scratch(r, error) != FFTC_SUCCESS) {
        return FFTC_INVALID_ARGUMENT;
    }
    uint64_t spectrum = fftc_plan_spectrum_bytes(plan);
    if (spectrum != 0) {
        uint32_t item =
            plan->addresses ? plan->element_bytes : (uint32_t)plan->context->offset_alignment;
        item = item < plan->element_bytes ? plan->element_bytes : item;
        fftc_status status =
            check_span(plan, &r->place[FFTC_PLACE_SPECTRUM], "spectrum", spectrum, item, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
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

/* What one dispatch wrote, for the next to read, and for one after that to write over. */
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
    VkWriteDescriptorSet writes[FFTC_KERNEL_BINDINGS + FFTC_VULKAN_EXTRAS + 1];
    bool extras = pass->key.load != 0 || pass->key.store != 0;
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
        writes[count++] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstBinding = extras ? FFTC_EXTRAS_SPECTRUM_BINDING : FFTC_KERNEL_BINDINGS,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &spectrum_info};
    }
    if (extras) {
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
    push->spectrum = from->more.address[FFTC_KERNEL_BINDINGS];
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
    bool with_extras =
        binding == FFTC_BIND_ADDRESSED_EXTRAS || binding == FFTC_BIND_ADDRESSED_EXTRAS_SPECTRUM;
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
            barrier(commands, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        }
        record_pass(&r, i);
    }
    return fftc_succeed(error);
}
