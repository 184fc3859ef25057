/* SPDX-License-Identifier: MIT
 *
 * Parts of the page that `fftcore diff --html` writes.
 */
#ifndef TOOL_HTML_H
#define TOOL_HTML_H

#include "diff.h"

/* page.css and its like, embedded by embed_page.cmake. */
extern const char page_css[];
extern const char page_js[];
extern const char check_css[]; /* of `fftcore check`, with page_css */
extern const char check_js[];

/* Text with the characters that mean something in HTML replaced, and control characters dropped. */
void html_text(FILE *file, const char *text);

/* A linear scale in an SVG: values low .. high to pixels from .. to. */
typedef struct html_scale {
    double low, high, from, to;
} html_scale;

double html_scale_at(const html_scale *scale, double value);

/* 1, 2 or 5 times a power of ten, so that `span` has at most `most` of them. */
double html_tick_step(double span, int most);
/* "0.25" with as many digits as `step` needs. */
void html_tick_text(char *text, size_t bytes, double value, double step);

/* Grid lines and labels along the bottom (x) or the left side (y) of a plot. `y_top` and `y_bottom`
 * (x_left, x_right) are the other axis' ends. */
void html_axis_x(FILE *file, const html_scale *x, double y_top, double y_bottom, int most,
                 const char *unit);
void html_axis_y(FILE *file, const html_scale *y, double x_left, double x_right, int most,
                 const char *unit);

/* The butterfly diagram with every line in the colour of the invocation that makes it. */
void html_butterfly(FILE *file, const diff_run *run);

/* The trades of each stage at full size, as arcs between invocations. */
void html_exchanges(FILE *file, const diff_run *run);

/* The recording with the transformed stretch, that stretch, and its spectrum. */
void html_signal(FILE *file, const diff_run *run);

/* Relative error after each stage with the bound; error of every element after each stage. */
void html_error_growth(FILE *file, const diff_run *run);
void html_element_errors(FILE *file, const diff_run *run);

#endif
