/* SPDX-License-Identifier: MIT
 *
 * What is passed to a recording: arrays that share bytes, reach beyond their buffers, are of
 * buffers without the usage, or that the plan does not know, are refused, and nothing is recorded.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_plan_testing.h"

static vulkan_plan_device device;
static gpu_buffer memory;

enum { BYTES = 4096 };

/* The drivers at hand take descriptors and addresses in different ways. */
static bool open_next(uint32_t *number)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    if (*number >= vulkan_testing_devices(numbers)) {
        return false;
    }
    vulkan_plan_open(numbers[(*number)++], &device);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, BYTES, false, &memory), VK_SUCCESS);
    return true;
}

static void close_it(void)
{
    gpu_buffer_destroy(&device.queue, &memory);
    vulkan_plan_close(&device);
}

static fftc_vulkan_plan *make(const fftc_transform *t, const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_plan *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_create(device.context, t, options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    return plan;
}

/* Into a command buffer of its own, which is never submitted. */
static fftc_status record(const fftc_vulkan_plan *plan, const fftc_vulkan_buffers *buffers,
                          fftc_error *error)
{
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    fftc_status status = fftc_vulkan_plan_record(plan, device.queue.commands, buffers, error);
    ck_assert_int_eq(vkEndCommandBuffer(device.queue.commands), VK_SUCCESS);
    return status;
}

static void refuse(const fftc_vulkan_plan *plan, const fftc_vulkan_buffers *buffers,
                   const char *part)
{
    fftc_error error;
    ck_assert_int_eq(record(plan, buffers, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, part) != NULL, "no \"%s\" in: %s", part, error.message);
}

/* The bytes of one side's numbers, from `at` on. */
static void mark(const fftc_transform *t, bool src, unsigned char *map, size_t at,
                 unsigned char bit)
{
    size_t rows = (size_t)t->length[0];
    size_t columns = (size_t)t->length[1];
    const uint64_t *stride = src ? t->src_stride : t->dst_stride;
    for (size_t i = 0; i < rows * columns; ++i) {
        size_t number = (size_t)(i / columns * stride[0] + i % columns * stride[1]);
        for (size_t byte = 0; byte < 8; ++byte) {
            map[at + 8 * number + byte] |= bit;
        }
    }
}

static VkDeviceAddress address_of(const gpu_buffer *buffer)
{
    VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                      .buffer = buffer->handle};
    PFN_vkVoidFunction function =
        vkGetDeviceProcAddr(device.queue.handles.device, "vkGetBufferDeviceAddress");
    if (function == NULL) {
        function = vkGetDeviceProcAddr(device.queue.handles.device, "vkGetBufferDeviceAddressKHR");
    }
    return ((PFN_vkGetBufferDeviceAddress)function)(device.queue.handles.device, &info);
}

/* Checks every offset of dst, by buffers, by addresses, and one by each. */
static void check_every_offset(const fftc_transform *t, bool addresses, unsigned *met,
                               unsigned *interlocked)
{
    fftc_vulkan_plan_options options = {.addresses = addresses};
    fftc_vulkan_plan *plan = make(t, &options);
    size_t src_bytes = (size_t)fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC);
    size_t dst_bytes = (size_t)fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_DST);
    size_t src = dst_bytes;
    ck_assert_uint_le(src_bytes + 2 * dst_bytes + 8, BYTES);
    VkDeviceAddress base = addresses ? address_of(&memory) : 0;
    for (size_t dst = 0; dst <= src + src_bytes; dst += 8) {
        static unsigned char map[BYTES];
        bool meet = false;
        fftc_error error;
        fftc_vulkan_buffers buffers = {.src = {.buffer = memory.handle, .offset = src},
                                       .dst = {.buffer = memory.handle, .offset = dst}};
        if (addresses) {
            buffers.dst = (fftc_vulkan_span){.address = base, .offset = dst};
        }
        memset(map, 0, sizeof map);
        mark(t, true, map, src, 1);
        mark(t, false, map, dst, 2);
        for (size_t i = 0; i < BYTES; ++i) {
            meet = meet || map[i] == 3;
        }
        fftc_status status = record(plan, &buffers, &error);
        ck_assert_msg((status == FFTC_SUCCESS) != meet, "dst at %zu, src at %zu: status %d", dst,
                      src, (int)status);
        *met += meet;
        *interlocked += !meet && dst > src - dst_bytes && dst < src + src_bytes;
    }
    fftc_vulkan_plan_destroy(plan);
}

