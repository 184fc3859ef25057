/* SPDX-License-Identifier: MIT
 *
 * The edges of plans on every device: storage and ranges, accessors of the user's, buffers and
 * pictures beside the arrays; the bits that the emulator gives for the same plan.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/half.h"
#include "vulkan_edges_testing.h"

static vulkan_edges edges;

static void check_both(const fftc_transform *t, testing_random *random)
{
    edges_emulated e = vulkan_edges_same(&edges);
    size_t bytes = 2 * transform_wanted(t) * sizeof(double);
    double *source = transform_draw_source(t, random);
    double *result = transform_run_by(&(transform_runner){vulkan_edges_run, &edges}, t, 0, source);
    double *emulated = transform_run_by(&(transform_runner){edges_emulate, &e}, t, 0, source);
    double error = transform_run_error(t, source, result);
    ck_assert_msg(error <= transform_bound(t), "%s: error %.3g, bound %.3g", transform_describe(t),
                  error, transform_bound(t));
    ck_assert_msg(memcmp(result, emulated, bytes) == 0, "%s: not the emulator's bits",
                  transform_describe(t));
    free(source);
    free(result);
    free(emulated);
}

START_TEST(edges_any_storage_and_ranges_have_the_emulators_bits)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start("vulkan edges");
        vulkan_plan_open(numbers[d], &edges.device);
        const fftc_vulkan_device *info = fftc_vulkan_device_info(edges.device.context);
        for (unsigned i = 0; i < 4 * transform_campaign(); ++i) {
            fftc_transform t = edges_draw(&random, 100);
            edges.options =
                (fftc_vulkan_plan_options){.exact = true,
                                           .addresses = i % 3 == 2 && info->device_address,
                                           .passes.registers = 16};
            if (t.precision == FFTC_FLOAT64 && !info->float64) {
                t.precision = FFTC_FLOAT16;
                t.format = FFTC_INTERLEAVED;
            }
            if (vulkan_testing_turn(i, d, count)) {
                check_both(&t, &random);
            }
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

/* Both directions of each rank, which two devices share; all precisions, placements and formats
 * among them. */
static void check_every_rank(vulkan_edges *e)
{
    static const uint64_t lengths[4][FFTC_MAX_RANK] = {{60}, {9, 10}, {4, 3, 5}, {2, 3, 2, 6}};
    testing_random random = testing_random_start("every rank");
    for (unsigned i = 0; i < 8; ++i) {
        fftc_transform t = {.batch = 2,
                            .precision = (fftc_precision)((i / 2 + i % 2 * 2) % 3),
                            .direction = (fftc_direction)(i % 2),
                            .placement = (fftc_placement)(i / 2 % 2),
                            .format = (fftc_format)((i / 4 + i) % 2)};
        memcpy(t.length, lengths[i / 2], sizeof t.length);
        if (t.precision == FFTC_FLOAT64 && !fftc_vulkan_device_info(e->device.context)->float64) {
            t.precision = FFTC_FLOAT32;
        }
        e->options = (fftc_vulkan_plan_options){.exact = true, .passes.registers = 8};
        if (vulkan_testing_turn(i, e->turn, e->turns)) {
            check_both(&t, &random);
        }
    }
}

START_TEST(edges_every_rank_both_ways_has_the_emulators_bits)
{
    vulkan_edges_each(&edges, check_every_rank);
}
END_TEST

/* SPIRV-Tools took the decoration off the copies of an unrolled loop's body, and fused their
 * products: two butterflies of 7 points for each invocation. */
