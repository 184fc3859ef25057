/* SPDX-License-Identifier: MIT
 *
 * Windows: weights of the points that are transformed together, which make tones' lines narrow.
 */
#ifndef TOOL_WINDOW_H
#define TOOL_WINDOW_H

#include "tool.h"

typedef enum tool_window_kind {
    TOOL_WINDOW_NONE = 0, /* rectangular */
    TOOL_WINDOW_HANN,
    TOOL_WINDOW_HAMMING,
    TOOL_WINDOW_BLACKMAN,
    TOOL_WINDOW_KAISER,
    TOOL_WINDOW_FLATTOP
} tool_window_kind;

/* For the command line, NULL at the end; "rectangular" is another word for "none". */
extern const char *const tool_window_names[];
tool_window_kind tool_window_of_name(int index);

/* Weight of point i of a window of `length` points. The windows are periodic, as spectra want them:
 * the first `length` of the length + 1 points of a symmetric one. That is scipy.signal.get_window's
 * default, and so are the coefficients, and the 1 of a single point. `beta` is the Kaiser
 * window's. */
double tool_window_weight(tool_window_kind kind, double beta, uint64_t length, uint64_t i);

/* The sum of all weights: so strong is a constant of 1, and twice as strong a tone of amplitude 1
 * (half as strong in each of its two frequencies if its samples are real). */
double tool_window_sum(tool_window_kind kind, double beta, uint64_t length);

#endif
