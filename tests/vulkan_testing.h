/* SPDX-License-Identifier: MIT
 *
 * What the Vulkan tests share: the devices to test, and contexts under validation whose every
 * message is a failure.
 *
 * Environment
 *   FFTCORE_TEST_CAMPAIGN     set: what drivers on the CPU share is run on each of them
 *   FFTCORE_TEST_DEVICE       only this device: its number, or a part of its name
 *   FFTCORE_TEST_SETS         not empty: contexts know neither of push descriptors nor of addresses
 *   FFTCORE_TEST_VALIDATION   "off" runs without the validation layer, on a machine that lacks it
 */
#ifndef FFTC_VULKAN_TESTING_H
#define FFTC_VULKAN_TESTING_H

#include "fftcore/vulkan.h"
#include "testing.h"

#define VULKAN_TESTING_DEVICES_MAX 16u

/* As TESTING_MAIN, but skipped where there is no device. */
#define VULKAN_TESTING_MAIN(unit, ...)                                          \
    int main(void)                                                              \
    {                                                                           \
        const TTest *const testing_list[] = {__VA_ARGS__};                      \
        return vulkan_testing_main(unit, testing_list,                          \
                                   sizeof testing_list / sizeof *testing_list); \
    }

int vulkan_testing_main(const char *unit, const TTest *const *tests, size_t count);

/* The numbers of the devices to test; the count. */
uint32_t vulkan_testing_devices(uint32_t numbers[VULKAN_TESTING_DEVICES_MAX]);

/* Whether the i-th case is for the k-th of `count` devices. Drivers on the CPU, which take seconds
 * to compile a kernel, share the cases, unless FFTCORE_TEST_CAMPAIGN is set; a GPU gets all of
 * them. The choice is not in step with i's lowest bit, by which options are chosen. */
bool vulkan_testing_turn(unsigned i, uint32_t k, uint32_t count);

/* What there is to know of one of them. */
const fftc_vulkan_device *vulkan_testing_device(uint32_t number);

bool vulkan_testing_validates(void);

/* A context under validation. */
fftc_vulkan *vulkan_testing_open(uint32_t device);

/* One more on its device that knows neither of push descriptors nor of addresses; to be destroyed
 * before that one is closed. */
fftc_vulkan *vulkan_testing_wrap(const fftc_vulkan *context);

/* Destroys it; fails if there was any message, the destruction's included. One
 * context at a time. */
void vulkan_testing_close(fftc_vulkan *context);

/* The messages that came since the context was opened, by the callback; for tests that provoke
 * them. */
uint32_t vulkan_testing_messages(void);
void vulkan_testing_forget_messages(void);

#endif
