/* SPDX-License-Identifier: MIT
 *
 * fftcore/vulkan/butterfly.h on every device: both techniques, computed and by a table, have the
 * emulator's bits; what is refused.
 */
#include "fftcore/vulkan/butterfly.h"

#include <stdlib.h>
#include <string.h>

#include "butterfly_testing.h"
#include "vulkan_plan_testing.h"

static vulkan_plan_device device;

/* What the device makes of a case, in place of its dst. */
static void run(const fftc_vulkan_butterfly *plan, butterfly_case *c)
{
    fftc_error error;
    gpu_buffer scratch = {0};
    const uint64_t scratch_bytes = fftc_vulkan_butterfly_scratch_bytes(plan);
    ck_assert_uint_eq(fftc_vulkan_butterfly_bytes(plan), c->bytes);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, c->bytes, false, &scratch), VK_SUCCESS);
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    vulkan_plan_pair src = vulkan_plan_pair_create(&device, c->src, c->bytes);
    vulkan_plan_pair dst = vulkan_plan_pair_create(&device, c->dst, c->bytes);
    fftc_vulkan_butterfly_buffers buffers = {.src = vulkan_plan_pair_span(&src),
                                             .dst = vulkan_plan_pair_span(&dst)};
    if (scratch_bytes != 0) {
        buffers.scratch = (fftc_vulkan_span){.buffer = scratch.handle, .bytes = scratch_bytes};
    }
    gpu_barrier(&device.queue);
    ck_assert_msg(fftc_vulkan_butterfly_record(plan, device.queue.commands, &buffers, &error) ==
                      FFTC_SUCCESS,
                  "%s: %s", c->name, error.message);
    gpu_barrier(&device.queue);
    vulkan_plan_pair_fetch(&device, &dst);
    gpu_barrier(&device.queue);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    vulkan_plan_pair_read(&dst, c->dst, c->bytes);
    vulkan_plan_pair_destroy(&device, &src);
    vulkan_plan_pair_destroy(&device, &dst);
    gpu_buffer_destroy(&device.queue, &scratch);
}

static void check(const fftc_butterfly *b, bool apart, testing_random *random)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    const fftc_emulation config = {.observers = FFTC_OBSERVE_NONE};
    const fftc_emulated_device emulated = {.invocations_max = info->invocations_max,
                                           .shared_bytes = info->shared_bytes,
                                           .config = &config};
    const fftc_vulkan_butterfly_options options = {.recordings = 1};
    fftc_vulkan_butterfly *plan;
    fftc_error error;
    if (b->precision == FFTC_FLOAT64 && !info->float64) {
        return;
    }
    butterfly_case c = butterfly_case_make(b, apart, random);
    const size_t shared = 4 * c.points * fftc_precision_bytes(b->precision);
    const bool fits = b->technique == FFTC_TECHNIQUE_PASSES || shared <= info->shared_bytes;
    ck_assert_msg(fftc_vulkan_butterfly_create(device.context, &c.butterfly, &options, &plan,
                                               &error) == (fits ? FFTC_SUCCESS : FFTC_UNSUPPORTED),
                  "%s: %s", c.name, error.message);
    if (fits) {
        void *result = malloc(c.bytes);
        void *before = c.dst;
        c.dst = memcpy(result, before, c.bytes);
        run(plan, &c);
        memcpy(result, before, c.bytes);
        run(plan, &c); /* with the descriptor sets of the first one, if there are any */
        c.dst = before;
        butterfly_case_emulate(&c, &emulated);
        ck_assert_msg(memcmp(result, c.dst, c.bytes) == 0, "%s on %s", c.name, info->name);
        free(result);
    }
    fftc_vulkan_butterfly_destroy(plan);
    butterfly_case_free(&c);
}

#ifdef FEWER /* in the emulator */
enum { CASES = 18 };
#else
enum { CASES = 20 };
#endif

/* 16 and 17: several results for each invocation; the last two: more workgroups than devices must
 * allow in one dispatch. */
