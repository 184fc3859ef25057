/* SPDX-License-Identifier: MIT
 *
 * The layout of a picture: texts and lines whose places are known before anything is drawn, in
 * pixels from the upper left corner. Widths of texts are measured, so that whoever lays out can
 * keep them apart.
 */
#ifndef PLOT_FIGURE_H
#define PLOT_FIGURE_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "axis.h"

#define PLOT_FONT 13.0
#define PLOT_SMALL_FONT 11.0
#define PLOT_TITLE_FONT 15.0

typedef struct plot_colour {
    double red, green, blue; /* sRGB, 0 .. 1 */
} plot_colour;

typedef struct plot_box {
    double x, y, width, height;
} plot_box;

/* Middle of the pixel where a part 0 .. 1 of the box stands, from its left, or from its bottom. */
double plot_box_x(const plot_box *box, double at);
double plot_box_y(const plot_box *box, double at);

typedef struct plot_label {
    char text[256]; /* UTF-8 */
    double x, y;    /* left end of the base line */
    double size;
    double turn;                   /* degrees against the clock, around x, y */
    double width, ascent, descent; /* before it is turned; both above 0 */
    plot_colour colour;
} plot_label;

typedef struct plot_line {
    double from[2], to[2];
    plot_colour colour;
} plot_line;

typedef struct plot_figure {
    double width, height;
    plot_label *label;
    size_t label_count, label_room;
    plot_line *line;
    size_t line_count, line_room;
    cairo_t *ruler;
    bool failed; /* no memory, or no ruler */
} plot_figure;

/* To be ended in any case. What fails is noted in `failed`, and adds nothing. */
void plot_figure_begin(plot_figure *figure);
void plot_figure_end(plot_figure *figure);

/* As it is drawn: bytes that are no UTF-8 and control characters become '?'. */
double plot_text_width(const plot_figure *figure, double size, const char *text);
double plot_text_height(const plot_figure *figure, double size);

/* `along` 0: the text begins at x, 0.5: its middle is there, 1: it ends there. If it is wider than
 * `most` (0: any width) it is cut and ends in "...". An empty text adds no label. */
void plot_label_add(plot_figure *figure, const char *text, double x, double y, double along,
                    double turn, double size, double most, plot_colour colour);

/* The base line of a text whose letters are to be on both sides of `middle`. */
double plot_base_line(double middle, double size);

/* The four corners of what a label covers. */
void plot_label_corners(const plot_label *label, double corner[4][2]);

void plot_line_add(plot_figure *figure, double x0, double y0, double x1, double y1,
                   plot_colour colour);

typedef struct plot_style {
    plot_colour ink, faint, grid;
    bool grid_lines; /* across the box */
} plot_style;

/* Marks the axis, whose length becomes that of the box, for labels below it, or beside it. */
void plot_axis_mark_across(const plot_figure *figure, plot_axis *axis, const plot_box *box);
void plot_axis_mark_up(const plot_figure *figure, plot_axis *axis, const plot_box *box);
double plot_axis_widest(const plot_figure *figure, const plot_axis *axis);

/* Ticks and their labels, of the marked axis: below the box, on its left, on its right. A label
 * that does not fit into the figure's width is left out. */
void plot_axis_below(plot_figure *figure, const plot_axis *axis, const plot_box *box,
                     const plot_style *style, bool labels);
void plot_axis_left(plot_figure *figure, const plot_axis *axis, const plot_box *box,
                    const plot_style *style);
void plot_axis_right(plot_figure *figure, const plot_axis *axis, const plot_box *box,
                     const plot_style *style);

void plot_figure_draw(const plot_figure *figure, cairo_t *cairo);
void plot_colour_set(cairo_t *cairo, plot_colour colour);

#endif
