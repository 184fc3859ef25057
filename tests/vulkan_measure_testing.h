/* SPDX-License-Identifier: MIT
 *
 * Measuring on a device whose time stamps, memory and luck are made up, so that what is chosen does
 * not depend on the machine.
 */
#ifndef FFTC_VULKAN_MEASURE_TESTING_H
#define FFTC_VULKAN_MEASURE_TESTING_H

#include "vulkan_plan_testing.h"

/* What the stamps say of champion and challenger. */
typedef enum { TRUTH, CHALLENGER_FASTER, CHALLENGER_SLOWER } vulkan_measure_stamps;

typedef struct vulkan_measure_pretence {
    vulkan_measure_stamps stamps_say;
    unsigned reads;       /* of stamps */
    unsigned reads_max;   /* after so many reads the challengers are slower */
    bool no_memory;       /* from now on */
    unsigned allocations; /* how many there were so far */
    unsigned scarce_from; /* from this number on there is no memory either; 0: always is */
    unsigned submissions; /* until the device is lost; 0: never */
    bool no_stamps;
} vulkan_measure_pretence;

extern vulkan_measure_pretence pretend;

/* The first device, with nothing pretended. */
void vulkan_measure_open(vulkan_plan_device *device);

#define TEXT_BYTES 1024 /* of a saved line */
#define PLENTY 3600.0   /* seconds */

/* The saved line of a plan of device.context with these options. */
const char *vulkan_measure_line(const vulkan_plan_device *device, const fftc_transform *t,
                                const fftc_vulkan_plan_options *options, char text[TEXT_BYTES]);
const char *vulkan_measure_save(const fftc_vulkan_plan *plan, char text[TEXT_BYTES]);
fftc_vulkan_plan *vulkan_measure_make(const vulkan_plan_device *device, const fftc_transform *t,
                                      const fftc_vulkan_plan_options *options);

#endif
