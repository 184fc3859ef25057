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

VULKAN_TESTING_MAIN("bare vulkan", shipped_modules_run_and_missing_ones_are_named)
