/* SPDX-License-Identifier: MIT
 *
 * Pixels of up to four channels at the edges of a convolution (mapped_pass.h): all channels of a
 * pixel are loaded, and stored, together.
 */
#ifndef FFTC_PIXEL_H
#define FFTC_PIXEL_H

#include "fftcore/kernel/complex.h"

#define FFTC_PIXEL_CHANNELS_MAX 4u

FFTC_STRUCT(fftc_pixel)
{
    fftc_real channel[FFTC_PIXEL_CHANNELS_MAX];
};

/* The same place of the line in each channel. A complex number has two real ones of a channel. */
FFTC_STRUCT(fftc_pixel_pair)
{
    fftc_complex channel[FFTC_PIXEL_CHANNELS_MAX];
};

/* Yours to define (bloom_edge.glsl does). The index counts a channel's real numbers; what lies in
 * channels that there are not is not looked at. */
FFTC_ACCESSOR(fftc_pixel, fftc_get_pixel, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_set_pixel, (fftc_uint index, fftc_pixel value));

#endif
