/* SPDX-License-Identifier: MIT
 *
 * Two-dimensional spectra as files: all complex numbers, or their magnitudes as a picture.
 */
#ifndef TOOL_SPECTRUM_PICTURE_H
#define TOOL_SPECTRUM_PICTURE_H

#include "planes.h"

/* NumPy's format and order: frequency 0 comes first. Shape (height, width) of one channel, else
 * (height, width, channels); complex64 or complex128. False after refusing. */
bool tool_spectra_write_npy(const tool_spectra *spectra, const char *path);

/* The strongest magnitude of all, and the frequency of the strongest one that is not frequency 0;
 * negative ones are counted from -height / 2 and -width / 2. */
typedef struct tool_strongest {
    double magnitude;                /* of all */
    double other;                    /* but that of frequency 0 */
    uint64_t channel;                /* of `other`, as the following */
    double frequency_x, frequency_y; /* cycles per pixel */
} tool_strongest;

/* Numbers that are not finite are FFTC_INVALID_ARGUMENT. */
fftc_status tool_spectra_search(const tool_spectra *spectra, tool_strongest *strongest,
                                fftc_error *error);

/* Frequency 0 is in the middle: column width / 2, row height / 2. A channel is a colour; the last
 * of four, and of two, is alpha and left out. By the ending of `path`:
 *
 *   .png   8 bits: 255 is strongest.other (if that is 0, .magnitude) and more, 0 is `range` dB
 *          below, and between them levels rise evenly in dB
 *   .exr   the magnitudes */
bool tool_spectra_draw(const tool_spectra *spectra, const tool_strongest *strongest, double range,
                       const char *path);

#endif
