/* SPDX-License-Identifier: MIT
 *
 * Scans of arrays on devices: the bits of the reference, by one pass and by several; operations of
 * the user's; what is refused.
 */
#include "fftcore/vulkan/scan.h"

#include <stdlib.h>
#include <string.h>

#include "scan_testing.h"
#include "vulkan_plan_testing.h"
#include "vulkan_testing.h"

/* Of cases that drivers on the CPU share, one in so many: each takes them seconds. */
#ifndef FEWER
#define FEWER 3
#endif

static vulkan_plan_device device;

static bool supported(const fftc_vulkan *context, const fftc_scan_description *d)
{
    return d->operation == FFTC_SCAN_OWN || d->type != FFTC_SCAN_FLOAT64 ||
           fftc_vulkan_device_info(context)->float64;
}

static void record(const fftc_vulkan_scan *scan, const fftc_scan_description *d,
                   const vulkan_plan_pair *src, const vulkan_plan_pair *heads,
                   const vulkan_plan_pair *dst)
{
    fftc_error error;
    fftc_vulkan_scan_buffers buffers = {.dst = {.buffer = dst->device.handle}};
    if (d->placement != FFTC_IN_PLACE) {
        buffers.src.buffer = src->device.handle;
    }
    if (d->segmented) {
        buffers.heads.buffer = heads->device.handle;
    }
    ck_assert_msg(fftc_vulkan_scan_record(scan, device.queue.commands, &buffers, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
}

static void check(const fftc_scan_description *d, const fftc_scan_pass_options *passes,
                  uint32_t length_of_segment, testing_random *random)
{
    const fftc_vulkan_scan_options options = {.passes = *passes, .own_scratch = true};
    char name[200];
    size_t src_bytes;
    size_t dst_bytes;
    size_t heads_bytes;
    fftc_vulkan_scan *scan;
    fftc_error error;
    if (!supported(device.context, d)) {
        return;
    }
    scan_name(d, name, sizeof name);
    ck_assert_int_eq(fftc_scan_bytes(d, &src_bytes, &heads_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
    ck_assert_msg(fftc_vulkan_scan_create(device.context, d, &options, &scan, &error) ==
                      FFTC_SUCCESS,
                  "%s: %s", name, error.message);
    char *src = calloc(1, src_bytes + 8);
    char *dst = calloc(1, dst_bytes + 8);
    char *result = calloc(1, dst_bytes + 8);
    uint32_t *heads = calloc(1, heads_bytes + 4);
    scan_fill(d, src, heads, length_of_segment, random);
    if (d->placement == FFTC_IN_PLACE) {
        memcpy(dst, src, src_bytes);
    }
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    vulkan_plan_pair pair[3] = {vulkan_plan_pair_create(&device, src, src_bytes + 4),
                                vulkan_plan_pair_create(&device, heads, heads_bytes + 4),
                                vulkan_plan_pair_create(&device, dst, dst_bytes + 4)};
    gpu_barrier(&device.queue);
    for (int i = 0; i < 2 && (i == 0 || d->placement == FFTC_OUT_OF_PLACE); ++i) {
        record(scan, d, &pair[0], &pair[1], &pair[2]); /* twice: scratch is used again */
        gpu_barrier(&device.queue);
    }
    vulkan_plan_pair_fetch(&device, &pair[2]);
    gpu_barrier(&device.queue);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    vulkan_plan_pair_read(&pair[2], result, dst_bytes);
    scan_reference(d, src, heads, dst);
    ck_assert_msg(memcmp(result, dst, dst_bytes) == 0, "%s: dst differs (method %d, %u items)",
                  name, (int)passes->method, (unsigned)passes->items);
    for (int i = 0; i < 3; ++i) {
        vulkan_plan_pair_destroy(&device, &pair[i]);
    }
    fftc_vulkan_scan_destroy(scan);
    free(src);
    free(dst);
    free(result);
    free(heads);
}

/* Runs the cases on every device; drivers on the CPU share them. */
static void on_devices(void (*cases)(uint32_t k, uint32_t count))
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        vulkan_plan_open(numbers[k], &device);
        cases(k, count);
        vulkan_plan_close(&device);
    }
}

static void operations(uint32_t k, uint32_t count)
{
    testing_random random = testing_random_start("operations");
    unsigned i = 0;
    for (int type = 0; type < SCAN_TYPES; ++type) {
        for (int operation = 0; operation < SCAN_OPERATIONS; ++operation) {
            if (!scan_is_usual((fftc_scan_type)type, (fftc_scan_operation)operation) ||
                !vulkan_testing_turn(i++, k, FEWER * count)) {
                continue;
            }
            const fftc_scan_description d = {.length = 9000,
                                             .type = (fftc_scan_type)type,
                                             .operation = (fftc_scan_operation)operation,
                                             .kind = (fftc_scan_kind)(i / 2 % 3),
                                             .segmented = i % 7 < 3,
                                             .segments =
                                                 i % 7 < 3 && i / 2 % 3 == 2 ? 9000 / 30 : 0};
            const fftc_scan_pass_options passes = {.method = (fftc_scan_method)(1 + i % 2)};
            check(&d, &passes, 40, &random);
        }
    }
}

START_TEST(vulkan_scan_operations_equal)
{
    on_devices(operations);
}
END_TEST

static void lengths(uint32_t k, uint32_t count)
{
    static const uint64_t list[] = {0, 1, 33, 4096, 4097, 300001, (1 << 20) + 3};
    testing_random random = testing_random_start("lengths");
    for (unsigned i = 0; i < 2 * sizeof list / sizeof *list; ++i) {
        fftc_scan_description d = {.length = list[i / 2],
                                   .type = FFTC_SCAN_FLOAT32,
                                   .kind = (fftc_scan_kind)(i % 3),
                                   .placement = i % 3 == 1 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
        const fftc_scan_pass_options passes = {.method = (fftc_scan_method)(1 + i % 2)};
        if (vulkan_testing_turn(i, k, FEWER * count) &&
            d.length + (d.kind == FFTC_REDUCTION) != 0) {
            check(&d, &passes, 0, &random);
        }
    }
}

START_TEST(vulkan_scan_lengths_equal)
{
    on_devices(lengths);
}
END_TEST

static void ways(uint32_t k, uint32_t count)
{
    testing_random random = testing_random_start("ways");
    for (unsigned i = 0; i < 12; ++i) {
        fftc_scan_description d = {.length = 50000,
                                   .type = FFTC_SCAN_FLOAT32,
                                   .kind = (fftc_scan_kind)(i % 2),
                                   .operation = i % 4 == 3 ? FFTC_SCAN_OWN : FFTC_SCAN_SUM,
                                   .own = scan_maps,
                                   .segmented = i % 3 == 2};
        const fftc_scan_pass_options passes = {.method = (fftc_scan_method)(1 + i / 6),
                                               .items = 1u << i % 3,
                                               .invocations = i % 5 == 4 ? 64 : 0,
                                               .no_subgroups = i % 4 == 1};
        if (vulkan_testing_turn(i, k, FEWER * count)) {
            check(&d, &passes, 5000, &random);
        }
    }
}

START_TEST(vulkan_scan_ways_equal)
{
    on_devices(ways);
}
END_TEST

static void refusals(uint32_t k, uint32_t count)
{
    fftc_vulkan_scan *scan;
    fftc_error error;
    fftc_scan_description d = {.length = 64, .operation = FFTC_SCAN_OWN, .own = scan_maps};
    (void)k;
    (void)count;
    d.own.text = "fftc_scan_value fftc_scan_combine(fftc_scan_value a, fftc_scan_value b)\n"
                 "{\n"
                 "    return c;\n"
                 "}\n";
    ck_assert_int_eq(fftc_vulkan_scan_create(device.context, &d, NULL, &scan, &error),
                     FFTC_COMPILE_FAILED);
    ck_assert_ptr_null(scan);
    d.own.text = "#define A\n";
    ck_assert_int_eq(fftc_vulkan_scan_create(device.context, &d, NULL, &scan, &error),
                     FFTC_INVALID_ARGUMENT);
    d.own.text = NULL;
    ck_assert_int_eq(fftc_vulkan_scan_create(device.context, &d, NULL, &scan, &error),
                     FFTC_INVALID_ARGUMENT);
    d = (fftc_scan_description){.length = ((uint64_t)1 << 31) + 1};
    ck_assert_int_eq(fftc_vulkan_scan_create(device.context, &d, NULL, &scan, &error),
                     FFTC_TOO_LARGE);
    d.length = 100000;
    ck_assert_int_eq(fftc_vulkan_scan_create(device.context, &d, NULL, &scan, &error),
                     FFTC_SUCCESS);
    gpu_buffer buffer;
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 400000, false, &buffer), VK_SUCCESS);
    const fftc_vulkan_span whole = {.buffer = buffer.handle};
    const fftc_vulkan_span shifted = {.buffer = buffer.handle, .offset = 2};
    const fftc_vulkan_span small = {.buffer = buffer.handle, .bytes = 100};
    const fftc_vulkan_scan_buffers bad[] = {{.src = whole},
                                            {.src = whole, .dst = whole},
                                            {.src = small, .dst = whole},
                                            {.src = shifted, .dst = whole}};
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        ck_assert_int_eq(fftc_vulkan_scan_record(scan, device.queue.commands, &bad[i], &error),
                         FFTC_INVALID_ARGUMENT);
    }
    ck_assert_int_eq(fftc_vulkan_scan_record(NULL, device.queue.commands, &bad[0], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    gpu_buffer_destroy(&device.queue, &buffer);
    fftc_vulkan_scan_destroy(scan);
}

START_TEST(vulkan_scan_bad_arguments_refused)
{
    on_devices(refusals);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_scan", vulkan_scan_operations_equal, vulkan_scan_lengths_equal,
                    vulkan_scan_ways_equal, vulkan_scan_bad_arguments_refused)
