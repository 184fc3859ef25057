/* SPDX-License-Identifier: MIT
 *
 * A picture file that cairo draws on: PNG, SVG or PDF.
 */
#ifndef PLOT_PAGE_H
#define PLOT_PAGE_H

#include <cairo.h>
#include <stdbool.h>
#include <stdio.h>

#include "figure.h"
#include "mark.h"

typedef enum plot_format { PLOT_NO_FORMAT, PLOT_PNG, PLOT_SVG, PLOT_PDF } plot_format;

#define PLOT_ENDINGS ".png, .svg or .pdf"

/* cairo's pictures have at most so many rows and columns. */
#define PLOT_MOST_PIXELS 32767

/* By the ending of the name, whatever its case. */
plot_format plot_format_of(const char *path);

typedef struct plot_page {
    cairo_t *cairo;
    plot_format format;
    const char *path;
    FILE *file;
} plot_page;

/* A file of the figure's size. False after refusing, with nothing to be closed. */
bool plot_page_open(plot_page *page, plot_format format, const char *path,
                    const plot_figure *figure, plot_colour background);

/* Writes what is not written yet. False after refusing. */
bool plot_page_close(plot_page *page);

/* Rows of pixels 0xRRGGBB, `width` in each of them, at their place on the page; one pixel a unit.
 * They are copied. */
void plot_page_image(plot_page *page, const plot_box *box, const unsigned *pixels);

#endif
