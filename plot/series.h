/* SPDX-License-Identifier: MIT
 *
 * Several curves in one picture: what tells them apart, and their names.
 */
#ifndef PLOT_SERIES_H
#define PLOT_SERIES_H

#include "figure.h"

/* Colours that differ in lightness too; more curves than colours are dashed, then dotted. */
void plot_series_choose(cairo_t *cairo, unsigned number);

/* A sign at a point, in the current colour: its shape tells apart what colours do not. */
void plot_series_sign(cairo_t *cairo, unsigned number, double x, double y);

/* Names in rows that are at most `width` wide, each behind PLOT_SWATCH pixels for its sign, whose
 * middle goes to place[i]. Returns the height of all rows. */
#define PLOT_SWATCH 30.0
double plot_legend(plot_figure *figure, const char *const *names, unsigned count, double x,
                   double y, double width, plot_colour colour, double (*place)[2]);

#endif
