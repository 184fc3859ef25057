/* SPDX-License-Identifier: MIT
 *
 * The library without compilers (FFTCORE_GLSLANG=OFF) runs the plans whose modules were shipped, on
 * every device, and says what is missing of others. `fftcore emit` of the library with compilers
 * makes the modules.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../bench/gpu.h"
#include "vulkan_testing.h"

static char folder[] = "/tmp/fftcore-bare-XXXXXX";

static void emit(uint32_t device, const char *what)
{
    char command[600];
    snprintf(command, sizeof command,
             FFTC_TEST_COMMAND " emit --plan %s/plan --modules %s/modules --device %u %s", folder,
             folder, (unsigned)device, what);
    fflush(stdout);
    int status = system(command); // NOLINT: paths of our own
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", command);
}

static void load(fftc_vulkan_cache *cache)
{
    static uint8_t data[1 << 22];
    char path[100];
    fftc_error error;
    snprintf(path, sizeof path, "%s/modules", folder);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t bytes = fread(data, 1, sizeof data, file);
    fclose(file);
    ck_assert_msg(fftc_vulkan_cache_load(cache, data, bytes, &error) == FFTC_SUCCESS, "%s",
                  error.message);
}

enum { NUMBERS_MAX = 256 };

/* Packed complex numbers: the plan's result against the CPU's. */
static void run(const fftc_vulkan *context, const fftc_vulkan_plan *plan, const fftc_transform *t)
{
    float expected[2 * NUMBERS_MAX];
    long double wide[2 * NUMBERS_MAX];
    size_t bytes = (size_t)fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC);
    testing_random random = testing_random_start("bare");
    gpu_queue queue;
    gpu_buffer src;
    gpu_buffer dst;
    gpu_buffer scratch;
    fftc_plan *cpu;
    ck_assert_uint_le(bytes, sizeof expected);
    ck_assert_int_eq(gpu_open(context, &queue), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, bytes, true, &src), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, bytes, true, &dst), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, bytes, true, &scratch), VK_SUCCESS);
    testing_fill(FFTC_FLOAT32, src.mapped, bytes / 8, &random);
    ck_assert_int_eq(fftc_plan_create(t, NULL, &cpu, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(cpu, src.mapped, expected, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(cpu);
    const fftc_vulkan_buffers buffers = {.src = {.buffer = src.handle},
                                         .dst = {.buffer = dst.handle},
                                         .scratch = {.buffer = scratch.handle}};
    ck_assert_int_eq(gpu_begin(&queue), VK_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, queue.commands, &buffers, NULL), FFTC_SUCCESS);
    gpu_barrier(&queue);
    ck_assert_int_eq(gpu_submit(&queue), VK_SUCCESS);
    for (size_t i = 0; i < bytes / sizeof *expected; ++i) {
        wide[i] = (long double)expected[i];
    }
    ck_assert_double_le(testing_relative_error(FFTC_FLOAT32, dst.mapped, wide, bytes / 8), 1e-6);
    gpu_buffer_destroy(&queue, &src);
    gpu_buffer_destroy(&queue, &dst);
    gpu_buffer_destroy(&queue, &scratch);
    gpu_close(&queue);
}

static void remove_files(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0); // NOLINT: a name of our own
}

START_TEST(shipped_modules_run_and_missing_ones_are_named)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        const fftc_vulkan_cache_options nowhere = {.folder = ""};
        const fftc_transform shipped[] = {{.length = {60}, .batch = 3},
                                          {.length = {12, 10}, .direction = FFTC_INVERSE}};
        const fftc_transform missing = {.length = {61 - 1}, .direction = FFTC_INVERSE};
        fftc_vulkan_cache *cache;
        fftc_vulkan *context;
        fftc_vulkan_plan *plan = NULL;
        fftc_error error;
        memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
        ck_assert_ptr_nonnull(mkdtemp(folder));
        emit(numbers[i], "--length 60*3");
        emit(numbers[i], "--length 12x10 --direction inverse");
        ck_assert_int_eq(fftc_vulkan_cache_create(&nowhere, &cache, &error), FFTC_SUCCESS);
        load(cache);
        const fftc_vulkan_options options = {.device = numbers[i], .cache = cache};
        ck_assert_int_eq(fftc_vulkan_create(&options, &context, &error), FFTC_SUCCESS);
        for (size_t k = 0; k < sizeof shipped / sizeof *shipped; ++k) {
            ck_assert_msg(fftc_vulkan_plan_create(context, &shipped[k], NULL, &plan, &error) ==
                              FFTC_SUCCESS,
                          "%s", error.message);
            run(context, plan, &shipped[k]);
            fftc_vulkan_plan_destroy(plan);
        }
        ck_assert_int_eq(fftc_vulkan_plan_create(context, &missing, NULL, &plan, &error),
                         FFTC_UNSUPPORTED);
        ck_assert_ptr_null(plan);
        ck_assert_ptr_nonnull(strstr(error.message, "fftc_vulkan_cache_save"));
        ck_assert_int_eq(fftc_vulkan_plan_create(context, &shipped[0], NULL, &plan, &error),
                         FFTC_SUCCESS);
        fftc_vulkan_plan_destroy(plan);
        fftc_vulkan_destroy(context);
        fftc_vulkan_cache_destroy(cache);
        remove_files();
    }
}
END_TEST

START_TEST(emitting_refused)
{
    const fftc_workgroup_fft fft = {.elements_log2 = 2, .workgroup_log2 = 4};
    fftc_emitted emitted = {.spirv_words = 1};
    fftc_error error;
    ck_assert_int_eq(fftc_workgroup_fft_emit(&fft, &emitted, &error), FFTC_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(error.message, "FFTCORE_GLSLANG"));
    ck_assert_ptr_null(emitted.spirv);
    ck_assert_uint_eq(emitted.spirv_words, 0);
}
END_TEST

VULKAN_TESTING_MAIN("bare vulkan", shipped_modules_run_and_missing_ones_are_named, emitting_refused)
