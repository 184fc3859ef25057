/* SPDX-License-Identifier: MIT
 *
 * Recording a plan's dispatches.
 */
#include <string.h>

#include "gpu/recording.h"
#include "gpu/sets.h"
#include "support/check.h"
#include "support/error.h"

/* Lets the next dispatch read what the one before it wrote, and overwrite what that one read. */
static void barrier(VkCommandBuffer commands, VkAccessFlags access)
{
    fftc_memory_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, access);
}

/* Fills a descriptor, which begins at a multiple of the device's alignment, and returns the
 * remaining distance in elements. */
static uint32_t describe(const fftc_recording *r, const fftc_vulkan_span *span, fftc_place place,
                         uint32_t item, VkDescriptorBufferInfo *info)
{
    const fftc_pass_plan *passes = &r->plan->passes;
    VkDeviceSize rest = span->offset % r->plan->context->offset_alignment;
    *info = (VkDescriptorBufferInfo){span->buffer, span->offset - rest,
                                     rest + passes->elements[place] * passes->item[place]};
    return (uint32_t)(rest / item);
}

static void give_descriptors(const fftc_recording *r, uint32_t number, uint32_t count,
                             VkWriteDescriptorSet *writes)
{
    const fftc_vulkan *context = r->plan->context;
    VkPipelineLayout layout = r->plan->kernel[number]->layout->handle;
    if (r->sets == NULL) {
        context->push_descriptors(r->commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, count,
                                  writes);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        writes[i].dstSet = r->sets[number];
    }
    vkUpdateDescriptorSets(context->device, count, writes, 0, NULL);
    vkCmdBindDescriptorSets(r->commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1,
                            &r->sets[number], 0, NULL);
}

/* Fills the descriptors of a dispatch's arrays, and where in them its first elements are. */
static void describe_arrays(const fftc_recording *r, uint32_t number,
                            VkDescriptorBufferInfo *buffers, fftc_kernel_push *push)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_pass *pass = &plan->passes.pass[number];
    uint64_t factors = fftc_pass_table_count(&pass->key);
    const fftc_place place[2] = {pass->src, pass->dst};
    const uint32_t form[2] = {pass->key.src_form, pass->key.dst_form};
    uint32_t *const first[2] = {&push->numbers.src_first, &push->numbers.dst_first};
    for (int i = 0; i < 2; ++i) {
        if (plan->passes.elements[place[i]] == 0) {
            continue;
        }
        uint32_t item = fftc_form_bytes(form[i], pass->key.precision);
        uint32_t at = describe(r, &r->place[place[i]], place[i], item, &buffers[i]);
        *first[i] += at;
        if (fftc_form_is_split(form[i]) && buffers[i].buffer != VK_NULL_HANDLE) {
            push->shift[i] =
                describe(r, &r->place_im[place[i]], place[i], item, &buffers[3 + i]) - at;
        }
    }
    buffers[2] =
        (VkDescriptorBufferInfo){plan->table->array.device_buffer, plan->table->first[number],
                                 (factors == 0 ? 1 : factors) * plan->element_bytes};
}

static VkWriteDescriptorSet write_of(uint32_t binding, const VkDescriptorBufferInfo *buffer)
{
    return (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstBinding = binding,
                                  .descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = buffer};
}

static void bind_descriptors(const fftc_recording *r, uint32_t number, fftc_kernel_push *push)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_pass_key *key = &plan->passes.pass[number].key;
    const fftc_vulkan_span *spectrum = &r->place[FFTC_PLACE_SPECTRUM];
    const VkDescriptorBufferInfo spectrum_info = {spectrum->buffer, spectrum->offset,
                                                  plan->passes.elements[FFTC_PLACE_SPECTRUM] *
                                                      plan->element_bytes};
    VkDescriptorBufferInfo buffers[FFTC_KERNEL_BINDINGS] = {{0}};
    VkWriteDescriptorSet writes[FFTC_KERNEL_BINDINGS + FFTC_EXTRAS_MAX + 1];
    bool extras = key->load != 0 || key->store != 0;
    fftc_extra_infos infos;
    uint32_t count = 0;
    describe_arrays(r, number, buffers, push);
    for (uint32_t i = 0; i < FFTC_KERNEL_BINDINGS; ++i) {
        if (buffers[i].buffer != VK_NULL_HANDLE) {
            writes[count++] = write_of(i, &buffers[i]);
        }
    }
    if (fftc_pass_has_spectrum(key)) {
        writes[count++] =
            write_of(extras ? FFTC_EXTRAS_SPECTRUM_BINDING : FFTC_KERNEL_BINDINGS, &spectrum_info);
    }
    if (extras) {
        memcpy(push->more.word, r->buffers->word, sizeof push->more.word);
        count += fftc_pieces_describe(plan->pieces, r->buffers, &infos, writes + count);
    }
    give_descriptors(r, number, count, writes);
}

