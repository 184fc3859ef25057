/* SPDX-License-Identifier: MIT
 *
 * Blooms on devices, from and to buffers and images, against the sums themselves.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bloom_testing.h"
#include "fftcore/emulate_bloom.h"
#include "vulkan_plan_testing.h"

/* Random cases in buffers. Each is some seconds of compiling on a CPU, if its shaders are not kept:
 * FFTCORE_TEST_CAMPAIGN has the others, and images of a description each. */
#define CASES 4
#define CAMPAIGN_CASES 6

/* An image with its view, as large as a picture. */
typedef struct test_image {
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
} test_image;

/* What a run has beside the case. */
typedef struct run {
    vulkan_plan_device device;
    bloom_case c;
    fftc_vulkan_bloom_options options;
    fftc_vulkan_bloom *plan;
    fftc_vulkan_bloom_arrays arrays;
    gpu_buffer taps, spectrum, scratch;
    gpu_buffer buffer[2]; /* of the sides, or of the texels of their images */
    test_image image[2];
} run;

static const VkFormat formats[] = {
    [FFTC_VULKAN_BLOOM_UNORM] = VK_FORMAT_R8G8B8A8_UNORM,
    [FFTC_VULKAN_BLOOM_SRGB] = VK_FORMAT_R8G8B8A8_SRGB,
    [FFTC_VULKAN_BLOOM_HALF] = VK_FORMAT_R16G16B16A16_SFLOAT,
    [FFTC_VULKAN_BLOOM_FLOAT] = VK_FORMAT_R32G32B32A32_SFLOAT,
};
static const size_t channel_bytes[] = {[FFTC_VULKAN_BLOOM_UNORM] = 1,
                                       [FFTC_VULKAN_BLOOM_SRGB] = 1,
                                       [FFTC_VULKAN_BLOOM_HALF] = 2,
                                       [FFTC_VULKAN_BLOOM_FLOAT] = 4};

/* --- images ----------------------------------------------------------------------------------- */

static test_image image_create(const run *r, fftc_vulkan_bloom_storage storage, bool stored)
{
    VkDevice vulkan = r->device.queue.handles.device;
    bool alias = stored && storage == FFTC_VULKAN_BLOOM_SRGB;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags =
            alias ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT : 0,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = formats[storage],
        .extent = {r->c.d.width, r->c.d.height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 (stored ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT)};
    VkMemoryRequirements needs;
    uint32_t type = 0;
    test_image made;
    ck_assert_int_eq(vkCreateImage(vulkan, &info, NULL, &made.handle), VK_SUCCESS);
    vkGetImageMemoryRequirements(vulkan, made.handle, &needs);
    while ((needs.memoryTypeBits >> type & 1U) == 0) {
        ++type;
    }
    const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                         .allocationSize = needs.size,
                                         .memoryTypeIndex = type};
    ck_assert_int_eq(vkAllocateMemory(vulkan, &memory, NULL, &made.memory), VK_SUCCESS);
    ck_assert_int_eq(vkBindImageMemory(vulkan, made.handle, made.memory, 0), VK_SUCCESS);
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = made.handle,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = alias ? VK_FORMAT_R8G8B8A8_UNORM : info.format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    ck_assert_int_eq(vkCreateImageView(vulkan, &view, NULL, &made.view), VK_SUCCESS);
    return made;
}

static void image_destroy(const run *r, const test_image *i)
{
    VkDevice vulkan = r->device.queue.handles.device;
    vkDestroyImageView(vulkan, i->view, NULL);
    vkDestroyImage(vulkan, i->handle, NULL);
    vkFreeMemory(vulkan, i->memory, NULL);
}

