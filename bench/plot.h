/* SPDX-License-Identifier: MIT
 *
 * The picture of the results: speeds above, ratios below, one column for each case.
 */
#ifndef FFTC_BENCH_PLOT_H
#define FFTC_BENCH_PLOT_H

#include "bench.h"
#include "figure.h"

typedef struct bench_plot {
    const bench_settings *settings;
    const bench_row *rows;
    size_t count;
    plot_figure figure;
    plot_box speeds, ratios; /* without FFTW there are no ratios, and their box has no height */
    plot_axis speed, ratio;
    double sign[BENCH_MAX_PEERS + 1][2]; /* of the legend */
} bench_plot;

/* Settings, rows and count are given. To be ended by plot_figure_end in any case. */
void bench_plot_arrange(bench_plot *plot);

#endif