static void take_addresses(const fftc_recording *r, uint32_t number, VkDeviceAddress *address)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_pass *pass = &plan->passes.pass[number];
    fftc_vulkan_span table = {.buffer = plan->table->array.device_buffer,
                              .offset = plan->table->first[number]};
    address[2] = fftc_span_address(plan->context, &table);
    if (plan->passes.elements[pass->src] != 0) {
        address[0] = r->place[pass->src].address;
    }
    if (plan->passes.elements[pass->dst] != 0) {
        address[1] = r->place[pass->dst].address;
    }
    if (address[0] != 0 && fftc_form_is_split(pass->key.src_form)) {
        address[3] = r->place_im[pass->src].address;
    }
    if (address[1] != 0 && fftc_form_is_split(pass->key.dst_form)) {
        address[4] = r->place_im[pass->dst].address;
    }
    if (fftc_pass_has_spectrum(&pass->key)) {
        address[FFTC_KERNEL_BINDINGS] = r->place[FFTC_PLACE_SPECTRUM].address;
    }
}

/* Pushes the same numbers in the form that accessors have with addresses. */
static void push_extras(const fftc_recording *r, const fftc_kernel_push *from,
                        fftc_extras_push *push)
{
    *push = (fftc_extras_push){.lines = from->numbers.lines,
                               .src_first = from->numbers.src_first,
                               .dst_first = from->numbers.dst_first};
    memcpy(push->address, from->more.address, sizeof push->address);
    memcpy(push->word, r->buffers->word, sizeof push->word);
    push->spectrum = from->more.address[FFTC_KERNEL_BINDINGS];
    for (int i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        if (r->plan->pieces->given.extra[i] == FFTC_EXTRA_BUFFER) {
            push->extra[i] = fftc_span_address(r->plan->context, &r->buffers->extra[i].span);
        }
    }
}

static void record_pass(const fftc_recording *r, uint32_t number)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_pass *pass = &plan->passes.pass[number];
    const fftc_pipeline_layout *layout = plan->kernel[number]->layout;
    fftc_binding binding = layout->binding;
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
        if (done != 0 && pass->src == pass->dst) { /* no byte meets, but bound ranges do */
            barrier(r->commands, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        }
        push.numbers.first_line = done * pass->key.line.count;
        extras.first_line = push.numbers.first_line;
        vkCmdPushConstants(r->commands, layout->handle, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           fftc_kernel_push_bytes(binding),
                           with_extras ? (const void *)&extras : (const void *)&push);
        vkCmdDispatch(r->commands, groups, 1, 1);
        done += groups;
    }
}

fftc_status fftc_recording_check(const void *plan, VkCommandBuffer commands, const void *buffers,
                                 const char *name, fftc_error *error)
{
    if (plan == NULL || commands == VK_NULL_HANDLE || buffers == NULL) {
        return fftc_fail_null(error, plan == NULL ? "plan" : buffers == NULL ? name : "commands");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_vulkan_plan_record(const fftc_vulkan_plan *plan, VkCommandBuffer commands,
                                    const fftc_vulkan_buffers *buffers, fftc_error *error)
{
    fftc_status status = fftc_recording_check(plan, commands, buffers, "buffers", error);
    return status == FFTC_SUCCESS ? fftc_plan_record(plan, commands, buffers, NULL, false, error)
                                  : status;
}

static void record_passes(const fftc_recording *r)
{
    for (uint32_t i = 0; i < r->plan->passes.count; ++i) {
        if (i != 0) {
            barrier(r->commands, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        }
        record_pass(r, i);
    }
}

/* Records the sub-batches one after the other, with barriers: they share the scratch, and a
 * descriptor may begin in the sub-batch before. */
static void record_sub_batches(fftc_recording *r)
{
    const fftc_vulkan_plan *plan = r->plan;
    for (uint64_t i = 0; i < plan->sub_batches.count; ++i) {
        if (i != 0) {
            barrier(r->commands, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        }
        fftc_recording_lay_scratch(r);
        record_passes(r);
        fftc_recording_next_sub_batch(r);
    }
    if (plan->rest != NULL) {
        barrier(r->commands, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        r->plan = plan->rest;
        fftc_recording_lay_scratch(r);
        record_passes(r);
    }
}

fftc_status fftc_plan_record(const fftc_vulkan_plan *plan, VkCommandBuffer commands,
                             const fftc_vulkan_buffers *buffers, const fftc_vulkan_span *spectrum,
                             bool wait, fftc_error *error)
{
    fftc_recording r = {.plan = plan, .commands = commands, .buffers = buffers};
    if (spectrum != NULL) {
        r.place[FFTC_PLACE_SPECTRUM] = *spectrum;
    }
    fftc_status status = fftc_recording_choose_places(&r, error);
    if (status == FFTC_SUCCESS && plan->sets != NULL) {
        status = fftc_sets_take(plan->sets, &r.sets, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (wait || (plan->scratch != VK_NULL_HANDLE && fftc_span_is_none(&buffers->scratch))) {
        /* The recording before this one may still be using it. */
        barrier(commands, VK_ACCESS_SHADER_WRITE_BIT);
    }
    record_sub_batches(&r);
    return fftc_succeed(error);
}
