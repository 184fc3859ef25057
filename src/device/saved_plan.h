/* SPDX-License-Identifier: MIT
 *
 * Plans for devices as lines of text:
 *
 *     fftcore-vulkan 0.1.0 3f0c52a99d1e7b40 f32:complex:forward:1048576
 *         9d1c0f3a7b52e684 a0.1024.1024 p0.16.256
 *
 *     fftcore-vulkan 0.1.0 3f0c52a99d1e7b40 convolution f32:real:forward:51999
 *         e8ad5e0c3b5ba0ed 0c2e8d1fb9f7d1a5
 *
 * (on one line each): version, a hash of the device, the transform for people, a hash of all that
 * it means, and the choices (pass_choices.h).
 */
#ifndef FFTC_DEVICE_SAVED_PLAN_H
#define FFTC_DEVICE_SAVED_PLAN_H

#include "device/pass_choices.h"

/* A line; `name` is fftc_transform_name or fftc_convolution_name. */
FFTC_API void fftc_saved_write(uint64_t device, const char *name, const fftc_pass_choices *choices,
                               fftc_text_writer *w);

/* The first line of the text that is of this device (NULL: of any) and what has this name; *found:
 * whether there is one. Lines of plans for the CPU, blank ones and comments are passed over.
 * FFTC_INVALID_ARGUMENT if any other line is damaged. If one is `required` and not there:
 * FFTC_UNSUPPORTED if all are of other devices or versions, else FFTC_INVALID_ARGUMENT. */
FFTC_API fftc_status fftc_saved_find(const char *saved, const uint64_t *device, const char *name,
                                     bool required, fftc_pass_choices *choices, bool *found,
                                     fftc_error *error);

#endif
