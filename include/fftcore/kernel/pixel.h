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

#endif
