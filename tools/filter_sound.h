/* SPDX-License-Identifier: MIT
 *
 * Sounds, and other signals of one axis, filtered piece by piece.
 */
#ifndef TOOL_FILTER_SOUND_H
#define TOOL_FILTER_SOUND_H

#include "filter.h"
#include "sink.h"
#include "source.h"

/* The impulse response of a filter: symmetric, since the phase stays. */
typedef struct tool_taps {
    uint64_t reach;  /* taps before and after the middle one */
    double *tap;     /* 2 reach + 1; released by tool_taps_free */
    double left_out; /* the taps that are left out, their magnitudes added: gains differ from
                        tool_filter_gain by no more */
} tool_taps;

/* The response is cut off where 1e-7 of it is left; where that is more than 2^17 samples away, 1e-5
 * (a gain that still falls at half a cycle per point has a corner there, and a long response).
 * FFTC_UNSUPPORTED if even that is further than TOOL_TAPS_REACH away, and of TOOL_IDEAL, whose
 * response has no end. */
#define TOOL_TAPS_REACH ((uint64_t)1 << 20)
fftc_status tool_taps_create(const tool_filter *filter, tool_taps *taps, fftc_error *error);
void tool_taps_free(tool_taps *taps);

/* A whole signal, as TOOL_IDEAL needs it, has at most so many samples in all channels. */
#define TOOL_FILTER_SAMPLES ((uint64_t)1 << 28)

typedef struct tool_sound_filtering {
    const tool_filter *filter;
    const char *output;
    fftc_precision precision; /* FFTC_FLOAT32 or FFTC_FLOAT64 */
    int threads;
    /* What was done: */
    uint64_t count; /* samples of a channel */
    uint64_t reach; /* of the taps; 0 of TOOL_IDEAL */
    double left_out;
    uint64_t clipped;
    char format[TOOL_SINK_FORMAT_BYTES]; /* of the output */
} tool_sound_filtering;

/* Filters every channel of the source into the output. Before and behind the signal lies silence.
 * TOOL_IDEAL takes the transform of the signal and at least as much silence; the others are
 * convolutions with their taps, in pieces. TOOL_GOOD, or TOOL_REFUSED after saying why; then the
 * output is as it was. */
int tool_filter_sound(tool_sound_filtering *filtering, tool_source *source);

#endif