static void check_ranges(void)
{
    const fftc_transform cases[] = {
        {.length = {4, 6}, .src_stride = {6, 1}, .dst_stride = {6, 1}},
        {.length = {4, 6}, .src_stride = {20, 2}, .dst_stride = {20, 2}}, /* channels */
        {.length = {4, 6}, .src_stride = {13, 1}, .dst_stride = {13, 1}}, /* side by side */
        {.length = {4, 6}, .src_stride = {1, 5}, .dst_stride = {9, 1}}};
    unsigned met = 0;
    unsigned interlocked = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        check_every_offset(&cases[i], false, &met, &interlocked);
        if (device.queue.handles.device_address) {
            check_every_offset(&cases[i], true, &met, &interlocked);
        }
    }
    ck_assert_uint_gt(met, 100);
    ck_assert_uint_gt(interlocked, 40);
}

START_TEST(ranges_of_one_buffer_refused_just_where_bytes_meet)
{
    for (uint32_t i = 0; open_next(&i);) {
        check_ranges();
        close_it();
    }
}
END_TEST

static void check_parts(void)
{
    const fftc_transform t = {.length = {16}, .format = FFTC_SPLIT};
    fftc_vulkan_plan *plan = make(&t, NULL);
    fftc_vulkan_buffers buffers = {.src = {.buffer = memory.handle},
                                   .src_im = {.buffer = memory.handle, .offset = 64},
                                   .dst = {.buffer = memory.handle, .offset = 128},
                                   .dst_im = {.buffer = memory.handle, .offset = 192}};
    ck_assert_int_eq(record(plan, &buffers, NULL), FFTC_SUCCESS);
    buffers.src_im.offset = 0; /* the source is only read */
    ck_assert_int_eq(record(plan, &buffers, NULL), FFTC_SUCCESS);
    buffers.dst_im.offset = 188;
    refuse(plan, &buffers, "dst and dst_im share bytes");
    buffers.dst_im.offset = 60;
    refuse(plan, &buffers, "in part, where src is");
    fftc_vulkan_plan_destroy(plan);
    fftc_transform inside = t;
    inside.placement = FFTC_IN_PLACE;
    plan = make(&inside, NULL);
    buffers = (fftc_vulkan_buffers){.dst = {.buffer = memory.handle},
                                    .dst_im = {.buffer = memory.handle, .offset = 60}};
    refuse(plan, &buffers, "dst and dst_im share bytes");
    buffers.dst_im.offset = 64;
    ck_assert_int_eq(record(plan, &buffers, NULL), FFTC_SUCCESS);
    fftc_vulkan_plan_destroy(plan);
}

START_TEST(parts_of_split_numbers_that_meet_refused)
{
    for (uint32_t i = 0; open_next(&i);) {
        check_parts();
        close_it();
    }
}
END_TEST

/* Checks spans of 2048 bytes, in a buffer of 4096. */
static void check_spans(void)
{
    const fftc_transform t = {.length = {256}, .placement = FFTC_IN_PLACE};
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device.queue.handles.device, memory.handle, &needs);
    fftc_vulkan_plan *plan = make(&t, NULL);
    const struct {
        fftc_vulkan_span dst;
        const char *part;
    } bad[] = {{{.offset = needs.size - 2040}, "not more than"},
               {{.offset = needs.size + 8}, "not more than"},
               {{.offset = UINT64_MAX - 7}, "not more than"},
               {{.offset = 2048, .bytes = needs.size}, "not more than"},
               {{.bytes = 2047}, "pass a larger buffer"},
               {{.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT}, "USAGE_STORAGE_BUFFER_BIT"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        fftc_vulkan_buffers buffers = {.dst = bad[i].dst};
        buffers.dst.buffer = memory.handle;
        refuse(plan, &buffers, bad[i].part);
    }
    const fftc_vulkan_buffers good = {.dst = {.buffer = memory.handle,
                                              .offset = 2048,
                                              .bytes = 2048,
                                              .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                       VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT}};
    ck_assert_int_eq(record(plan, &good, NULL), FFTC_SUCCESS);
    fftc_vulkan_plan_destroy(plan);
    if (device.queue.handles.device_address) {
        const fftc_vulkan_plan_options options = {.addresses = true};
        plan = make(&t, &options);
        fftc_vulkan_buffers buffers = {.dst = {.address = UINT64_MAX - 2047}};
        refuse(plan, &buffers, "starts at");
        buffers.dst = (fftc_vulkan_span){.address = UINT64_MAX - 1023};
        refuse(plan, &buffers, "starts at");
        buffers = good;
        buffers.dst.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        refuse(plan, &buffers, "SHADER_DEVICE_ADDRESS_BIT");
        fftc_vulkan_plan_destroy(plan);
    }
}

