/* SPDX-License-Identifier: MIT
 *
 * Filters in the frequency domain: their gains, and pictures filtered by them.
 */
#ifndef TOOL_FILTER_H
#define TOOL_FILTER_H

#include "bloom.h"
#include "planes.h"

typedef enum tool_filter_kind {
    TOOL_LOW_PASS = 0,
    TOOL_HIGH_PASS, /* 1 minus the low pass of the same cut */
    TOOL_BAND_PASS, /* the low pass of cut[1] minus that of cut[0] */
    TOOL_BAND_STOP  /* 1 minus the band pass */
} tool_filter_kind;

/* The low pass, f being a frequency and c the cut, at which the gain is 1/2 (ideal: 1). */
typedef enum tool_filter_shape {
    TOOL_BUTTERWORTH = 0, /* 1 / (1 + (f / c)^(2 order)): that filter forwards and backwards */
    TOOL_GAUSSIAN,        /* 2^-(f / c)^2 */
    TOOL_IDEAL            /* 1 up to c, then 0 */
} tool_filter_shape;

extern const char *const tool_filter_kind_names[];
extern const char *const tool_filter_shape_names[];

#define TOOL_FILTER_ORDER_LIMIT 64u

typedef struct tool_filter {
    tool_filter_kind kind;
    tool_filter_shape shape;
    uint32_t order; /* of TOOL_BUTTERWORTH, 1 .. TOOL_FILTER_ORDER_LIMIT */
    double cut[2];  /* cycles per point, 0 < cut[0] < cut[1]; [1] is of the bands alone */
} tool_filter;

/* Of the square of a frequency, which pictures have without a root. Real: the phase stays. */
double tool_filter_gain(const tool_filter *filter, double frequency_squared);

/* Filters each channel by its radial frequency, in place.
 *
 * TOOL_EDGES_WRAP is the picture's own discrete Fourier transform. TOOL_EDGES_MIRROR is that of the
 * picture and its reflections, twice as wide and as high, done by cosine transforms of the
 * picture's size. Of the others, the picture is extended to twice the width and height, by black or
 * by the nearest pixel in the picture that is repeated all over the plane. */
fftc_status tool_filter_planes(const tool_filter *filter, tool_edges edges, int threads,
                               tool_planes *planes, fftc_error *error);

#endif
