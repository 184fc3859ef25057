/* SPDX-License-Identifier: MIT
 *
 * `fftcore transform`: what its command line says, and who does it.
 */
#ifndef TOOL_TRANSFORM_H
#define TOOL_TRANSFORM_H

#include "raster_options.h"
#include "source.h"
#include "window.h"

/* What is transformed where `dimensions` has two. */
typedef enum tool_dimensions {
    TOOL_DIMENSIONS_DEFAULT = 0,
    TOOL_DIMENSIONS_1,
    TOOL_DIMENSIONS_2
} tool_dimensions;

typedef struct tool_transform_options {
    const char *file, *output, *json;
    uint64_t length, hop, offset; /* TOOL_NOT_GIVEN */
    tool_source_choice choice;
    int window; /* of tool_window_names, or -1 */
    double beta;
    int precision; /* an fftc_precision, or -1 */
    int threads;
    bool reference, inverse;
    tool_dimensions dimensions;
    uint64_t range;
    double shown[2]; /* frequencies; both 0: all */
    bool log_frequency;
    const char *title; /* NULL: the file's name */
    double rate;       /* 0: not given */
    tool_raster_choice of_exr;
    tool_depth depth;
} tool_transform_options;

/* Spectra or a spectrogram of a signal; a signal from its spectrum. Returns TOOL_GOOD, or
 * TOOL_REFUSED after saying why. */
int tool_transform_signal(const tool_transform_options *options);
int tool_transform_signal_back(const tool_transform_options *options);

#endif
