/* SPDX-License-Identifier: MIT
 *
 * The picture of spectra over time: time to the right, frequency upwards, level as colour, the
 * channels below each other.
 */
#ifndef TOOL_SPECTROGRAM_H
#define TOOL_SPECTROGRAM_H

#include "axes.h"

/* Pixels of one channel's panel; those of several channels are less high. More columns than these
 * in a level map are of no use. */
#define SPECTROGRAM_COLUMNS 1080
#define SPECTROGRAM_ROWS 512
#define SPECTROGRAM_CHANNELS 64 /* at most */

typedef struct tool_level_map {
    const char *name; /* of the channel; NULL if it is the only one */
    uint64_t columns, bins;
    /* [column][bin], from the lowest frequency up, in dB of full scale; -INFINITY is silence */
    const float *level;
} tool_level_map;

typedef struct tool_spectrogram {
    const char *title;  /* or NULL */
    double sample_rate; /* 0: not known, times are points and frequencies cycles per point */
    double first_time;  /* the middle of the first column's window */
    double last_time;   /* the middle of the last column's window */
    double low, high;   /* frequencies of the first and the last bin */
    double shown_low;   /* the part of the frequencies that is drawn; */
    double shown_high;  /* both are 0 if all of it is drawn */
    bool log_frequency; /* frequencies above 0 alone */
    double range;       /* dB that are told apart below `top` */
    double top;         /* the strongest; -INFINITY: nothing but silence, the picture says so */
    const tool_level_map *channels; /* of equal columns and bins */
    unsigned channel_count;         /* 1 .. SPECTROGRAM_CHANNELS */
} tool_spectrogram;

/* Why it cannot be drawn, a sentence; NULL if it can. Needs no levels. */
const char *tool_spectrogram_refuses(const tool_spectrogram *spectrogram);

/* .png, .svg or .pdf by the ending. TOOL_GOOD, or TOOL_REFUSED after saying why. */
int tool_spectrogram_draw(const tool_spectrogram *spectrogram, const char *path);

/* --- its parts -------------------------------------------------------------------------------- */

typedef struct tool_spectrogram_layout {
    plot_figure figure;
    plot_box panel[SPECTROGRAM_CHANNELS];
    plot_box bar; /* of the colours */
    plot_axis time, frequency, level;
} tool_spectrogram_layout;

/* Of what tool_spectrogram_refuses allows. To be ended by plot_figure_end in any case. */
void tool_spectrogram_arrange(const tool_spectrogram *spectrogram, tool_spectrogram_layout *layout);
/* The panel of a channel that is nothing but silence says so. */
void tool_spectrogram_add_silence(tool_spectrogram_layout *layout, unsigned channel);

tool_frequencies tool_spectrogram_frequencies(const tool_spectrogram *spectrogram);

/* The level of the brightest colour. What is silent has no scale of its own: it is full scale. */
double tool_spectrogram_top(const tool_spectrogram *spectrogram);

#endif
