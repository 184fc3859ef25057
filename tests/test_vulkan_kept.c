/* SPDX-License-Identifier: MIT
 *
 * What drivers made of shaders, in the folder of a cache (gpu/kept.h). The functions below stand in
 * front of the loader's and are a driver that has something to keep, which those for CPUs have not.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "vulkan_testing.h"

#define DATA_BYTES 1001u /* no whole words */
#define CACHES_MAX 16u

/* Each VkPipelineCache of a test, in the order in which they were made: one thread, then, for plans
 * have one kernel. */
typedef struct made_cache {
    VkPipelineCache handle;
    size_t bytes; /* of the data that the pipeline was made of */
    uint8_t first;
} made_cache;

static made_cache caches[CACHES_MAX];
static unsigned made;
static size_t data_bytes;
static uint8_t data_first; /* the first byte; the others follow from it */
static uint32_t driver_version_more;
static bool refuse_caches;

static PFN_vkVoidFunction next(const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    PFN_vkVoidFunction function;
    if (address == NULL) {
        fprintf(stderr, "%s is not in the loader\n", name);
        abort();
    }
    memcpy(&function, &address, sizeof function);
    return function;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreatePipelineCache(VkDevice device,
                                                     const VkPipelineCacheCreateInfo *info,
                                                     const VkAllocationCallbacks *callbacks,
                                                     VkPipelineCache *cache)
{
    VkPipelineCacheCreateInfo empty = *info;
    const uint8_t *data = info->pInitialData;
    empty.initialDataSize = 0;
    empty.pInitialData = NULL;
    if (refuse_caches) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    VkResult result = ((PFN_vkCreatePipelineCache)next("vkCreatePipelineCache"))(device, &empty,
                                                                                 callbacks, cache);
    ck_assert_uint_lt(made, CACHES_MAX);
    caches[made].handle = *cache;
    caches[made].bytes = info->initialDataSize;
    for (size_t i = 0; i < info->initialDataSize; ++i) {
        ck_assert_uint_eq(data[i], (uint8_t)(data[0] + 7 * i));
    }
    caches[made++].first = data != NULL ? data[0] : 0;
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL vkGetPipelineCacheData(VkDevice device, VkPipelineCache cache,
                                                      size_t *bytes, void *data)
{
    (void)device;
    ck_assert(made > 0 && cache == caches[made - 1].handle);
    ck_assert(data == NULL || *bytes == data_bytes);
    for (size_t i = 0; data != NULL && i < data_bytes; ++i) {
        ((uint8_t *)data)[i] = (uint8_t)(data_first + 7 * i);
    }
    *bytes = data_bytes;
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceProperties(VkPhysicalDevice device,
                                                         VkPhysicalDeviceProperties *properties)
{
    ((PFN_vkGetPhysicalDeviceProperties)next("vkGetPhysicalDeviceProperties"))(device, properties);
    properties->driverVersion += driver_version_more;
}

static char folder[64];

static void begin(void)
{
    strcpy(folder, "/tmp/fftcore-kept-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    data_bytes = DATA_BYTES;
    data_first = 3;
    driver_version_more = 0;
    refuse_caches = false;
    made = 0;
}

static void end(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0); // NOLINT: a name of our own
}

/* A plan of one kernel in a context of its own; returns the pipeline caches that were made. */
static unsigned plan_with(uint32_t device, const char *where, bool own_cache)
{
    const fftc_vulkan_cache_options cache_options = {.folder = where};
    const fftc_transform t = {.length = {4}};
    fftc_vulkan_options options = {.device = device};
    fftc_vulkan_plan_options plan_options = {.exact = false};
    fftc_vulkan *context;
    fftc_vulkan_plan *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_cache_create(&cache_options, &options.cache, NULL), FFTC_SUCCESS);
    ck_assert_msg(fftc_vulkan_create(&options, &context, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    VkDevice handle = fftc_vulkan_get_handles(context).device;
    if (own_cache) {
        const VkPipelineCacheCreateInfo info = {.sType =
                                                    VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
        ck_assert_int_eq(vkCreatePipelineCache(handle, &info, NULL, &plan_options.cache),
                         VK_SUCCESS);
    }
    unsigned before = made;
    ck_assert_msg(fftc_vulkan_plan_create(context, &t, &plan_options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    unsigned count = made - before;
    vkDestroyPipelineCache(handle, plan_options.cache, NULL);
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_destroy(context);
    fftc_vulkan_cache_destroy(options.cache);
    return count;
}

static uint32_t first_device(void)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    ck_assert_uint_gt(vulkan_testing_devices(numbers), 0);
    return numbers[0];
}

START_TEST(pipeline_in_the_folder_made_of_what_was_kept)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        begin();
        ck_assert_uint_eq(plan_with(numbers[i], folder, false), 1);
        ck_assert_uint_eq(caches[0].bytes, 0);
        data_first = 77; /* what was there is not written again */
        for (unsigned k = 1; k < 4; ++k) {
            ck_assert_uint_eq(plan_with(numbers[i], folder, false), 1);
            ck_assert_uint_eq(caches[k].bytes, DATA_BYTES);
            ck_assert_uint_eq(caches[k].first, 3);
        }
        end();
    }
}
END_TEST

START_TEST(pipeline_of_another_driver_not_taken)
{
    uint32_t device = first_device();
    begin();
    (void)plan_with(device, folder, false);
    driver_version_more = 1;
    data_first = 5;
    ck_assert_uint_eq(plan_with(device, folder, false), 1);
    ck_assert_uint_eq(caches[1].bytes, 0);
    (void)plan_with(device, folder, false);
    ck_assert_uint_eq(caches[2].first, 5);
    driver_version_more = 0;
    (void)plan_with(device, folder, false);
    ck_assert_uint_eq(caches[3].first, 3);
    end();
}
END_TEST

static void make_plan(fftc_vulkan *context)
{
    const fftc_transform t = {.length = {4}};
    fftc_vulkan_plan *plan;
    ck_assert_int_eq(fftc_vulkan_plan_create(context, &t, NULL, &plan, NULL), FFTC_SUCCESS);
    fftc_vulkan_plan_destroy(plan);
}

/* Where the device can leave checks of bounds out (SwiftShader can). */
START_TEST(pipeline_with_checks_not_taken_for_one_without)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        const fftc_vulkan_cache_options cache_options = {.folder = folder};
        fftc_vulkan_options options = {.device = numbers[i]};
        fftc_vulkan *context;
        fftc_vulkan *wrapped;
        begin();
        ck_assert_int_eq(fftc_vulkan_cache_create(&cache_options, &options.cache, NULL),
                         FFTC_SUCCESS);
        ck_assert_int_eq(fftc_vulkan_create(&options, &context, NULL), FFTC_SUCCESS);
        fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
        size_t expected = handles.pipeline_robustness ? 0 : DATA_BYTES;
        handles.pipeline_robustness = false;
        make_plan(context);
        ck_assert_int_eq(fftc_vulkan_wrap(&handles, &wrapped, NULL), FFTC_SUCCESS);
        make_plan(wrapped);
        ck_assert_uint_eq(made, 2);
        ck_assert_uint_eq(caches[1].bytes, expected);
        fftc_vulkan_destroy(wrapped);
        fftc_vulkan_destroy(context);
        fftc_vulkan_cache_destroy(options.cache);
        end();
    }
}
END_TEST

/* Turns a byte of the pipeline's file around: the shader's is longer. Returns the file's bytes. */
static long damage(long at)
{
    DIR *directory = opendir(folder);
    const struct dirent *found;
    char least[400] = "";
    struct stat about;
    off_t bytes = 0;
    ck_assert_ptr_nonnull(directory);
    while ((found = readdir(directory)) != NULL) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", folder, found->d_name);
        ck_assert_int_eq(stat(path, &about), 0);
        if (S_ISREG(about.st_mode) && (bytes == 0 || about.st_size < bytes)) {
            bytes = about.st_size;
            strcpy(least, path);
        }
    }
    closedir(directory);
    FILE *file = fopen(least, "r+b");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
    int byte = fgetc(file);
    ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
    ck_assert_int_eq(fputc(byte ^ 0x80, file), byte ^ 0x80);
    ck_assert_int_eq(fclose(file), 0);
    return (long)bytes;
}

START_TEST(pipeline_damaged_made_and_kept_anew)
{
    uint32_t device = first_device();
    long bytes = 1;
    begin();
    (void)plan_with(device, folder, false);
    for (long at = 0; at < bytes; at += at < 80 ? 20 : 403) { /* the header, and some data */
        made = 0;
        bytes = damage(at);
        data_first = (uint8_t)(at + 1);
        (void)plan_with(device, folder, false);
        ck_assert_uint_eq(caches[0].bytes, 0);
        (void)plan_with(device, folder, false);
        ck_assert_uint_eq(caches[1].bytes, DATA_BYTES);
        ck_assert_uint_eq(caches[1].first, data_first);
    }
    end();
}
END_TEST

START_TEST(pipeline_without_folder_or_data_not_kept)
{
    uint32_t device = first_device();
    begin();
    ck_assert_uint_eq(plan_with(device, "", false), 0);
    ck_assert_uint_eq(plan_with(device, folder, true), 0); /* the caller's serves */
    data_bytes = 36;                                       /* an empty one's */
    ck_assert_uint_eq(plan_with(device, folder, false), 1);
    ck_assert_uint_eq(plan_with(device, folder, false), 1);
    ck_assert_uint_eq(caches[made - 1].bytes, 0);
    refuse_caches = true; /* no reason to fail */
    ck_assert_uint_eq(plan_with(device, folder, false), 0);
    end();
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_kept", pipeline_in_the_folder_made_of_what_was_kept,
                    pipeline_of_another_driver_not_taken,
                    pipeline_with_checks_not_taken_for_one_without,
                    pipeline_damaged_made_and_kept_anew, pipeline_without_folder_or_data_not_kept)