START_TEST(spans_beyond_their_buffers_refused)
{
    for (uint32_t i = 0; open_next(&i);) {
        check_spans();
        close_it();
    }
}
END_TEST

static void check_unknown(void)
{
    const fftc_transform t = {.length = {16}, .placement = FFTC_IN_PLACE};
    fftc_vulkan_plan *plan = make(&t, NULL);
    const fftc_vulkan_span there = {.buffer = memory.handle, .offset = 1024};
    fftc_vulkan_buffers buffers = {.dst = {.buffer = memory.handle}, .scratch = there};
    ck_assert_int_eq(record(plan, &buffers, NULL), FFTC_SUCCESS); /* no need to know which need */
    buffers.dst_im = there;
    refuse(plan, &buffers, "dst_im is given");
    buffers.dst_im = (fftc_vulkan_span){.bytes = 0};
    buffers.extra[2].span = there;
    refuse(plan, &buffers, "extra[2] is given a buffer");
    buffers.extra[2].span = buffers.dst_im;
    buffers.dst.address = 4096;
    refuse(plan, &buffers, "dst has a buffer and an address");
    fftc_vulkan_plan_destroy(plan);
}

START_TEST(arrays_that_the_plan_does_not_know_refused)
{
    for (uint32_t i = 0; open_next(&i);) {
        check_unknown();
        close_it();
    }
}
END_TEST

/* The library cannot know the usage; the validation layer reports it. */
static void check_usage(void)
{
    const fftc_transform t = {.length = {16}, .placement = FFTC_IN_PLACE};
    VkDevice handle = device.queue.handles.device;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = BYTES,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    VkBuffer buffer;
    ck_assert_int_eq(vkCreateBuffer(handle, &info, NULL, &buffer), VK_SUCCESS);
    ck_assert_int_eq(vkBindBufferMemory(handle, buffer, memory.memory, 0), VK_SUCCESS);
    fftc_vulkan_plan *plan = make(&t, NULL);
    const fftc_vulkan_buffers buffers = {.dst = {.buffer = buffer}};
    uint32_t before = fftc_vulkan_message_count(device.context);
    ck_assert_int_eq(record(plan, &buffers, NULL), FFTC_SUCCESS);
    ck_assert_uint_gt(vulkan_testing_messages(), 0);
    const char *message = fftc_vulkan_message(device.context, before);
    ck_assert_msg(message != NULL && strstr(message, "usage") != NULL, "%s",
                  message != NULL ? message : "no message");
    fftc_vulkan_plan_destroy(plan);
    vkDestroyBuffer(handle, buffer, NULL);
    gpu_buffer_destroy(&device.queue, &memory);
    gpu_close(&device.queue);
    vulkan_testing_forget_messages();
    fftc_vulkan_destroy(device.context);
    ck_assert_uint_eq(vulkan_testing_messages(), 0);
}

START_TEST(usage_that_was_not_told_reported_by_the_layer)
{
    for (uint32_t i = 0; vulkan_testing_validates() && open_next(&i);) {
        check_usage();
    }
}
END_TEST

