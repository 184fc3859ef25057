/* SPDX-License-Identifier: MIT */
#include "series.h"

#include <math.h>

#define PI 3.14159265358979323846

void plot_series_choose(cairo_t *cairo, unsigned number)
{
    static const plot_colour colours[] = {
        {0.82, 0.29, 0.36}, {0.13, 0.45, 0.65}, {0.42, 0.56, 0.20}, {0.54, 0.39, 0.73},
        {0.80, 0.50, 0.08}, {0.16, 0.47, 0.47}, {0.40, 0.40, 0.40}};
    static const double dashes[] = {7.0, 3.0};
    static const double dots[] = {2.0, 2.0};
    enum { COLOURS = sizeof colours / sizeof *colours };
    plot_colour_set(cairo, colours[number % COLOURS]);
    switch (number / COLOURS % 3) {
    case 1: cairo_set_dash(cairo, dashes, 2, 0.0); break;
    case 2: cairo_set_dash(cairo, dots, 2, 0.0); break;
    default: cairo_set_dash(cairo, NULL, 0, 0.0);
    }
}

void plot_series_sign(cairo_t *cairo, unsigned number, double x, double y)
{
    cairo_new_path(cairo);
    switch (number % 3) {
    case 0: cairo_arc(cairo, x, y, 4.0, 0.0, 2.0 * PI); break;
    case 1: cairo_rectangle(cairo, x - 3.5, y - 3.5, 7.0, 7.0); break;
    default:
        cairo_move_to(cairo, x, y - 5.0);
        cairo_rel_line_to(cairo, 4.5, 8.0);
        cairo_rel_line_to(cairo, -9.0, 0.0);
        cairo_close_path(cairo);
    }
    cairo_fill(cairo);
}

double plot_legend(plot_figure *figure, const char *const *names, unsigned count, double x,
                   double y, double width, plot_colour colour, double (*place)[2])
{
    double row = 1.45 * plot_text_height(figure, PLOT_FONT);
    double most = width - PLOT_SWATCH;
    double right = 0.0;
    unsigned rows = 1;
    for (unsigned i = 0; i < count; ++i) {
        double text = fmin(plot_text_width(figure, PLOT_FONT, names[i]), most);
        if (right > 0.0 && right + PLOT_SWATCH + text > width) {
            right = 0.0;
            ++rows;
        }
        double middle = y + (rows - 0.5) * row;
        place[i][0] = x + right + PLOT_SWATCH / 2.0;
        place[i][1] = middle;
        plot_label_add(figure, names[i], x + right + PLOT_SWATCH, plot_base_line(middle, PLOT_FONT),
                       0.0, 0.0, PLOT_FONT, most, colour);
        right += PLOT_SWATCH + text + 20.0;
    }
    return count > 0 ? rows * row : 0.0;
}
