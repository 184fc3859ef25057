/* SPDX-License-Identifier: MIT
 *
 * Axes of time and frequency: their units, and which part is shown.
 */
#ifndef TOOL_AXES_H
#define TOOL_AXES_H

#include "figure.h"
#include "page.h"
#include "tool.h"

#define TOOL_AXIS_TITLE 64

typedef struct tool_frequencies {
    double sample_rate;           /* 0: not known, cycles per point */
    double low, high;             /* of the first and the last bin */
    double shown_low, shown_high; /* both are 0 if all frequencies are shown */
    bool logarithmic;
    uint64_t bins;
} tool_frequencies;

/* NULL, or a sentence why there is no such axis. */
const char *tool_axis_frequency(const tool_frequencies *frequencies, plot_axis *axis,
                                char title[TOOL_AXIS_TITLE]);

/* Points if the sample rate is 0, else ns to s, or minutes and hours. */
void tool_axis_time(double sample_rate, double first, double last, plot_axis *axis,
                    char title[TOOL_AXIS_TITLE]);

/* The bin, and the part of the way to the next one, at `at` of 0 .. 1 of the axis. */
double tool_axis_bin(const tool_frequencies *frequencies, const plot_axis *axis, double at);

#endif
