/* SPDX-License-Identifier: MIT
 *
 * vulkan.h: devices, contexts, refusals, sharing a device, threads. The bits are the business of
 * test_vulkan_reference.c.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_testing.h"

/* --- devices ------------------------------------------------------------------------------- */

START_TEST(device_list_count_missing_invalid)
{
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_device_list(NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_str_ne(error.message, "");
}
END_TEST

START_TEST(device_list_little_room_fills_that_and_counts_all)
{
    uint32_t all = 0;
    uint32_t count = 1;
    fftc_vulkan_device devices[2];
    memset(devices, 0x5a, sizeof devices);
    ck_assert_int_eq(fftc_vulkan_device_list(NULL, &all, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_device_list(devices, &count, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(count, all);
    ck_assert_str_ne(devices[0].name, "");
    for (size_t i = 0; i < sizeof devices[1]; ++i) {
        ck_assert_int_eq(((const char *)&devices[1])[i], 0x5a);
    }
}
END_TEST

/* Vulkan's required minima, and what must hold between the fields. */
START_TEST(device_list_every_device_has_sane_facts)
{
    fftc_vulkan_device devices[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = VULKAN_TESTING_DEVICES_MAX;
    ck_assert_int_eq(fftc_vulkan_device_list(devices, &count, NULL), FFTC_SUCCESS);
    for (uint32_t i = 0; i < count && i < VULKAN_TESTING_DEVICES_MAX; ++i) {
        const fftc_vulkan_device *d = &devices[i];
        printf("device %u: %s (%s), subgroups of %u (%u to %u), %u invocations, %u bytes shared\n",
               (unsigned)i, d->name, d->driver, (unsigned)d->subgroup_size,
               (unsigned)d->subgroup_size_min, (unsigned)d->subgroup_size_max,
               (unsigned)d->invocations_max, (unsigned)d->shared_bytes);
        ck_assert_str_ne(d->name, "");
        ck_assert_str_ne(d->driver, "");
        ck_assert_uint_ge(d->invocations_max, 128);
        ck_assert_uint_ge(d->shared_bytes, 16384);
        ck_assert_uint_ge(d->workgroups_max, 65535);
        ck_assert_uint_ge(d->buffer_bytes_max, (uint64_t)1 << 27);
        ck_assert_uint_eq(d->subgroup_size & (d->subgroup_size - 1), 0);
        ck_assert_uint_le(d->subgroup_size_min, d->subgroup_size);
        ck_assert_uint_le(d->subgroup_size, d->subgroup_size_max);
    }
}
END_TEST

START_TEST(device_list_no_driver_is_empty_and_create_unsupported)
{
    uint32_t count = 7;
    fftc_vulkan *context = (fftc_vulkan *)&count;
    fftc_error error;
    unsetenv("VK_ADD_DRIVER_FILES");
    setenv("VK_DRIVER_FILES", "/nonexistent.json", 1);
    setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
    ck_assert_int_eq(fftc_vulkan_device_list(NULL, &count, &error), FFTC_SUCCESS);
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(fftc_vulkan_create(NULL, &context, &error), FFTC_UNSUPPORTED);
    ck_assert_ptr_null(context);
    ck_assert_ptr_nonnull(strstr(error.message, "install a driver"));
}
END_TEST

/* --- contexts ------------------------------------------------------------------------------ */

START_TEST(null_has_nothing_to_destroy_or_tell)
{
    char text[8] = "?";
    fftc_vulkan_destroy(NULL);
    fftc_vulkan_cache_destroy(NULL);
    fftc_vulkan_plan_destroy(NULL);
    fftc_vulkan_convolution_destroy(NULL);
    fftc_emitted_free(NULL);
    fftc_emitted_plan_free(NULL);
    ck_assert_uint_eq(fftc_vulkan_message_count(NULL), 0);
    ck_assert_ptr_null(fftc_vulkan_message(NULL, 0));
    ck_assert_ptr_null(fftc_vulkan_device_info(NULL));
    ck_assert_ptr_null(fftc_vulkan_get_handles(NULL).device);
    ck_assert_uint_eq(fftc_vulkan_plan_bytes(NULL, FFTC_VULKAN_SRC), 0);
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(NULL, FFTC_VULKAN_SRC), 0);
    ck_assert(fftc_vulkan_convolution_error_bound(NULL) == 0.0);
    ck_assert_int_eq(fftc_vulkan_plan_statistics(NULL, 0, text, sizeof text), 0);
    ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(create_bad_arguments_invalid)
{
    fftc_error error;
    fftc_vulkan *context = (fftc_vulkan *)&error;
    const fftc_vulkan_options options = {.device = 12345};
    ck_assert_int_eq(fftc_vulkan_create(NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_create(&options, &context, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(context);
    ck_assert_ptr_nonnull(strstr(error.message, "12345"));
}
END_TEST

START_TEST(create_default_options_first_device)
{
    fftc_vulkan *context;
    fftc_vulkan_device first;
    uint32_t count = 1;
    ck_assert_int_eq(fftc_vulkan_device_list(&first, &count, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_create(NULL, &context, NULL), FFTC_SUCCESS);
    ck_assert_str_eq(fftc_vulkan_device_info(context)->name, first.name);
    ck_assert_uint_eq(fftc_vulkan_message_count(context), 0);
    ck_assert_ptr_null(fftc_vulkan_message(context, 0));
    fftc_vulkan_destroy(context);
}
END_TEST

/* --- refusals: the status, a message that names what to pass, and data that stays ------------ */

static void expect_refusal(fftc_vulkan *context, const fftc_workgroup_fft *fft, fftc_status status,
                           const char *part)
{
    unsigned char data[64];
    unsigned char before[64];
    fftc_error error;
    memset(data, 0x3c, sizeof data);
    memcpy(before, data, sizeof data);
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, fft, data, NULL, &error), status);
    ck_assert_int_eq(error.status, status);
    ck_assert_msg(strstr(error.message, part) != NULL, "\"%s\" lacks \"%s\"", error.message, part);
    ck_assert_mem_eq(data, before, sizeof data);
}

static uint32_t log2_of(uint32_t x)
{
    uint32_t log2 = 0;
    while (x >>= 1) {
        ++log2;
    }
    return log2;
}

START_TEST(run_null_pointers_invalid)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    float data[4] = {1, 2, 3, 4};
    const fftc_workgroup_fft fft = {.elements_log2 = 1};
    (void)vulkan_testing_devices(numbers);
    fftc_vulkan *context = vulkan_testing_open(numbers[0]);
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(NULL, &fft, data, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, NULL, data, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &fft, NULL, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert(data[0] == 1 && data[3] == 4);
    vulkan_testing_close(context);
}
END_TEST

START_TEST(run_beyond_the_device_unsupported)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        const fftc_vulkan_device *info = fftc_vulkan_device_info(context);
        char text[64];
        uint32_t invocations = log2_of(info->invocations_max);
        uint32_t lanes = log2_of(info->subgroup_shuffle ? info->subgroup_size_max : 1);
        if (invocations < FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2) {
            snprintf(text, sizeof text, "at most %u", (unsigned)invocations);
            expect_refusal(
                context,
                &(fftc_workgroup_fft){.elements_log2 = 1, .workgroup_log2 = invocations + 1},
                FFTC_UNSUPPORTED, text);
        }
        if (lanes < FFTC_WORKGROUP_FFT_MAX_SUBGROUP_LOG2) {
            snprintf(text, sizeof text, "pass at most %u", (unsigned)lanes);
            expect_refusal(context,
                           &(fftc_workgroup_fft){
                               .elements_log2 = 1, .workgroup_log2 = 7, .subgroup_log2 = lanes + 1},
                           FFTC_UNSUPPORTED, text);
        }
        if (!info->float64) {
            expect_refusal(context,
                           &(fftc_workgroup_fft){.elements_log2 = 1, .precision = FFTC_FLOAT64},
                           FFTC_UNSUPPORTED, "shaderFloat64");
        } else if (info->buffer_bytes_max < (uint64_t)1 << 28) {
            expect_refusal(context,
                           &(fftc_workgroup_fft){
                               .elements_log2 = 17, .workgroup_log2 = 7, .precision = FFTC_FLOAT64},
                           FFTC_UNSUPPORTED, "smaller elements_log2");
        }
        if (!info->float16) {
            expect_refusal(context,
                           &(fftc_workgroup_fft){.elements_log2 = 1, .precision = FFTC_FLOAT16},
                           FFTC_UNSUPPORTED, "shaderFloat16");
        }
        expect_refusal(context, &(fftc_workgroup_fft){0}, FFTC_INVALID_ARGUMENT, "elements_log2");
        vulkan_testing_close(context);
    }
}
END_TEST

/* --- a program's own device ------------------------------------------------------------------ */

typedef struct own_device {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
} own_device;

static unsigned own_messages;

static VKAPI_ATTR VkBool32 VKAPI_CALL own_hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                               VkDebugUtilsMessageTypeFlagsEXT types,
                                               const VkDebugUtilsMessengerCallbackDataEXT *data,
                                               void *user)
{
    (void)severity;
    (void)types;
    (void)user;
    ++own_messages;
    fprintf(stderr, "validation: %s\n", data->pMessage);
    return VK_FALSE;
}

/* Vulkan 1.1, under validation from the first call to the last. */
static void own_instance_create(own_device *own)
{
    const char *layer = "VK_LAYER_KHRONOS_validation";
    const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    const VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = own_hear};
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const uint32_t validates = vulkan_testing_validates() ? 1 : 0;
    const VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                           .pNext = validates ? &messenger : NULL,
                                           .pApplicationInfo = &application,
                                           .enabledLayerCount = validates,
                                           .ppEnabledLayerNames = &layer,
                                           .enabledExtensionCount = validates,
                                           .ppEnabledExtensionNames = &extension};
    ck_assert_int_eq(vkCreateInstance(&instance, NULL, &own->instance), VK_SUCCESS);
    if (validates) {
        PFN_vkCreateDebugUtilsMessengerEXT create =
            (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
                own->instance, "vkCreateDebugUtilsMessengerEXT");
        ck_assert_int_eq(create(own->instance, &messenger, NULL, &own->messenger), VK_SUCCESS);
    }
}

/* As a program that never heard of fftcore would make it: no features, no extensions. */
static own_device own_device_create(uint32_t number)
{
    own_device own = {0};
    const float priority = 0.5f;
    VkPhysicalDevice physical[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = VULKAN_TESTING_DEVICES_MAX;
    own_instance_create(&own);
    ck_assert_int_ge(vkEnumeratePhysicalDevices(own.instance, &count, physical), VK_SUCCESS);
    ck_assert_uint_lt(number, count);
    own.physical = physical[number];
    VkQueueFamilyProperties families[32];
    uint32_t family_count = 32;
    vkGetPhysicalDeviceQueueFamilyProperties(own.physical, &family_count, families);
    while ((families[own.family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        ++own.family;
        ck_assert_uint_lt(own.family, family_count);
    }
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = own.family,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue};
    ck_assert_int_eq(vkCreateDevice(own.physical, &device, NULL, &own.device), VK_SUCCESS);
    vkGetDeviceQueue(own.device, own.family, 0, &own.queue);
    return own;
}

static void own_device_destroy(own_device *own)
{
    vkDestroyDevice(own->device, NULL);
    if (own->messenger != VK_NULL_HANDLE) {
        PFN_vkDestroyDebugUtilsMessengerEXT destroy =
            (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
                own->instance, "vkDestroyDebugUtilsMessengerEXT");
        destroy(own->instance, own->messenger, NULL);
    }
    vkDestroyInstance(own->instance, NULL);
}

#define POINTS 64u

static void impulse(float *data)
{
    memset(data, 0, 2 * POINTS * sizeof *data);
    data[2] = 1.0f; /* at t = 1: the spectrum goes once around the circle */
}

/* Slot 0 is frequency 0 and slot 2^W is frequency N / 2, whatever the rest of the order. */
static void expect_circle(const float *data)
{
    ck_assert(data[0] == 1.0f && data[1] == 0.0f);
    ck_assert(data[POINTS] == -1.0f);
}

static const fftc_workgroup_fft circle = {
    .elements_log2 = 1, .workgroup_log2 = 5, .subgroup_log2 = 2};

START_TEST(wrap_handle_missing_invalid)
{
    fftc_vulkan *context = (fftc_vulkan *)&circle;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_wrap(NULL, &context, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(context);
    ck_assert_int_eq(fftc_vulkan_wrap(&(fftc_vulkan_handles){0}, &context, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_wrap(&(fftc_vulkan_handles){0}, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
}
END_TEST

START_TEST(wrap_senseless_handles_refused)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        fftc_vulkan *wrapped;
        fftc_error error;
        fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
        static const uint32_t families[] = {1000, VK_QUEUE_FAMILY_IGNORED};
        for (size_t k = 0; k < sizeof families / sizeof *families; ++k) {
            handles.queue_family = families[k];
            ck_assert_int_eq(fftc_vulkan_wrap(&handles, &wrapped, &error), FFTC_INVALID_ARGUMENT);
            ck_assert_ptr_nonnull(strstr(error.message, "queue_family"));
        }
        handles = fftc_vulkan_get_handles(context);
        handles.api_version = VK_API_VERSION_1_0;
        ck_assert_int_eq(fftc_vulkan_wrap(&handles, &wrapped, &error), FFTC_INVALID_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.message, "1.1"));
        ck_assert_ptr_null(wrapped);
        vulkan_testing_close(context);
    }
}
END_TEST

START_TEST(wrap_bare_device_runs_without_its_features)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        own_device own = own_device_create(numbers[i]);
        const fftc_vulkan_handles handles = {.instance = own.instance,
                                             .physical_device = own.physical,
                                             .device = own.device,
                                             .queue = own.queue,
                                             .queue_family = own.family};
        fftc_vulkan *context;
        fftc_error error;
        float data[2 * POINTS];
        ck_assert_int_eq(fftc_vulkan_wrap(&handles, &context, &error), FFTC_SUCCESS);
        ck_assert(!fftc_vulkan_device_info(context)->float64);
        ck_assert(!fftc_vulkan_device_info(context)->subgroup_full);
        impulse(data);
        ck_assert_msg(fftc_workgroup_fft_vulkan(context, &circle, data, NULL, &error) ==
                          FFTC_SUCCESS,
                      "%s", error.message);
        expect_circle(data);
        expect_refusal(context,
                       &(fftc_workgroup_fft){.elements_log2 = 1, .precision = FFTC_FLOAT64},
                       FFTC_UNSUPPORTED, "shaderFloat64");
        fftc_vulkan_destroy(context);
        own_device_destroy(&own); /* still ours, and nothing of the library's is left in it */
        ck_assert_uint_eq(own_messages, 0);
    }
}
END_TEST

/* --- threads --------------------------------------------------------------------------------- */

#define THREADS 4

typedef struct worker {
    fftc_vulkan *context; /* NULL: makes its own */
    uint32_t device;
    fftc_status status;
    float data[2 * POINTS];
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    fftc_vulkan *own = NULL;
    w->status = FFTC_SUCCESS;
    if (w->context == NULL) {
        w->status = fftc_vulkan_create(&(fftc_vulkan_options){.device = w->device}, &own, NULL);
    }
    for (int round = 0; round < 3 && w->status == FFTC_SUCCESS; ++round) {
        impulse(w->data);
        w->status =
            fftc_workgroup_fft_vulkan(own != NULL ? own : w->context, &circle, w->data, NULL, NULL);
    }
    fftc_vulkan_destroy(own);
    return NULL;
}

static void run_workers(worker *workers)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(threads[i], NULL);
        ck_assert_int_eq(workers[i].status, FFTC_SUCCESS);
        expect_circle(workers[i].data);
    }
}

START_TEST(threads_with_one_context_agree)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        worker workers[THREADS];
        for (int k = 0; k < THREADS; ++k) {
            workers[k] = (worker){.context = context};
        }
        run_workers(workers);
        vulkan_testing_close(context);
    }
}
END_TEST

START_TEST(threads_with_contexts_of_their_own_agree)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    worker workers[THREADS];
    for (int k = 0; k < THREADS; ++k) {
        workers[k] = (worker){.device = numbers[(uint32_t)k % count]};
    }
    run_workers(workers);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan", device_list_count_missing_invalid,
                    device_list_little_room_fills_that_and_counts_all,
                    device_list_every_device_has_sane_facts,
                    device_list_no_driver_is_empty_and_create_unsupported,
                    null_has_nothing_to_destroy_or_tell, create_bad_arguments_invalid,
                    create_default_options_first_device, run_null_pointers_invalid,
                    run_beyond_the_device_unsupported, wrap_handle_missing_invalid,
                    wrap_senseless_handles_refused, wrap_bare_device_runs_without_its_features,
                    threads_with_one_context_agree, threads_with_contexts_of_their_own_agree)