static fftc_butterfly case_of(unsigned i)
{
    fftc_butterfly b = {.points_log2 = 7,
                        .lines = 6,
                        .technique = (fftc_technique)(i % 2),
                        .table = i / 2 % 2 != 0,
                        .direction = i / 4 % 2 != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                        .precision = i / 8 % 2 != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32};
    if (i >= 16) {
        b.points_log2 = i < 18 ? 11 : 1;
        b.lines = i < 18 ? 3 : 65535 + 7;
    }
    return b;
}

START_TEST(devices_have_the_bits_of_the_emulator)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    const uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        testing_random random = testing_random_start("butterfly");
        vulkan_plan_open(numbers[k], &device);
        for (unsigned i = 0; i < CASES; ++i) {
            const fftc_butterfly b = case_of(i);
            check(&b, i < 16 && testing_random_below(&random, 2) == 0, &random);
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

static void refuse(fftc_butterfly b, fftc_status status, const char *words)
{
    fftc_vulkan_butterfly *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_butterfly_create(device.context, &b, NULL, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

static void refuse_record(const fftc_vulkan_butterfly *plan, fftc_vulkan_butterfly_buffers buffers,
                          const char *words)
{
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_butterfly_record(plan, device.queue.commands, &buffers, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

static void refuse_recordings(void)
{
    const fftc_butterfly b = {.points_log2 = 6};
    const VkDeviceSize bytes = 64 * 8;
    fftc_vulkan_butterfly *plan;
    gpu_buffer all;
    ck_assert_int_eq(fftc_vulkan_butterfly_create(device.context, &b, NULL, &plan, NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 4 * bytes, false, &all), VK_SUCCESS);
    const fftc_vulkan_span at[] = {
        {.buffer = all.handle}, {all.handle, bytes, 0, 0, 0}, {all.handle, 2 * bytes, 0, 0, 0}};
    refuse_record(NULL, (fftc_vulkan_butterfly_buffers){at[0], at[1], at[2]}, "plan is NULL");
    refuse_record(plan, (fftc_vulkan_butterfly_buffers){at[0], at[1], {0}},
                  "scratch has no buffer");
    refuse_record(plan, (fftc_vulkan_butterfly_buffers){at[0], at[0], at[2]},
                  "src and dst overlap");
    refuse_record(plan, (fftc_vulkan_butterfly_buffers){at[0], at[1], at[1]},
                  "dst and scratch overlap");
    refuse_record(plan,
                  (fftc_vulkan_butterfly_buffers){at[0], {all.handle, bytes, 500, 0, 0}, at[2]},
                  "dst has 500 bytes");
    ck_assert_int_eq(fftc_vulkan_butterfly_record(plan, VK_NULL_HANDLE, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    gpu_buffer_destroy(&device.queue, &all);
    fftc_vulkan_butterfly_destroy(plan);
}

START_TEST(what_is_wrong_is_refused)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    vulkan_plan_open(numbers[0], &device);
    ck_assert_int_eq(fftc_vulkan_butterfly_create(device.context, NULL, NULL, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    refuse((fftc_butterfly){0}, FFTC_INVALID_ARGUMENT, "points_log2 is 0");
    refuse((fftc_butterfly){.points_log2 = 24, .technique = FFTC_TECHNIQUE_LINES}, FFTC_UNSUPPORTED,
           "or FFTC_TECHNIQUE_PASSES");
    refuse((fftc_butterfly){.points_log2 = 24, .table = true}, FFTC_TOO_LARGE, "the table has");
    refuse_recordings();
    ck_assert_uint_eq(fftc_vulkan_butterfly_bytes(NULL), 0);
    ck_assert_uint_eq(fftc_vulkan_butterfly_scratch_bytes(NULL), 0);
    fftc_vulkan_butterfly_destroy(NULL);
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan butterfly", devices_have_the_bits_of_the_emulator,
                    what_is_wrong_is_refused)