static void check_convolution(void)
{
    const fftc_convolution_description d = {.signal = {.length = {32}, .kind = FFTC_REAL},
                                            .kernel_length = {5}};
    fftc_vulkan_convolution *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, NULL, &plan, NULL),
                     FFTC_SUCCESS);
    const fftc_vulkan_convolution_buffers good = {
        .src = {.buffer = memory.handle},
        .dst = {.buffer = memory.handle, .offset = 128},
        .kernel = {.buffer = memory.handle, .offset = 256},
        .spectrum = {.buffer = memory.handle, .offset = 1024}};
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SCRATCH), 0);
    const struct {
        bool prepare;
        VkDeviceSize src, dst, kernel;
        const char *part;
    } cases[] = {{false, 0, 128, 1024, NULL},
                 {true, 1024, 1024, 256, NULL},
                 {false, 4, 128, 0, "dst is, at least in part, where src is"},
                 {false, 128, 4, 0, "dst is, at least in part, where src is"},
                 {false, 1024, 128, 0, "is where src is"},
                 {false, 0, 900, 0, "is where dst is"},
                 {true, 0, 0, 1020, "spectrum is, at least in part, where kernel is"},
                 {true, 0, 0, 1024, "spectrum is, at least in part, where kernel is"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_vulkan_convolution_buffers b = good;
        b.src.offset = cases[i].src;
        b.dst.offset = cases[i].dst;
        b.kernel.offset = cases[i].kernel;
        error.message[0] = '\0';
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        fftc_status status =
            (cases[i].prepare ? fftc_vulkan_convolution_prepare : fftc_vulkan_convolution_record)(
                plan, device.queue.commands, &b, &error);
        ck_assert_int_eq(vkEndCommandBuffer(device.queue.commands), VK_SUCCESS);
        ck_assert_msg((status == FFTC_SUCCESS) == (cases[i].part == NULL), "case %zu: %s", i,
                      error.message);
        ck_assert_msg(status == FFTC_SUCCESS || strstr(error.message, cases[i].part) != NULL, "%s",
                      error.message);
    }
    fftc_vulkan_convolution_destroy(plan);
}

/* Rows 14 to 18 meet column 3: the last number of both together is behind the last of each. */
static void check_convolution_in_place(void)
{
    const fftc_convolution_description d = {.signal = {.length = {39, 5},
                                                       .placement = FFTC_IN_PLACE,
                                                       .format = FFTC_SPLIT,
                                                       .src_range = {{14, 19}},
                                                       .dst_range = {{0, 0}, {3, 4}}}};
    const fftc_vulkan_plan_options options = {.own_scratch = true};
    fftc_vulkan_convolution *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, &options, &plan, NULL),
                     FFTC_SUCCESS);
    VkDeviceSize bytes = fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_DST);
    ck_assert_uint_eq(bytes, (38 * 5 + 4) * sizeof(float));
    for (int i = 0; i < 2; ++i) { /* as long as told; what is read of one, written of the other */
        const fftc_vulkan_convolution_buffers b = {
            .dst = {.buffer = memory.handle},
            .dst_im = {.buffer = memory.handle, .offset = i == 0 ? bytes : 11 * sizeof(float)},
            .spectrum = {.buffer = memory.handle, .offset = 2048}};
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        fftc_status status =
            fftc_vulkan_convolution_record(plan, device.queue.commands, &b, &error);
        ck_assert_int_eq(vkEndCommandBuffer(device.queue.commands), VK_SUCCESS);
        ck_assert_msg(status == (i == 0 ? FFTC_SUCCESS : FFTC_INVALID_ARGUMENT), "%s",
                      error.message);
    }
    ck_assert_ptr_nonnull(strstr(error.message, "dst and dst_im share bytes"));
    fftc_vulkan_convolution_destroy(plan);
}

START_TEST(convolution_arrays_that_meet_refused)
{
    for (uint32_t i = 0; open_next(&i);) {
        check_convolution();
        check_convolution_in_place();
        close_it();
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan arrays", ranges_of_one_buffer_refused_just_where_bytes_meet,
                    parts_of_split_numbers_that_meet_refused, spans_beyond_their_buffers_refused,
                    arrays_that_the_plan_does_not_know_refused,
                    usage_that_was_not_told_reported_by_the_layer,
                    convolution_arrays_that_meet_refused)
