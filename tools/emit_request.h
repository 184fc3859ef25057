/* SPDX-License-Identifier: MIT
 *
 * What `fftcore emit --plan` is asked for.
 */
#ifndef TOOL_EMIT_REQUEST_H
#define TOOL_EMIT_REQUEST_H

#include "command.h"
#include "fftcore/vulkan.h"

typedef struct tool_emit_request {
    const char *folder, *modules, *json, *load, *store;
    fftc_transform transform;
    /* If there is one; of the transform, storage is heeded. */
    fftc_convolution_description convolution;
    bool convolves, correlates;
    int direction; /* as given; -1: not */
    fftc_vulkan_plan_options options;
    fftc_vulkan_device limits;
    fftc_accessors accessors;
    unsigned char *pieces[2]; /* the accessors' texts */
    bool has_device, has_limits, has_extras, has_length;
} tool_emit_request;

extern const tool_option tool_emit_rows[];

/* What belongs together, after all options were read: checks it, and reads the accessors' texts.
 * False after refusing. */
bool tool_emit_request_complete(tool_emit_request *request);

void tool_emit_request_free(tool_emit_request *request);

#endif