START_TEST(edges_copies_of_a_loop_round_as_its_body)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start("copies");
        vulkan_plan_open(numbers[d], &edges.device);
        edges.options = (fftc_vulkan_plan_options){.exact = true, .passes.registers = 16};
        fftc_transform t = {.length = {14}, .batch = 5, .dst_range = {{0, 2}}};
        check_both(&t, &random);
        if (fftc_vulkan_device_info(edges.device.context)->float64) {
            t.precision = FFTC_FLOAT64;
            check_both(&t, &random);
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

/* Through every conversion that a plan may choose, by transforms of one point: no half changes, the
 * subnormal ones neither. And sums are rounded as the CPU rounds them. */
START_TEST(edges_halves_come_back_as_they_were)
{
    static uint16_t src[2 * 65536];
    static uint16_t dst[2 * 65536];
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < 65536; ++i) {
        bool number = (i & 0x7fffu) <= 0x7c00u;
        src[2 * i] = number ? (uint16_t)i : 0;
        src[2 * i + 1] = number ? (uint16_t)(i ^ 0x8000u) : 0;
    }
    for (uint32_t d = 0; d < count; ++d) {
        vulkan_plan_open(numbers[d], &edges.device);
        for (int exact = 0; exact < 2; ++exact) {
            const fftc_arrays arrays = {.src = src, .dst = dst};
            fftc_transform t = {.length = {1}, .batch = 65536, .precision = FFTC_FLOAT16};
            edges.options = (fftc_vulkan_plan_options){.exact = exact != 0};
            vulkan_plan_run(&edges.device, &t, &edges.options, &arrays, sizeof src, sizeof dst,
                            NULL);
            ck_assert(memcmp(src, dst, sizeof src) == 0);
            t.length[0] = 2;
            t.batch = 32768;
            vulkan_plan_run(&edges.device, &t, &edges.options, &arrays, sizeof src, sizeof dst,
                            NULL);
            for (size_t i = 0; i < 4 * 32768; i += 4) {
                for (size_t part = 0; part < 2; ++part) {
                    float x = fftc_float_from_half(src[i + part]);
                    float y = fftc_float_from_half(src[i + 2 + part]);
                    uint16_t sum = fftc_half_from_float(x + y);
                    ck_assert_msg(dst[i + part] == sum || x + y != x + y, "%g + %g: %04x, not %04x",
                                  (double)x, (double)y, dst[i + part], sum);
                }
            }
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

/* A line of the larger codelets, and two passes. (2187 and 4096 have them too,
 * in half a minute.) */
START_TEST(long_lines_and_passes_have_the_emulators_bits)
{
    static const uint64_t lengths[] = {2310, 32768};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start("long lines");
        vulkan_plan_open(numbers[d], &edges.device);
        edges.options = (fftc_vulkan_plan_options){.exact = true, .passes.registers = 16};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            fftc_transform t = {.length = {lengths[i]},
                                .direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE};
            if (vulkan_testing_turn((unsigned)i, d, count)) {
                check_both(&t, &random);
            }
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

/* --- accessors -------------------------------------------------------------------------------- */

/* Samples of 16 bits, two to a word, in frames that overlap, under a window. */
FFTC_PIECE(
    frames_load,
    FFTC_FN fftc_real sample_of(fftc_uint at) {
        fftc_uint bits = (fftc_extra_get(0u, at >> 1u) >> ((at & 1u) << 4u)) & 0xffffu;
        return fftc_real_from_wide(fftc_wide_from_uint(bits ^ 0x8000u)) - FFTC_REAL(32768.0);
    } fftc_complex fftc_user_load(fftc_uint index) {
        fftc_uint length = FFTC_UINT(fftc_user_word(0u));
        fftc_uint frame = index / length;
        fftc_uint at = index % length;
        FFTC_PRECISE fftc_real x = sample_of(frame * fftc_user_word(1u) + at);
        FFTC_PRECISE fftc_real windowed = x * fftc_real_from_word(fftc_extra_get(1u, at));
        return fftc_complex_make(windowed, FFTC_REAL(0.0));
    })

/* The power of the first half of each spectrum, by frequency first. */
FFTC_PIECE(
    power_store, void fftc_user_store(fftc_uint index, fftc_complex value) {
        fftc_uint length = FFTC_UINT(fftc_user_word(0u));
        fftc_uint frequency = index % length;
        if (frequency < length / 2u) {
            fftc_extra_set(2u, frequency * fftc_user_word(2u) + index / length,
                           fftc_word_from_real(fftc_complex_norm(value)));
        }
    })

enum { LENGTH = 96, HOP = 40, FRAMES = 5, SAMPLES = HOP * (FRAMES - 1) + LENGTH };

static gpu_buffer upload(const void *data, size_t bytes)
{
    gpu_buffer buffer;
    ck_assert_int_eq(gpu_buffer_create(&edges.device.queue, bytes, true, &buffer), VK_SUCCESS);
    memcpy(buffer.mapped, data, bytes);
    return buffer;
}

START_TEST(accessors_have_the_emulators_bits)
{
    static int16_t sound[SAMPLES + 1];
    static float window[LENGTH];
    static float power[2][LENGTH / 2 * FRAMES];
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    testing_random random = testing_random_start("accessors");
    const fftc_transform t = {.length = {LENGTH}, .batch = FRAMES};
    const fftc_accessors accessors = {
        .load = frames_load,
        .store = power_store,
        .extra = {FFTC_EXTRA_BUFFER, FFTC_EXTRA_BUFFER, FFTC_EXTRA_BUFFER}};
    const fftc_arrays none = {.src = NULL};
    for (int i = 0; i < SAMPLES; ++i) {
        sound[i] = (int16_t)testing_random_next(&random);
    }
    for (int i = 0; i < LENGTH; ++i) {
        window[i] = (float)testing_random_real(&random);
    }
    for (uint32_t d = 0; d < count; ++d) {
        vulkan_plan_open(numbers[d], &edges.device);
        edges.options = (fftc_vulkan_plan_options){.exact = true, .accessors = &accessors};
        memset(power, 0, sizeof power);
        gpu_buffer extra[3] = {upload(sound, sizeof sound), upload(window, sizeof window),
                               upload(power[0], sizeof power[0])};
        fftc_vulkan_buffers more = {.word = {LENGTH, HOP, FRAMES}};
        edges_emulated e = vulkan_edges_same(&edges);
        for (int i = 0; i < 3; ++i) {
            more.extra[i].span = (fftc_vulkan_span){.buffer = extra[i].handle};
        }
        vulkan_plan_run(&edges.device, &t, &edges.options, &none, 0, 0, &more);
        memcpy(power[0], extra[2].mapped, sizeof power[0]);
        e.emulation.load = fftc_emulated_load;
        e.emulation.store = fftc_emulated_store;
        memcpy(e.emulation.word, more.word, sizeof more.word);
        e.emulation.extra[0] = (fftc_memory){"sound", sound, 4, sizeof sound / 4, true};
        e.emulation.extra[1] = (fftc_memory){"window", window, 4, LENGTH, true};
        e.emulation.extra[2] = (fftc_memory){"power", power[1], 4, sizeof power[1] / 4, false};
        edges_emulate(&e, &t, &none, 0, 0);
        ck_assert(memcmp(power[0], power[1], sizeof power[0]) == 0);
        /* The results are the powers. */
        static double x[2 * LENGTH];
        for (int frame = 0; frame < FRAMES; ++frame) {
            for (int i = 0; i < LENGTH; ++i) {
                x[2 * i] = (double)sound[frame * HOP + i] * (double)window[i];
                x[2 * i + 1] = 0.0;
            }
            testing_fftw(LENGTH, 1, -1, x, x);
            for (int k = 0; k < LENGTH / 2; ++k) {
                double expected = x[2 * k] * x[2 * k] + x[2 * k + 1] * x[2 * k + 1];
                double got = (double)power[0][k * FRAMES + frame];
                ck_assert_msg(fabs(got - expected) <= 1e-5 * expected + 1e6, "%g, not %g", got,
                              expected);
            }
        }
        for (int i = 0; i < 3; ++i) {
            gpu_buffer_destroy(&edges.device.queue, &extra[i]);
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

/* --- pictures --------------------------------------------------------------------------------- */

/* The channels of a texel, as one number each. */
FFTC_PIECE(
    texel_load_text, fftc_complex texel_load(fftc_uint index);
    fftc_complex texel_load(fftc_uint index) {
        fftc_texel texel = fftc_picture_get(1u, index % 24u, index / 24u);
        fftc_wide re = fftc_wide_from_uint(texel.word[0] + texel.word[2] * 256u);
        fftc_wide im = fftc_wide_from_uint(texel.word[1] + texel.word[3] * 256u);
        return fftc_complex_make(fftc_real_from_wide(re), fftc_real_from_wide(im));
    })

static void load_texel(uint32_t index, void *value)
{
    fftc_complex z = texel_load(index);
    memcpy(value, &z, sizeof z);
}

enum { PICTURE_COLUMNS = 24, PICTURE_ROWS = 10 };

typedef struct test_picture {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
} test_picture;

static void picture_barrier(VkCommandBuffer commands, VkImage image, VkImageLayout from,
                            VkImageLayout to)
{
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                    .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                    .dstAccessMask =
                                        VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_READ_BIT,
                                    .oldLayout = from,
                                    .newLayout = to,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .image = image,
                                    .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0,
                         0, NULL, 0, NULL, 1, &barrier);
}

static void picture_fill(VkImage image, const void *texels, size_t bytes)
{
    gpu_buffer pixels = upload(texels, bytes);
    VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .imageExtent = {PICTURE_COLUMNS, PICTURE_ROWS, 1}};
    ck_assert_int_eq(gpu_begin(&edges.device.queue), VK_SUCCESS);
    picture_barrier(edges.device.queue.commands, image, VK_IMAGE_LAYOUT_UNDEFINED,
                    VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(edges.device.queue.commands, pixels.handle, image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    picture_barrier(edges.device.queue.commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                    VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    ck_assert_int_eq(gpu_submit(&edges.device.queue), VK_SUCCESS);
    gpu_buffer_destroy(&edges.device.queue, &pixels);
}

static test_picture picture_create(const void *texels, size_t bytes)
{
    VkDevice vulkan = edges.device.queue.handles.device;
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = VK_FORMAT_R8G8B8A8_UINT,
                              .extent = {PICTURE_COLUMNS, PICTURE_ROWS, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage =
                                  VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements needs;
    test_picture p;
    uint32_t type = 0;
    ck_assert_int_eq(vkCreateImage(vulkan, &info, NULL, &p.image), VK_SUCCESS);
    vkGetImageMemoryRequirements(vulkan, p.image, &needs);
    while ((needs.memoryTypeBits >> type & 1u) == 0) {
        ++type;
    }
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = type};
    ck_assert_int_eq(vkAllocateMemory(vulkan, &allocation, NULL, &p.memory), VK_SUCCESS);
    ck_assert_int_eq(vkBindImageMemory(vulkan, p.image, p.memory, 0), VK_SUCCESS);
    picture_fill(p.image, texels, bytes);
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = p.image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = info.format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    ck_assert_int_eq(vkCreateImageView(vulkan, &view, NULL, &p.view), VK_SUCCESS);
    return p;
}

static void picture_destroy(const test_picture *p)
{
    VkDevice vulkan = edges.device.queue.handles.device;
    vkDestroyImageView(vulkan, p->view, NULL);
    vkDestroyImage(vulkan, p->image, NULL);
    vkFreeMemory(vulkan, p->memory, NULL);
}

/* A shader reads no picture in a layout that stands for no contents. */
static void check_layouts(const fftc_transform *t, const test_picture *picture, size_t bytes)
{
    static const VkImageLayout bad[] = {VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_PREINITIALIZED};
    fftc_vulkan_plan *plan;
    fftc_error error;
    gpu_buffer dst;
    ck_assert_int_eq(fftc_vulkan_plan_create(edges.device.context, t, &edges.options, &plan, NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&edges.device.queue, bytes, false, &dst), VK_SUCCESS);
    ck_assert_int_eq(gpu_begin(&edges.device.queue), VK_SUCCESS);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        const fftc_vulkan_buffers buffers = {
            .dst = {.buffer = dst.handle},
            .extra = {{.picture = VK_NULL_HANDLE}, {.picture = picture->view, .layout = bad[i]}}};
        ck_assert_int_eq(
            fftc_vulkan_plan_record(plan, edges.device.queue.commands, &buffers, &error),
            FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, "extra[1].layout") != NULL, "%s", error.message);
    }
    ck_assert_int_eq(gpu_submit(&edges.device.queue), VK_SUCCESS);
    gpu_buffer_destroy(&edges.device.queue, &dst);
    fftc_vulkan_plan_destroy(plan);
}

/* What the piece is called in a shader; in C fftc_user_load is the one above. */
static void as_user_load(char *text, size_t bytes)
{
    snprintf(text, bytes,
             "%s fftc_complex fftc_user_load(fftc_uint index) { return texel_load(index); }",
             texel_load_text);
}

START_TEST(accessors_read_pictures)
{
    static uint8_t texels[4 * PICTURE_COLUMNS * PICTURE_ROWS];
    static uint32_t words[4 * PICTURE_COLUMNS * PICTURE_ROWS];
    static float result[2][2 * PICTURE_COLUMNS * PICTURE_ROWS];
    static char text[2000];
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    testing_random random = testing_random_start("pictures");
    const fftc_transform t = {.length = {PICTURE_ROWS, PICTURE_COLUMNS}};
    const fftc_accessors accessors = {.load = text, .extra = {FFTC_EXTRA_NONE, FFTC_EXTRA_PICTURE}};
    as_user_load(text, sizeof text);
    for (size_t i = 0; i < sizeof texels; ++i) {
        texels[i] = (uint8_t)testing_random_next(&random);
        words[i] = texels[i];
    }
    for (uint32_t d = 0; d < count; ++d) {
        const fftc_arrays arrays[2] = {{.dst = result[0]}, {.dst = result[1]}};
        vulkan_plan_open(numbers[d], &edges.device);
        edges.options = (fftc_vulkan_plan_options){.exact = true, .accessors = &accessors};
        if (fftc_vulkan_device_info(edges.device.context)->device_address) {
            fftc_vulkan_plan *plan;
            fftc_error error;
            edges.options.addresses = true;
            ck_assert_int_eq(
                fftc_vulkan_plan_create(edges.device.context, &t, &edges.options, &plan, &error),
                FFTC_UNSUPPORTED);
            ck_assert_ptr_nonnull(strstr(error.message, "pictures have no addresses"));
            edges.options.addresses = false;
        }
        test_picture picture = picture_create(texels, sizeof texels);
        const fftc_vulkan_buffers more = {
            .extra = {
                {.picture = VK_NULL_HANDLE},
                {.picture = picture.view, .layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}}};
        edges_emulated e = vulkan_edges_same(&edges);
        vulkan_plan_run(&edges.device, &t, &edges.options, &arrays[0], 0, sizeof result[0], &more);
        e.emulation.load = load_texel;
        e.emulation.extra[1] =
            (fftc_memory){"picture", words, 16, PICTURE_COLUMNS * PICTURE_ROWS, true};
        e.emulation.picture_width[1] = PICTURE_COLUMNS;
        edges_emulate(&e, &t, &arrays[1], 0, 0);
        ck_assert(memcmp(result[0], result[1], sizeof result[0]) == 0);
        float sum = 0.0f;
        for (size_t i = 0; i < sizeof texels; i += 4) {
            sum += (float)(texels[i] + 256 * texels[i + 2]);
        }
        ck_assert_msg(fabsf(result[0][0] - sum) < 1e-5f * sum, "%g, not %g", (double)result[0][0],
                      (double)sum);
        check_layouts(&t, &picture, sizeof result[0]);
        picture_destroy(&picture);
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

#define DECLARED "fftc_complex fftc_user_load(fftc_uint index);\n"

static void refused(const fftc_transform *t, const fftc_accessors *accessors, fftc_status status,
                    const char *words)
{
    fftc_vulkan_plan_options with = {.accessors = accessors};
    fftc_vulkan_plan *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_plan_create(edges.device.context, t, &with, &plan, &error),
                     status);
    ck_assert_msg(strstr(error.message, words) != NULL, "\"%s\" has no \"%s\"", error.message,
                  words);
}

START_TEST(accessors_that_do_not_compile_are_named_by_their_lines)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    vulkan_plan_open(numbers[0], &edges.device);
    fftc_transform t = {.length = {16}};
    refused(&t,
            &(fftc_accessors){.load = "fftc_complex fftc_user_load(fftc_uint index)\n"
                                      "{\n"
                                      "    return fftc_src_get(indx);\n"
                                      "}\n"},
            FFTC_COMPILE_FAILED, "accessors.load, line 3: 'indx'");
    refused(&t,
            &(fftc_accessors){.store = "void fftc_user_store(fftc_uint index, fftc_complex value)\n"
                                       "{ fftc_dst_set(index, value.re); }\n"},
            FFTC_COMPILE_FAILED, "accessors.store, line 2: ");
    refused(&t, &(fftc_accessors){.load = "float fftc_load;\n"}, FFTC_INVALID_ARGUMENT,
            "fftc_user_load");
    refused(&t, &(fftc_accessors){.load = "/* fftc_user_load */\n// fftc_user_load\n"},
            FFTC_INVALID_ARGUMENT, "does not define fftc_user_load");
    refused(&t, &(fftc_accessors){.load = "fftc_complex fftc_user_load(fftc_uint index);\n"},
            FFTC_COMPILE_FAILED, "accessors.load does not define fftc_user_load");
    refused(&t, &(fftc_accessors){.load = DECLARED "// note\n#define fftc_real double\n"},
            FFTC_INVALID_ARGUMENT, "accessors.load, line 3");
    refused(&t, &(fftc_accessors){.load = DECLARED "/* note\n*/ #define fftc_real double\n"},
            FFTC_INVALID_ARGUMENT, "accessors.load, line 3");
    refused(&t,
            &(fftc_accessors){.load = DECLARED
                              "void fftc_user_store(fftc_uint index, fftc_complex value) {}\n"},
            FFTC_INVALID_ARGUMENT, "fftc_user_store, which belongs into accessors.store");
    refused(&t,
            &(fftc_accessors){.store = "void fftc_user_store(fftc_uint index, fftc_complex "
                                       "value)\n{ fftc_dst_set(index, fftc_src_get(index)); "
                                       "}\n"},
            FFTC_INVALID_ARGUMENT, "fftc_src_get, which belongs into accessors.load");
    /* What only looks like a directive, or like an extra's function; and a last line that would go
     * on behind the text. */
    refused(&t,
            &(fftc_accessors){
                .load = "/*\n# a note\n*/\n"
                        "fftc_complex my_fftc_extra_get(fftc_uint extra, fftc_uint index)\n"
                        "{ return fftc_src_get(index); }\n"
                        "fftc_complex fftc_user_load(fftc_uint index)\n"
                        "{ return my_fftc_extra_get(3u, index); }\n"
                        "// \\",
                .store = "void fftc_user_store(fftc_uint index, fftc_complex value)\n"
                         "{ fftc_dst_set(index, value.re); }\n"},
            FFTC_COMPILE_FAILED, "accessors.store, line 2: ");
    fftc_accessors fine = {.load = "fftc_complex fftc_user_load(fftc_uint index)\n"
                                   "{ return fftc_src_get(index); }\n"};
    fftc_accessors extras = {
        .load = "fftc_complex fftc_user_load(fftc_uint index)\n"
                "{ /* fftc_extra_get(3u, 0u) */\n"
                "    return fftc_complex_make(fftc_real_from_word(fftc_extra_get( 1u, index)),\n"
                "                             fftc_real_from_word(fftc_picture_get (2u,\n"
                "                                 index, 0u).word[0]));\n"
                "}\n",
        .store = "void fftc_user_store(fftc_uint index, fftc_complex value)\n"
                 "{ fftc_extra_set(0u, index, fftc_word_from_real(value.re)); }\n"};
    refused(&t, &extras, FFTC_INVALID_ARGUMENT, "load, line 3: fftc_extra_get of extra 1");
    extras.extra[1] = FFTC_EXTRA_BUFFER;
    extras.extra[2] = FFTC_EXTRA_BUFFER;
    refused(&t, &extras, FFTC_INVALID_ARGUMENT, "load, line 4: fftc_picture_get of extra 2");
    extras.extra[2] = FFTC_EXTRA_FLOAT_PICTURE;
    refused(&t, &extras, FFTC_INVALID_ARGUMENT, "store, line 2: fftc_extra_set of extra 0");
    extras.extra[0] = FFTC_EXTRA_BUFFER;
    extras.store = "void fftc_user_store(fftc_uint index, fftc_complex value)\n"
                   "{ fftc_extra_set(4u, index, fftc_word_from_real(value.re)); }\n";
    refused(&t, &extras, FFTC_INVALID_ARGUMENT, "extra 4");
    static const char *const numbers_written[] = {
        "8u", "0x8u", "010u", "(8u)", "/* x */ 8u", "\r8u ", "99999999999999999999u"};
    for (size_t i = 0; i < sizeof numbers_written / sizeof *numbers_written; ++i) {
        char text[300];
        (void)snprintf(text, sizeof text,
                       "fftc_complex fftc_user_load(fftc_uint index)\n"
                       "{ return fftc_complex_make(fftc_real_from_word(FFTC_UINT(\n"
                       "    fftc_user_word(%s))), FFTC_REAL(0.0)); }\n",
                       numbers_written[i]);
        refused(&t, &(fftc_accessors){.load = text}, FFTC_INVALID_ARGUMENT,
                "load, line 3: fftc_user_word of ");
        (void)snprintf(text, sizeof text,
                       "fftc_complex fftc_user_load(fftc_uint index)\n"
                       "{ return fftc_complex_make(fftc_real_from_word(\n"
                       "    fftc_extra_get(%s, index)), FFTC_REAL(0.0)); }\n",
                       numbers_written[i]);
        refused(&t, &(fftc_accessors){.load = text}, FFTC_INVALID_ARGUMENT,
                "load, line 3: fftc_extra_get of extra ");
    }
    fine.extra[1] = (fftc_extra_kind)9;
    refused(&t, &fine, FFTC_INVALID_ARGUMENT, "extra[1]");
    refused(&t, &(fftc_accessors){.extra = {FFTC_EXTRA_BUFFER}}, FFTC_INVALID_ARGUMENT,
            "accessors.extra[0] is given, but neither load nor store");
    vulkan_plan_close(&edges.device);
}
END_TEST

/* Rows and columns, or some of these, in one workgroup. */
START_TEST(planes_have_the_emulators_bits)
{
    static const uint64_t cases[][3] = {{16, 64, 65}, {8, 16, 130}, {8192, 32, 1}};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start("planes");
        vulkan_plan_open(numbers[d], &edges.device);
        const fftc_vulkan_device *info = fftc_vulkan_device_info(edges.device.context);
        edges.options = (fftc_vulkan_plan_options){.exact = true};
        for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
            fftc_transform t = {.length = {cases[i][0], cases[i][1]},
                                .batch = cases[i][2],
                                .direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE,
                                .placement = i % 2 == 0 ? FFTC_OUT_OF_PLACE : FFTC_IN_PLACE};
            if (i == 1 && info->float64) {
                t.precision = FFTC_FLOAT64;
            }
            if (vulkan_testing_turn((unsigned)i, d, count)) {
                check_both(&t, &random);
            }
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

/* Columns that become rows of the work, and columns again. */
START_TEST(columns_of_large_primes_have_the_emulators_bits)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start("columns of primes");
        const fftc_transform t = {.length = {4093, 8}};
        vulkan_plan_open(numbers[d], &edges.device);
        edges.options = (fftc_vulkan_plan_options){.exact = true, .passes.registers = 16};
        if (vulkan_testing_turn(1, d, count)) {
            check_both(&t, &random);
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_edges", columns_of_large_primes_have_the_emulators_bits,
                    planes_have_the_emulators_bits,
                    edges_every_rank_both_ways_has_the_emulators_bits,
                    edges_any_storage_and_ranges_have_the_emulators_bits,
                    edges_copies_of_a_loop_round_as_its_body, edges_halves_come_back_as_they_were,
                    accessors_read_pictures, accessors_have_the_emulators_bits,
                    long_lines_and_passes_have_the_emulators_bits,
                    accessors_that_do_not_compile_are_named_by_their_lines)
