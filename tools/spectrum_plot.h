/* SPDX-License-Identifier: MIT
 *
 * The picture of one spectrum: level over frequency, a line for each channel.
 */
#ifndef TOOL_SPECTRUM_PLOT_H
#define TOOL_SPECTRUM_PLOT_H

#include "spectrogram.h"

/* Draws a spectrogram of one column, whose times are not used. `path` ends with .png, .svg or .pdf.
 * TOOL_GOOD, or TOOL_REFUSED after saying why. */
int tool_spectrum_draw(const tool_spectrogram *spectrum, const char *path);

/* --- its parts, for tests --------------------------------------------------------------------- */

typedef struct tool_spectrum_layout {
    plot_figure figure;
    plot_box box;
    double sign[SPECTROGRAM_CHANNELS][2]; /* middles of the legend's signs */
    plot_axis frequency, level;
} tool_spectrum_layout;

/* Of what tool_spectrogram_refuses allows. To be ended by plot_figure_end in any case. */
void tool_spectrum_arrange(const tool_spectrogram *spectrum, tool_spectrum_layout *layout);

#endif
