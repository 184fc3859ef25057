/* SPDX-License-Identifier: MIT */
#include "vulkan_plan_testing.h"

#include <string.h>

void vulkan_plan_open(uint32_t number, vulkan_plan_device *device)
{
    device->context = vulkan_testing_open(number);
    ck_assert_int_eq(gpu_open(device->context, &device->queue), VK_SUCCESS);
}

void vulkan_plan_close(vulkan_plan_device *device)
{
    gpu_close(&device->queue);
    vulkan_testing_close(device->context);
}

size_t vulkan_plan_whole_words(size_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

void vulkan_plan_pair_read(const vulkan_plan_pair *p, void *data, size_t bytes)
{
    static const unsigned char pattern[4] = {0xa7, 0xa7, 0xa7, 0xa7};
    ck_assert(memcmp((char *)p->host.mapped + bytes, pattern,
                     vulkan_plan_whole_words(bytes) - bytes) == 0);
    memcpy(data, p->host.mapped, bytes);
}

vulkan_plan_pair vulkan_plan_pair_create(vulkan_plan_device *d, const void *data, size_t bytes)
{
    size_t room = vulkan_plan_whole_words(bytes);
    vulkan_plan_pair p = {.region = {0, 0, room}};
    if (data != NULL) {
        ck_assert_int_eq(gpu_buffer_create(&d->queue, room, true, &p.host), VK_SUCCESS);
        ck_assert_int_eq(gpu_buffer_create(&d->queue, room, false, &p.device), VK_SUCCESS);
        memset(p.host.mapped, 0xa7, room);
        memcpy(p.host.mapped, data, bytes);
        vkCmdCopyBuffer(d->queue.commands, p.host.handle, p.device.handle, 1, &p.region);
    }
    return p;
}

void vulkan_plan_pair_fetch(const vulkan_plan_device *d, const vulkan_plan_pair *p)
{
    if (p->host.handle != VK_NULL_HANDLE) {
        vkCmdCopyBuffer(d->queue.commands, p->device.handle, p->host.handle, 1, &p->region);
    }
}

void vulkan_plan_pair_destroy(const vulkan_plan_device *d, vulkan_plan_pair *p)
{
    gpu_buffer_destroy(&d->queue, &p->device);
    gpu_buffer_destroy(&d->queue, &p->host);
}

fftc_vulkan_span vulkan_plan_pair_span(const vulkan_plan_pair *p)
{
    return (fftc_vulkan_span){.buffer = p->device.handle, .bytes = p->region.size};
}

enum { SRC, SRC_IM, DST, DST_IM, COUNT };

static void check_bytes(const fftc_vulkan_plan *plan, fftc_vulkan_side side, size_t bytes)
{
    uint64_t used = fftc_vulkan_plan_bytes(plan, side);
    ck_assert_msg(used == vulkan_plan_whole_words(bytes),
                  "side %d has %zu bytes, the plan uses %llu", (int)side, bytes,
                  (unsigned long long)used);
}

void vulkan_plan_run(vulkan_plan_device *d, const fftc_transform *t,
                     const fftc_vulkan_plan_options *options, const fftc_arrays *arrays,
                     size_t src_bytes, size_t dst_bytes, const fftc_vulkan_buffers *more)
{
    fftc_vulkan_plan *plan;
    fftc_error error;
    bool in_place = t->placement == FFTC_IN_PLACE;
    const void *data[COUNT] = {in_place ? NULL : arrays->src, in_place ? NULL : arrays->src_im,
                               arrays->dst, arrays->dst_im};
    vulkan_plan_pair array[COUNT];
    ck_assert_msg(fftc_vulkan_plan_create(d->context, t, options, &plan, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    check_bytes(plan, FFTC_VULKAN_SRC, arrays->src != NULL ? src_bytes : 0);
    check_bytes(plan, FFTC_VULKAN_DST, arrays->dst != NULL ? dst_bytes : 0);
    ck_assert_int_eq(gpu_begin(&d->queue), VK_SUCCESS);
    for (int i = 0; i < COUNT; ++i) {
        array[i] = vulkan_plan_pair_create(d, data[i], i < DST ? src_bytes : dst_bytes);
    }
    uint64_t scratch = fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH);
    gpu_buffer work;
    ck_assert_int_eq(gpu_buffer_create(&d->queue, scratch + 16, false, &work), VK_SUCCESS);
    fftc_vulkan_buffers buffers = {.src = {0}};
    if (more != NULL) {
        buffers = *more;
    }
    buffers.src = vulkan_plan_pair_span(&array[SRC]);
    buffers.src_im = vulkan_plan_pair_span(&array[SRC_IM]);
    buffers.dst = vulkan_plan_pair_span(&array[DST]);
    buffers.dst_im = vulkan_plan_pair_span(&array[DST_IM]);
    buffers.scratch =
        (fftc_vulkan_span){.buffer = scratch != 0 ? work.handle : VK_NULL_HANDLE, .bytes = scratch};
    gpu_barrier(&d->queue);
    ck_assert_msg(fftc_vulkan_plan_record(plan, d->queue.commands, &buffers, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    gpu_barrier(&d->queue);
    for (int i = 0; i < COUNT; ++i) {
        vulkan_plan_pair_fetch(d, &array[i]);
    }
    gpu_barrier(&d->queue);
    ck_assert_int_eq(gpu_submit(&d->queue), VK_SUCCESS);
    for (int i = 0; i < COUNT; ++i) {
        if (data[i] != NULL && i < DST) {
            ck_assert(memcmp(array[i].host.mapped, data[i], src_bytes) == 0);
        } else if (data[i] != NULL) {
            vulkan_plan_pair_read(&array[i], i == DST ? arrays->dst : arrays->dst_im, dst_bytes);
        }
        vulkan_plan_pair_destroy(d, &array[i]);
    }
    gpu_buffer_destroy(&d->queue, &work);
    fftc_vulkan_plan_destroy(plan);
}
