/* SPDX-License-Identifier: MIT
 *
 * The Vulkan devices as the tool sees them: an empty list, with a reason, in a build without
 * Vulkan or on a machine without a driver.
 */
#ifndef TOOL_DEVICES_H
#define TOOL_DEVICES_H

#include "tool.h"

#ifdef FFTCORE_TOOL_VULKAN
#include "fftcore/vulkan.h"
#endif

typedef struct tool_devices {
    uint32_t count;
#ifdef FFTCORE_TOOL_VULKAN
    fftc_vulkan_device *list;
#endif
    char reason[FFTC_MESSAGE_BYTES]; /* why there is none; empty if there is one */
} tool_devices;

void tool_devices_open(tool_devices *devices);
void tool_devices_close(tool_devices *devices);

const char *tool_device_name(const tool_devices *devices, uint32_t index);
uint32_t tool_device_subgroup_size(const tool_devices *devices, uint32_t index);

/* --device: "all", "none", a number, or a part of a name. Sets selected[i]; false after refusing.
 */
bool tool_devices_select(const tool_devices *devices, const char *text, bool *selected);

/* --device of commands that take one: the number of the only device that is meant. False after
 * refusing. */
bool tool_device_choose(const tool_devices *devices, const char *text, uint32_t *index);

/* fftc_workgroup_fft_vulkan in a context of its own. */
fftc_status tool_device_run(uint32_t index, const fftc_workgroup_fft *fft, void *data, void *stages,
                            double *milliseconds, fftc_error *error);

#endif
