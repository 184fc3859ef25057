/* SPDX-License-Identifier: MIT
 *
 * The picture of one spectrum: level over frequency, a line for each channel.
 */
#ifndef TOOL_SPECTRUM_PLOT_H
#define TOOL_SPECTRUM_PLOT_H

#include "spectrogram.h"

#define SPECTRUM_LINES 64 /* at most */

typedef struct tool_spectrum_line {
    const char *name; /* of the channel; NULL if it is the only one */
    uint64_t bins;
    const float
        *level; /* from the lowest frequency up, in dB of full scale; -INFINITY is silence */
} tool_spectrum_line;

typedef struct tool_spectrum_plot {
    const char *title;               /* or NULL */
    double sample_rate;              /* 0: not known, frequencies are cycles per point */
    double low, high;                /* frequencies of the first and the last bin */
    double shown_low, shown_high;    /* the part that is drawn; both 0: all of it */
    bool log_frequency;              /* frequencies above 0 alone */
    double range;                    /* dB that are drawn below `top` */
    double top;                      /* the strongest; -INFINITY: nothing but silence */
    const tool_spectrum_line *lines; /* of equal bins */
    unsigned line_count;             /* 1 .. SPECTRUM_LINES */
} tool_spectrum_plot;

/* Why it cannot be drawn, a sentence; NULL if it can. Needs no levels. */
const char *tool_spectrum_refuses(const tool_spectrum_plot *plot);

/* .png, .svg or .pdf by the ending. TOOL_GOOD, or TOOL_REFUSED after saying why. */
int tool_spectrum_draw(const tool_spectrum_plot *plot, const char *path);

/* Draws a spectrogram of one column as a spectrum: one colour for each row would say less. */
int tool_spectrum_draw_column(const tool_spectrogram *column, const char *path);

/* --- its parts, for tests --------------------------------------------------------------------- */

typedef struct tool_spectrum_layout {
    plot_figure figure;
    plot_box box;
    double sign[SPECTRUM_LINES][2]; /* middles of the legend's signs */
    plot_axis frequency, level;
} tool_spectrum_layout;

/* Of what tool_spectrum_refuses allows. To be ended by plot_figure_end in any case. */
void tool_spectrum_arrange(const tool_spectrum_plot *plot, tool_spectrum_layout *layout);

#endif
