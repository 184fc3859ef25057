/* SPDX-License-Identifier: MIT
 *
 * `fftcore transform` in two dimensions: the spectrum of a picture, and a picture from a spectrum.
 */
#ifndef TOOL_TRANSFORM_PICTURE_H
#define TOOL_TRANSFORM_PICTURE_H

#include "raster_options.h"

/* Forward, `file` is a PNG or OpenEXR picture, or a .npy of two axes (rows, columns) or three
 * (rows, columns, channels); `output` a .npy, or the magnitude as .png or .exr. The inverse takes a
 * .npy back to .png, .exr or .npy. */
typedef struct tool_picture_job {
    const char *file, *output;
    const char *json; /* NULL: none; "-": standard output, in place of the line for people */
    const tool_raster_choice *choice; /* forward; may be NULL */
    tool_depth depth;                 /* of the inverse as .png */
    bool inverse;
    fftc_precision precision; /* FFTC_FLOAT32 or FFTC_FLOAT64 */
    bool precision_of_file;   /* FFTC_FLOAT64 all the same if the inverse takes complex128 */
    int threads;
    double range; /* dB, of the magnitude as .png */
} tool_picture_job;

/* TOOL_GOOD, or TOOL_REFUSED after saying why. */
int tool_transform_picture(const tool_picture_job *job);

/* Does the file begin as a PNG or OpenEXR picture does? False too if it cannot be read. */
bool tool_is_picture(const char *path);

#endif
