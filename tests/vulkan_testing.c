/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "vulkan_testing.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_uint messages;

static void hear(void *user, const char *text)
{
    (void)user;
    atomic_fetch_add(&messages, 1);
    fprintf(stderr, "validation: %s\n", text);
}

/* Asks in a child process: some drivers do not survive a fork once they are loaded. */
static bool any_device(void)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        uint32_t count = 0;
        fftc_status status = fftc_vulkan_device_list(NULL, &count, NULL);
        _exit(status == FFTC_SUCCESS && count == 0 ? 1 : 0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

int vulkan_testing_main(const char *unit, const TTest *const *tests, size_t count)
{
    if (!any_device()) {
        return testing_skip("there is no Vulkan device");
    }
    return testing_main(unit, tests, count);
}

static bool wanted(const fftc_vulkan_device *device, uint32_t number)
{
    const char *only = getenv("FFTCORE_TEST_DEVICE");
    char text[16];
    snprintf(text, sizeof text, "%u", (unsigned)number);
    return only == NULL || *only == '\0' || strcmp(only, text) == 0 ||
           strcasestr(device->name, only) != NULL;
}

static fftc_vulkan_device devices[VULKAN_TESTING_DEVICES_MAX];
static bool on_the_cpu[VULKAN_TESTING_DEVICES_MAX]; /* of those that were chosen */

uint32_t vulkan_testing_devices(uint32_t numbers[VULKAN_TESTING_DEVICES_MAX])
{
    uint32_t count = VULKAN_TESTING_DEVICES_MAX;
    uint32_t chosen = 0;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_device_list(devices, &count, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    for (uint32_t i = 0; i < count && i < VULKAN_TESTING_DEVICES_MAX; ++i) {
        if (wanted(&devices[i], i)) {
            on_the_cpu[chosen] = devices[i].type == VK_PHYSICAL_DEVICE_TYPE_CPU;
            numbers[chosen++] = i;
        }
    }
    ck_assert_msg(chosen != 0, "FFTCORE_TEST_DEVICE names none of the %u devices", (unsigned)count);
    return chosen;
}

bool vulkan_testing_turn(unsigned i, uint32_t k, uint32_t count)
{
    return getenv("FFTCORE_TEST_CAMPAIGN") != NULL || !on_the_cpu[k] || (i ^ i >> 1) % count == k;
}

const fftc_vulkan_device *vulkan_testing_device(uint32_t number)
{
    return &devices[number];
}

bool vulkan_testing_validates(void)
{
    const char *choice = getenv("FFTCORE_TEST_VALIDATION");
    return choice == NULL || strcmp(choice, "off") != 0;
}

fftc_vulkan *vulkan_testing_wrap(const fftc_vulkan *context)
{
    fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
    fftc_vulkan *wrapped;
    fftc_error error;
    handles.push_descriptor = false;
    handles.device_address = false;
    handles.pipeline_robustness = false;
    ck_assert_msg(fftc_vulkan_wrap(&handles, &wrapped, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return wrapped;
}

/* Whose device the open context has, if it is not its own. */
static fftc_vulkan *owner;

fftc_vulkan *vulkan_testing_open(uint32_t device)
{
    const fftc_vulkan_options options = {
        .device = device, .validate = vulkan_testing_validates(), .message = hear};
    const char *sets = getenv("FFTCORE_TEST_SETS");
    fftc_vulkan *context = NULL;
    fftc_error error;
    vulkan_testing_forget_messages();
    ck_assert_msg(fftc_vulkan_create(&options, &context, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    owner = NULL;
    if (sets != NULL && *sets != '\0') {
        owner = context;
        context = vulkan_testing_wrap(owner);
    }
    return context;
}

void vulkan_testing_close(fftc_vulkan *context)
{
    if (owner != NULL) {
        fftc_vulkan_destroy(context);
        context = owner;
        owner = NULL;
    }
    ck_assert_uint_eq(fftc_vulkan_message_count(context), vulkan_testing_messages());
    fftc_vulkan_destroy(context);
    ck_assert_msg(vulkan_testing_messages() == 0, "the validation layer had %u messages",
                  vulkan_testing_messages());
}

uint32_t vulkan_testing_messages(void)
{
    return atomic_load(&messages);
}

void vulkan_testing_forget_messages(void)
{
    atomic_store(&messages, 0);
}