static void image_barrier(const run *r, VkImage handle, VkImageLayout from, VkImageLayout to)
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = from == VK_IMAGE_LAYOUT_UNDEFINED ? 0 : VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = handle,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(r->device.queue.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static VkBufferImageCopy region_of(const run *r)
{
    return (VkBufferImageCopy){.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                               .imageExtent = {r->c.d.width, r->c.d.height, 1}};
}

static double from_srgb(double x)
{
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static double texel_get(fftc_vulkan_bloom_storage storage, const void *texels, size_t at)
{
    switch (storage) {
    case FFTC_VULKAN_BLOOM_UNORM: return ((const uint8_t *)texels)[at] / 255.0;
    case FFTC_VULKAN_BLOOM_SRGB: { /* alpha is not coded */
        double x = ((const uint8_t *)texels)[at] / 255.0;
        return at % 4 == 3 ? x : from_srgb(x);
    }
    case FFTC_VULKAN_BLOOM_HALF: return testing_get(FFTC_FLOAT16, texels, at);
    default: return (double)((const float *)texels)[at];
    }
}

/* Fills the source's texels, and makes the case's numbers what the image will hold. */
static void draw_texels(run *r)
{
    const fftc_bloom_description *d = &r->c.d;
    fftc_vulkan_bloom_storage storage = r->options.src;
    void *to = r->buffer[0].mapped;
    for (size_t i = 0; i < (size_t)d->width * d->height; ++i) {
        for (uint32_t channel = 0; channel < 4; ++channel) {
            size_t at =
                i / d->width * d->src.row + i % d->width * d->src.pixel + channel * d->src.channel;
            float *number = channel < d->channels ? (float *)r->c.src.data + at : NULL;
            double x = number != NULL ? (double)*number : 0.25;
            if (channel_bytes[storage] == 1) {
                x = fmin(x, 1.0) * 255.0;
                ((uint8_t *)to)[4 * i + channel] = (uint8_t)x;
            } else {
                testing_set(storage == FFTC_VULKAN_BLOOM_HALF ? FFTC_FLOAT16 : FFTC_FLOAT32, to,
                            4 * i + channel, x);
            }
            if (number != NULL) {
                *number = (float)texel_get(storage, to, 4 * i + channel);
            }
        }
    }
}

/* A frame in the emulator, with the limits of the device. */
static void emulate(const run *r, const fftc_emulated_bloom *options, const void *src,
                    const fftc_bloom_frame *frame, void *dst)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(r->device.context);
    const fftc_emulation config = {.subgroup_size = info->subgroup_size};
    const fftc_emulated_device e = {.invocations_max = info->invocations_max,
                                    .shared_bytes = info->shared_bytes,
                                    .subgroups_max = info->subgroups_max,
                                    .passes.no_subgroups =
                                        !info->subgroup_full || !info->subgroup_shuffle,
                                    .config = &config};
    fftc_emulated_report report;
    fftc_error error;
    ck_assert_msg(fftc_emulate_bloom(&r->c.d, options, &e, src, r->c.kernel.data, frame, dst,
                                     &report, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_uint_eq(report.finding_count, 0);
}

/* The emulator's results for the same plan, of buffers and of images of floats. */
static void check_bits(const run *r, const fftc_bloom_frame *frame)
{
    const fftc_emulated_bloom options = {.src_picture = r->options.src == FFTC_VULKAN_BLOOM_FLOAT,
                                         .dst_picture = r->options.dst == FFTC_VULKAN_BLOOM_FLOAT,
                                         .order = r->options.order,
                                         .scratch = r->options.scratch};
    const size_t bytes =
        options.dst_picture ? (size_t)r->c.d.width * r->c.d.height * 16 : r->c.dst.bytes;
    char *dst = malloc(bytes);
    ck_assert_ptr_nonnull(dst);
    memset(dst, 0xff, bytes);
    emulate(r, &options, options.src_picture ? r->buffer[0].mapped : r->c.src.data, frame, dst);
    ck_assert_msg(memcmp(dst, options.dst_picture ? r->buffer[1].mapped : r->c.dst.data, bytes) ==
                      0,
                  "%s: not the emulator's bits", bloom_describe(&r->c.d));
    free(dst);
}

/* Compares what the image holds with the case's result, which the CPU has computed, or the emulator
 * if a resampled kernel is taken at the plan's frequencies; and what it has in channels that the
 * picture does not have. */
static void check_texels(const run *r, const fftc_bloom_frame *frame)
{
    const fftc_bloom_description *d = &r->c.d;
    fftc_vulkan_bloom_storage storage = r->options.dst;
    bool bytes = channel_bytes[storage] == 1;
    bloom_case cpu = r->c;
    if (d->resampling == FFTC_BLOOM_EXACT) {
        bloom_execute(&cpu, frame, 1);
    } else {
        emulate(r, &(fftc_emulated_bloom){.order = r->options.order}, r->c.src.data, frame,
                cpu.dst.data);
    }
    for (size_t i = 0; i < (size_t)d->width * d->height; ++i) {
        for (uint32_t channel = 0; channel < 4; ++channel) {
            double wanted = channel == 3 ? 1.0 : 0.0;
            if (channel < d->channels) {
                wanted = bloom_get(&cpu, &cpu.dst, &d->dst, (uint32_t)(i / d->width),
                                   (uint32_t)(i % d->width), channel);
            }
            wanted = bytes ? fmin(wanted, 1.0) : wanted;
            double got = texel_get(storage, r->buffer[1].mapped, 4 * i + channel);
            double halves = 0.0; /* the most that one pixel's error is */
            if (r->options.scratch == FFTC_FLOAT16 && channel < d->channels) {
                halves = bloom_half_bound(&r->c, frame, channel) * sqrt(d->width * d->height);
            }
            double tolerance = bytes                               ? 1.01 / 255.0
                               : storage == FFTC_VULKAN_BLOOM_HALF ? 1e-3 * fabs(wanted) + 1e-4
                                                                   : 2e-5 * fabs(wanted) + 2e-5;
            ck_assert_msg(fabs(got - wanted) <= tolerance + halves,
                          "%s: storage %d, pixel %zu, channel %u: %g for %g", bloom_describe(d),
                          (int)storage, i, channel, got, wanted);
        }
    }
}

/* --- runs ------------------------------------------------------------------------------------- */

static gpu_buffer buffer_of(const run *r, uint64_t bytes)
{
    gpu_buffer made;
    ck_assert_int_eq(gpu_buffer_create(&r->device.queue, bytes != 0 ? bytes : 4, true, &made),
                     VK_SUCCESS);
    return made;
}

static void run_start(run *r, const fftc_bloom_description *d, testing_random *random)
{
    fftc_error error;
    size_t bytes;
    r->c = bloom_case_start(d, random);
    fftc_status status =
        fftc_vulkan_bloom_create(r->device.context, d, &r->options, &r->plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", bloom_describe(d), error.message);
    r->taps = buffer_of(r, fftc_vulkan_bloom_bytes(r->plan, FFTC_VULKAN_KERNEL));
    r->spectrum = buffer_of(r, fftc_vulkan_bloom_bytes(r->plan, FFTC_VULKAN_SPECTRUM));
    r->scratch = buffer_of(r, fftc_vulkan_bloom_bytes(r->plan, FFTC_VULKAN_SCRATCH));
    ck_assert_int_eq(fftc_bloom_taps_bytes(d, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(bytes, fftc_vulkan_bloom_bytes(r->plan, FFTC_VULKAN_KERNEL));
    r->arrays = (fftc_vulkan_bloom_arrays){.kernel = {.buffer = r->taps.handle},
                                           .spectrum = {.buffer = r->spectrum.handle},
                                           .scratch = {.buffer = r->scratch.handle}};
    status = fftc_bloom_taps(d, NULL, r->c.kernel.data, r->taps.mapped, &r->arrays.light, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    const fftc_vulkan_bloom_storage storage[] = {r->options.src, r->options.dst};
    const size_t side_bytes[] = {(r->c.src.bytes + 3) / 4 * 4, (r->c.dst.bytes + 3) / 4 * 4};
    for (int i = 0; i < 2; ++i) {
        bool image = storage[i] != FFTC_VULKAN_BLOOM_BUFFER;
        size_t texels = 4 * (size_t)d->width * d->height * (image ? channel_bytes[storage[i]] : 0);
        ck_assert_uint_eq(
            fftc_vulkan_bloom_bytes(r->plan, i == 0 ? FFTC_VULKAN_SRC : FFTC_VULKAN_DST),
            image ? 0 : side_bytes[i]);
        r->buffer[i] = buffer_of(r, image ? texels : side_bytes[i]);
        memset(r->buffer[i].mapped, 0xff, r->buffer[i].bytes);
        r->image[i] =
            image ? image_create(r, storage[i], i == 1) : (test_image){.memory = VK_NULL_HANDLE};
    }
    if (storage[0] == FFTC_VULKAN_BLOOM_BUFFER) {
        memcpy(r->buffer[0].mapped, r->c.src.data, r->c.src.bytes);
        r->arrays.src.buffer = r->buffer[0].handle;
    } else {
        draw_texels(r);
        r->arrays.src_image = r->image[0].view;
        r->arrays.src_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    }
    if (storage[1] == FFTC_VULKAN_BLOOM_BUFFER) {
        memset(r->c.dst.data, 0xff, r->c.dst.bytes);
        r->arrays.dst.buffer = r->buffer[1].handle;
    } else {
        r->arrays.dst_image = r->image[1].view;
    }
}

/* A plan for another picture, whose preparation of a resampled kernel serves this one, too. */
static fftc_vulkan_bloom *other_size(const run *r)
{
    fftc_bloom_description d = r->c.d;
    const fftc_vulkan_bloom_options options = {.exact = r->options.exact};
    fftc_vulkan_bloom *plan;
    d.width += 30;
    d.channels = d.kernel_channels == 1 ? 1 : d.channels;
    d.padding = FFTC_PAD_CLAMP;
    d.resampling = FFTC_BLOOM_SINC;
    d.src = d.dst = (fftc_bloom_layout){0, 0, 0};
    ck_assert_int_eq(fftc_vulkan_bloom_create(r->device.context, &d, &options, &plan, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(fftc_vulkan_bloom_bytes(plan, FFTC_VULKAN_SPECTRUM), r->spectrum.bytes);
    ck_assert_uint_eq(fftc_vulkan_bloom_bytes(plan, FFTC_VULKAN_KERNEL), r->taps.bytes);
    return plan;
}

static void record(run *r, const fftc_bloom_frame *frame)
{
    VkCommandBuffer commands = r->device.queue.commands;
    const VkBufferImageCopy region = region_of(r);
    fftc_error error;
    ck_assert_int_eq(gpu_begin(&r->device.queue), VK_SUCCESS);
    if (r->arrays.src_image != VK_NULL_HANDLE) {
        image_barrier(r, r->image[0].handle, VK_IMAGE_LAYOUT_UNDEFINED,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        vkCmdCopyBufferToImage(commands, r->buffer[0].handle, r->image[0].handle,
                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
        image_barrier(r, r->image[0].handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    }
    if (r->arrays.dst_image != VK_NULL_HANDLE) {
        image_barrier(r, r->image[1].handle, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    }
    gpu_barrier(&r->device.queue);
    fftc_vulkan_bloom *other = r->c.d.resampling == FFTC_BLOOM_TENT ? other_size(r) : NULL;
    fftc_status status =
        fftc_vulkan_bloom_prepare(other != NULL ? other : r->plan, commands, &r->arrays, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    gpu_barrier(&r->device.queue);
    status = fftc_vulkan_bloom_record(r->plan, commands, &r->arrays, frame, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    if (r->arrays.dst_image != VK_NULL_HANDLE) {
        image_barrier(r, r->image[1].handle, VK_IMAGE_LAYOUT_GENERAL,
                      VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        vkCmdCopyImageToBuffer(commands, r->image[1].handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                               r->buffer[1].handle, 1, &region);
    }
    gpu_barrier(&r->device.queue);
    ck_assert_int_eq(gpu_submit(&r->device.queue), VK_SUCCESS);
    fftc_vulkan_bloom_destroy(other);
    if (r->arrays.dst.buffer != VK_NULL_HANDLE) {
        memcpy(r->c.dst.data, r->buffer[1].mapped, r->c.dst.bytes);
    }
}

static void run_end(run *r)
{
    gpu_buffer *const all[] = {&r->taps, &r->spectrum, &r->scratch, &r->buffer[0], &r->buffer[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        gpu_buffer_destroy(&r->device.queue, all[i]);
    }
    for (int i = 0; i < 2; ++i) {
        image_destroy(r, &r->image[i]);
    }
    fftc_vulkan_bloom_destroy(r->plan);
    bloom_case_end(&r->c);
}

static bool is_campaign(void)
{
    return getenv("FFTCORE_TEST_CAMPAIGN") != NULL;
}

START_TEST(buffers_equal_the_sums)
{
    static run r;
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        testing_random random = testing_random_start("blooms in buffers");
        vulkan_plan_open(numbers[k], &r.device);
        for (unsigned i = 0; i < (is_campaign() ? CAMPAIGN_CASES : CASES); ++i) {
            fftc_bloom_description d = bloom_draw(&random,
                                                  i == 2   ? 24
                                                  : i == 4 ? 90
                                                           : 12,
                                                  FFTC_BLOOM_AS_IS);
            const fftc_bloom_frame frame = {i % 3 == 0 ? 0.25F : 0.0F, (float)(i % 5) - 2.0F};
            d.precision = i % 4 < 2 ? FFTC_FLOAT32 : FFTC_FLOAT16;
            if (vulkan_testing_turn(i, k, count)) {
                r.options =
                    (fftc_vulkan_bloom_options){.order = (fftc_bloom_order)(i % 3),
                                                .scratch = i % 4 == 3 ? FFTC_FLOAT16 : FFTC_FLOAT32,
                                                .exact = i % 2 != 0};
                run_start(&r, &d, &random);
                record(&r, &frame);
                if (r.options.scratch == FFTC_FLOAT16) {
                    bloom_check_halves(&r.c, &frame);
                } else {
                    bloom_check_pixels(&r.c, &frame, 60, &random);
                }
                if (r.options.exact) {
                    check_bits(&r, &frame);
                }
                run_end(&r);
            }
        }
        vulkan_plan_close(&r.device);
    }
}
END_TEST

START_TEST(images_equal_the_cpu)
{
    static const fftc_vulkan_bloom_storage kinds[][2] = {
        {FFTC_VULKAN_BLOOM_HALF, FFTC_VULKAN_BLOOM_HALF},
        {FFTC_VULKAN_BLOOM_SRGB, FFTC_VULKAN_BLOOM_SRGB},
        {FFTC_VULKAN_BLOOM_FLOAT, FFTC_VULKAN_BLOOM_FLOAT},
        {FFTC_VULKAN_BLOOM_UNORM, FFTC_VULKAN_BLOOM_UNORM},
        {FFTC_VULKAN_BLOOM_BUFFER, FFTC_VULKAN_BLOOM_FLOAT},
        {FFTC_VULKAN_BLOOM_FLOAT, FFTC_VULKAN_BLOOM_BUFFER}};
    static run r;
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        testing_random random = testing_random_start("blooms in images");
        vulkan_plan_open(numbers[k], &r.device);
        fftc_bloom_description d = bloom_draw(&random, 6, FFTC_BLOOM_AS_IS);
        for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
            if (i > 0 && is_campaign()) { /* otherwise only the edges are compiled anew */
                d = bloom_draw(&random, 20, FFTC_BLOOM_AS_IS);
            }
            if (!vulkan_testing_turn(i, k, count)) {
                continue;
            }
            const fftc_bloom_frame frame = {0.25F, -1.0F};
            d.resampling = i < 3 ? (fftc_bloom_resampling)(i + 1) : FFTC_BLOOM_EXACT;
            r.options = (fftc_vulkan_bloom_options){.src = kinds[i][0],
                                                    .dst = kinds[i][1],
                                                    .scratch = i == 0 ? FFTC_FLOAT16 : FFTC_FLOAT32,
                                                    .exact = i == 2 || i > 3};
            run_start(&r, &d, &random);
            record(&r, &frame);
            if (r.arrays.dst_image != VK_NULL_HANDLE) {
                check_texels(&r, &frame);
            } else {
                bloom_check_pixels(&r.c, &frame, 60, &random);
            }
            if (r.options.exact) {
                check_bits(&r, &frame);
            }
            run_end(&r);
        }
        vulkan_plan_close(&r.device);
    }
}
END_TEST

static void check_create(fftc_vulkan *context, const fftc_bloom_description *d,
                         const fftc_vulkan_bloom_options *options, fftc_status wanted,
                         const char *words)
{
    fftc_vulkan_bloom *plan = (fftc_vulkan_bloom *)options;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_bloom_create(context, d, options, &plan, &error), wanted);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

static void check_record(const run *r, const fftc_vulkan_bloom_arrays *arrays,
                         const fftc_bloom_frame *frame, const char *words)
{
    fftc_error error;
    ck_assert_int_eq(
        fftc_vulkan_bloom_record(r->plan, r->device.queue.commands, arrays, frame, &error),
        FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

/* And sharpening 1 gives the picture back, to the bit, but for an infinity and a NaN. */
START_TEST(faults_are_named_and_sharpening_1_is_the_picture)
{
    static run r;
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    testing_random random = testing_random_start("faults of blooms");
    const fftc_bloom_frame whole = {.sharpening = 1.0F};
    const fftc_bloom_frame beyond = {.sharpening = 1.5F};
    fftc_bloom_description d;
    ck_assert_uint_ge(vulkan_testing_devices(numbers), 1);
    vulkan_plan_open(numbers[0], &r.device);
    fftc_bloom_describe(7, 5, 3, 3, 4, &d);
    r.options = (fftc_vulkan_bloom_options){.src = FFTC_VULKAN_BLOOM_BUFFER};
    run_start(&r, &d, &random);
    float *pixels = r.buffer[0].mapped;
    pixels[4] = NAN;
    pixels[50] = -INFINITY;
    record(&r, &whole);
    pixels[4] = 0.0F;
    pixels[50] = -65504.0F;
    ck_assert(memcmp(r.c.dst.data, pixels, r.c.dst.bytes) == 0);

    ck_assert_int_eq(gpu_begin(&r.device.queue), VK_SUCCESS);
    fftc_vulkan_bloom_arrays bad = r.arrays;
    check_record(&r, NULL, NULL, "arrays");
    check_record(&r, &bad, &beyond, "sharpening");
    bad.dst.buffer = VK_NULL_HANDLE;
    check_record(&r, &bad, NULL, "dst");
    bad = r.arrays;
    bad.src.bytes = r.c.src.bytes - 4;
    check_record(&r, &bad, NULL, "src");
    bad = r.arrays;
    bad.spectrum.buffer = VK_NULL_HANDLE;
    check_record(&r, &bad, NULL, "spectrum");
    bad = r.arrays; /* the rest was recorded until 43ae2f05 */
    bad.scratch.buffer = VK_NULL_HANDLE;
    check_record(&r, &bad, NULL, "fftc_vulkan_bloom_bytes");
    bad.scratch = bad.src;
    check_record(&r, &bad, NULL, "scratch is, at least in part, where src is");
    bad.scratch = bad.spectrum;
    bad.spectrum = bad.dst;
    check_record(&r, &bad, NULL, "spectrum is, at least in part, where dst is");
    bad = r.arrays;
    bad.dst = bad.src = bad.spectrum;
    bad.dst.offset = 256;
    check_record(&r, &bad, NULL, "dst is, at least in part, where src is");
    ck_assert_int_eq(gpu_submit(&r.device.queue), VK_SUCCESS);

    const fftc_vulkan_bloom_options storage = {.dst = (fftc_vulkan_bloom_storage)9};
    const fftc_vulkan_bloom_options order = {.order = (fftc_bloom_order)3};
    check_create(r.device.context, &d, &storage, FFTC_INVALID_ARGUMENT, "options.dst");
    const fftc_vulkan_bloom_options scratch = {.scratch = FFTC_FLOAT64};
    check_create(r.device.context, &d, &scratch, FFTC_INVALID_ARGUMENT, "options.scratch");
    check_create(r.device.context, &d, &order, FFTC_INVALID_ARGUMENT, "options.order");
    check_create(NULL, &d, &order, FFTC_INVALID_ARGUMENT, "context");
    check_create(r.device.context, NULL, &r.options, FFTC_INVALID_ARGUMENT, "description");
    fftc_bloom_describe(60000, 2, 1, 3, 3, &d);
    check_create(r.device.context, &d, &r.options, FFTC_UNSUPPORTED, "three dispatches");
    run_end(&r);
    vulkan_plan_close(&r.device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_bloom", buffers_equal_the_sums, images_equal_the_cpu,
                    faults_are_named_and_sharpening_1_is_the_picture)
