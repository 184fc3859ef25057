/* SPDX-License-Identifier: MIT */
#include "devices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef FFTCORE_TOOL_VULKAN

void tool_devices_open(tool_devices *devices)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    uint32_t count = 0;
    memset(devices, 0, sizeof *devices);
    if (fftc_vulkan_device_list(NULL, &count, &error) != FFTC_SUCCESS) {
        (void)snprintf(devices->reason, sizeof devices->reason, "%s", error.message);
        return;
    }
    uint32_t room = count;
    devices->list = calloc(count > 0 ? count : 1, sizeof *devices->list);
    if (count > 0 && (devices->list == NULL ||
                      fftc_vulkan_device_list(devices->list, &count, &error) != FFTC_SUCCESS)) {
        (void)snprintf(devices->reason, sizeof devices->reason, "%s",
                       devices->list == NULL ? "out of memory" : error.message);
        return;
    }
    devices->count = count < room ? count : room;
    if (devices->count == 0) {
        (void)snprintf(devices->reason, sizeof devices->reason,
                       "no Vulkan driver offers a device here");
    }
}

void tool_devices_close(tool_devices *devices)
{
    free(devices->list);
    devices->list = NULL;
    devices->count = 0;
}

const char *tool_device_name(const tool_devices *devices, uint32_t index)
{
    return devices->list[index].name;
}

uint32_t tool_device_subgroup_size(const tool_devices *devices, uint32_t index)
{
    return devices->list[index].subgroup_size;
}

fftc_status tool_device_run(uint32_t index, const fftc_workgroup_fft *fft, void *data, void *stages,
                            double *milliseconds, fftc_error *error)
{
    fftc_vulkan_options options = {.device = index};
    fftc_vulkan *context = NULL;
    fftc_status status = fftc_vulkan_create(&options, &context, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    double start = tool_milliseconds();
    status = fftc_workgroup_fft_vulkan(context, fft, data, stages, error);
    *milliseconds = tool_milliseconds() - start;
    fftc_vulkan_destroy(context);
    return status;
}

#else

void tool_devices_open(tool_devices *devices)
{
    memset(devices, 0, sizeof *devices);
    (void)snprintf(devices->reason, sizeof devices->reason, "this fftcore is built without Vulkan");
}

void tool_devices_close(tool_devices *devices)
{
    devices->count = 0;
}

const char *tool_device_name(const tool_devices *devices, uint32_t index)
{
    (void)devices;
    (void)index;
    return "";
}

uint32_t tool_device_subgroup_size(const tool_devices *devices, uint32_t index)
{
    (void)devices;
    (void)index;
    return 0;
}

fftc_status tool_device_run(uint32_t index, const fftc_workgroup_fft *fft, void *data, void *stages,
                            double *milliseconds, fftc_error *error)
{
    (void)index;
    (void)fft;
    (void)data;
    (void)stages;
    (void)milliseconds;
    return tool_fail(error, FFTC_UNSUPPORTED, "this fftcore is built without Vulkan");
}

#endif

static bool contains(const char *text, const char *part)
{
    size_t bytes = strlen(part);
    for (; *text != '\0'; ++text) {
        if (strncasecmp(text, part, bytes) == 0) {
            return true;
        }
    }
    return false;
}

bool tool_devices_select(const tool_devices *devices, const char *text, bool *selected)
{
    bool all = strcmp(text, "all") == 0;
    bool none = strcmp(text, "none") == 0;
    bool number = text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
    uint64_t index = UINT64_MAX;
    bool found = all || none;
    if (number && devices->count > 0 &&
        !tool_parse_number("--device", text, 0, devices->count - 1, &index)) {
        return false;
    }
    for (uint32_t i = 0; i < devices->count; ++i) {
        bool named = !none && !number && contains(tool_device_name(devices, i), text);
        selected[i] = all || (number && i == index) || named;
        found = found || selected[i];
    }
    if (!found) {
        (void)tool_refuse("--device %s: %s; fftcore info lists the devices", text,
                          devices->count > 0 ? "no device has that name" : devices->reason);
    }
    return found;
}

bool tool_device_choose(const tool_devices *devices, const char *text, uint32_t *index)
{
    bool *selected = calloc(devices->count > 0 ? devices->count : 1, sizeof *selected);
    uint32_t found = 0;
    if (selected == NULL) {
        (void)tool_refuse("out of memory");
        return false;
    }
    bool good = tool_devices_select(devices, text, selected);
    for (uint32_t i = devices->count; i > 0 && good; --i) {
        *index = selected[i - 1] ? i - 1 : *index;
        found += selected[i - 1];
    }
    free(selected);
    if (good && found != 1) {
        (void)tool_refuse(
            "--device %s: means %u devices: name one of those that fftcore info lists", text,
            (unsigned)found);
    }
    return good && found == 1;
}
