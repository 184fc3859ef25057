/* SPDX-License-Identifier: MIT
 *
 * The channels of a picture as real numbers, and their two-dimensional transforms by the library's
 * plans.
 */
#ifndef TOOL_PLANES_H
#define TOOL_PLANES_H

#include "tool.h"

typedef struct tool_planes {
    uint64_t height, width, channels;
    fftc_precision precision; /* FFTC_FLOAT32 or FFTC_FLOAT64 */
    void *numbers;            /* of each channel height rows of width numbers, from the top;
                                 released by tool_planes_free */
} tool_planes;

/* Zeros. On failure `numbers` is NULL. */
fftc_status tool_planes_create(const tool_planes *shape, tool_planes *planes, fftc_error *error);
void tool_planes_free(tool_planes *planes);

/* Numbers are counted through all channels. */
double tool_planes_get(const tool_planes *planes, uint64_t index);
void tool_planes_set(tool_planes *planes, uint64_t index, double number);

/* The spectra of the channels, unscaled, or any complex numbers. Of spectra of real numbers the
 * left half alone is stored, width / 2 + 1 columns; the rest follows from X[-f] = conj X[f]. */
typedef struct tool_spectra {
    uint64_t height, width, channels;
    fftc_precision precision;
    bool half;
    void *numbers; /* channel by channel, row by row; released by tool_spectra_free */
} tool_spectra;

/* Zeros, with the shape of `planes`. On failure `numbers` is NULL. */
fftc_status tool_spectra_create(const tool_planes *planes, bool half, tool_spectra *spectra,
                                fftc_error *error);
void tool_spectra_free(tool_spectra *spectra);

/* Column x of row y, x < width, stored or not. */
void tool_spectra_get(const tool_spectra *spectra, uint64_t channel, uint64_t y, uint64_t x,
                      double value[2]);
/* Sets a number of a stored column. */
void tool_spectra_set(tool_spectra *spectra, uint64_t channel, uint64_t y, uint64_t x,
                      const double value[2]);
uint64_t tool_spectra_columns(const tool_spectra *spectra);

/* Between planes and the half spectra that were created for them. The inverse divides by height x
 * width. */
fftc_status tool_planes_forward(const tool_planes *planes, int threads, tool_spectra *spectra,
                                fftc_error *error);
fftc_status tool_planes_inverse(const tool_spectra *spectra, int threads, tool_planes *planes,
                                fftc_error *error);

/* Complex numbers in place, all columns stored. */
fftc_status tool_spectra_transform(tool_spectra *spectra, fftc_direction direction, int threads,
                                   fftc_error *error);

#endif
