/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include <math.h>

#include "page.h"
#include "series.h"

#define STEP 44.0 /* from case to case */
#define LEFT 64.0
#define TOP 66.0 /* what stands above is two lines of text */
#define SPEED_HEIGHT 300.0
#define RATIO_HEIGHT 150.0
#define BETWEEN 48.0
#define NAME_TURN 50.0
#define NAME_MOST 240.0
#define PI 3.14159265358979323846

static const plot_colour background = {1.0, 1.0, 1.0};
static const plot_colour ink = {0.13, 0.12, 0.17};
static const plot_style style = {.ink = {0.20, 0.19, 0.24},
                                 .faint = {0.45, 0.44, 0.50},
                                 .grid = {0.87, 0.87, 0.89},
                                 .grid_lines = true};

/* Of a column, ours being 0; not a number if it was not measured. */
static double speed(const bench_plot *p, size_t row, int column)
{
    const bench_row *r = &p->rows[row];
    const bench_result *result = column == 0 ? &r->ours : &r->peer[column - 1];
    return result->seconds > 0.0 ? bench_gflops(&r->which, result->seconds) : (double)NAN;
}

static double x_of(const bench_plot *p, size_t row)
{
    return p->speeds.x + STEP * ((double)row + 0.5);
}

static bool has_ratio(const bench_plot *p, size_t row)
{
    return p->settings->peer_count > 0 && p->rows[row].ratio > 0.0 && isfinite(p->rows[row].ratio);
}

static void measure_axes(bench_plot *p)
{
    double most_speed = 0.0;
    double most_ratio = 1.5;
    for (size_t i = 0; i < p->count; ++i) {
        for (int c = 0; c <= p->settings->peer_count; ++c) {
            most_speed = fmax(most_speed, speed(p, i, c));
        }
        most_ratio = has_ratio(p, i) ? fmax(most_ratio, p->rows[i].ratio) : most_ratio;
    }
    most_speed = most_speed > 0.0 ? most_speed : 1.0;
    p->speed = (plot_axis){.last = most_speed * 1.05, .unit = 1.0};
    p->ratio = (plot_axis){.last = most_ratio * 1.2, .unit = 1.0}; /* numbers stand above bars */
    plot_axis_mark_up(&p->figure, &p->speed, &p->speeds);
    if (p->ratios.height > 0.0) {
        plot_axis_mark_up(&p->figure, &p->ratio, &p->ratios);
    }
}

static double name_width(const bench_plot *p, size_t row)
{
    return fmin(plot_text_width(&p->figure, PLOT_SMALL_FONT, p->rows[row].which.name), NAME_MOST);
}

/* Names end below their column and come from the left below: the first may need more room than the
 * axis. Returns the pixels below the boxes. */
static double arrange_names(bench_plot *p)
{
    double left = fmax(LEFT, ceil(fmax(plot_axis_widest(&p->figure, &p->speed),
                                       plot_axis_widest(&p->figure, &p->ratio))) +
                                 20.0);
    double down = 0.0;
    for (size_t i = 0; i < p->count; ++i) {
        double width = name_width(p, i);
        left = fmax(left, width * cos(NAME_TURN * PI / 180.0) + 12.0 - STEP * ((double)i + 0.5));
        down = fmax(down, width * sin(NAME_TURN * PI / 180.0));
    }
    p->speeds.x = p->ratios.x = ceil(left);
    return ceil(down) + 34.0;
}

static void add_names(bench_plot *p)
{
    const plot_box *lowest = p->ratios.height > 0.0 ? &p->ratios : &p->speeds;
    double y = lowest->y + lowest->height + 16.0;
    for (size_t i = 0; i < p->count; ++i) {
        plot_label_add(&p->figure, p->rows[i].which.name, x_of(p, i) + 4.0, y, 1.0, NAME_TURN,
                       PLOT_SMALL_FONT, NAME_MOST, ink);
    }
}

static void add_ratios(bench_plot *p)
{
    for (size_t i = 0; i < p->count; ++i) {
        double ratio = p->rows[i].ratio;
        char text[32];
        if (has_ratio(p, i)) {
            (void)snprintf(text, sizeof text, ratio < 99.995 ? "%.2f" : "%.3g", ratio);
            plot_label_add(&p->figure, text, x_of(p, i),
                           plot_box_y(&p->ratios, plot_axis_at(&p->ratio, ratio)) - 4.0, 0.5, 0.0,
                           PLOT_SMALL_FONT, STEP - 2.0, ink);
        }
    }
}

static void add_titles(bench_plot *p)
{
    static const char *const precisions[] = {"float", "double", "half"}; /* as fftc_precision */
    int threads = p->settings->threads;
    double most = p->figure.width - 24.0;
    char text[120];
    char machine[400];
    bench_machine(machine, sizeof machine);
    (void)snprintf(text, sizeof text, "fftcore %s, %s, %d thread%s", fftc_version(),
                   precisions[p->settings->precision], threads, threads == 1 ? "" : "s");
    plot_label_add(&p->figure, text, 12.0, 26.0, 0.0, 0.0, PLOT_TITLE_FONT, most, ink);
    plot_label_add(&p->figure, machine, 12.0, 47.0, 0.0, 0.0, PLOT_FONT, most, ink);
    plot_label_add(&p->figure, "GFLOPS", p->speeds.x, p->speeds.y - 10.0, 0.0, 0.0, PLOT_FONT, most,
                   ink);
    if (p->ratios.height > 0.0) {
        plot_label_add(&p->figure, "time of the best FFTW / time of fftcore", p->ratios.x,
                       p->ratios.y - 10.0, 0.0, 0.0, PLOT_FONT, most, ink);
    }
}

static double arrange_legend(bench_plot *p, double y)
{
    const char *names[BENCH_MAX_PEERS + 1] = {"fftcore"};
    char text[BENCH_MAX_PEERS][48];
    int peers = p->settings->peer_count;
    for (int i = 0; i < peers; ++i) {
        (void)snprintf(text[i], sizeof text[i], "FFTW, %s", p->settings->peer[i].name);
        names[i + 1] = text[i];
    }
    return plot_legend(&p->figure, names, (unsigned)peers + 1, p->speeds.x, y,
                       p->figure.width - p->speeds.x - 12.0, ink, p->sign);
}

void bench_plot_arrange(bench_plot *p)
{
    double width = STEP * (double)p->count;
    bool compared = p->settings->peer_count > 0;
    plot_figure_begin(&p->figure);
    p->speeds = (plot_box){0.0, 0.0, width, SPEED_HEIGHT};
    p->ratios = (plot_box){0.0, 0.0, width, compared ? RATIO_HEIGHT : 0.0};
    measure_axes(p);
    double below = arrange_names(p);
    p->figure.width = fmax(p->speeds.x + width + 20.0, 560.0);
    p->speeds.y = TOP + ceil(arrange_legend(p, TOP - 8.0)) + 24.0;
    p->ratios.y = p->speeds.y + SPEED_HEIGHT + (compared ? BETWEEN : 0.0);
    p->figure.height = p->ratios.y + p->ratios.height + below;
    plot_axis_left(&p->figure, &p->speed, &p->speeds, &style);
    if (compared) {
        plot_axis_left(&p->figure, &p->ratio, &p->ratios, &style);
        add_ratios(p);
    }
    add_names(p);
    add_titles(p);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Lines end where a length was not measured. */
static void draw_speeds(const bench_plot *p, cairo_t *cairo, int column)
{
    bool down = false;
    cairo_set_line_width(cairo, 1.2);
    for (int signs = 0; signs < 2; ++signs) {
        for (size_t i = 0; i < p->count; ++i) {
            double here = speed(p, i, column);
            double y = plot_box_y(&p->speeds, plot_axis_at(&p->speed, here));
            if (isnan(here)) {
                down = false;
            } else if (signs) {
                plot_series_sign(cairo, (unsigned)column, x_of(p, i), y);
            } else {
                (down ? cairo_line_to : cairo_move_to)(cairo, x_of(p, i), y);
                down = true;
            }
        }
        cairo_stroke(cairo);
    }
}

/* Bars of what is slower than FFTW are darker. */
static void draw_ratios(const bench_plot *p, cairo_t *cairo)
{
    double bottom = plot_box_y(&p->ratios, 0.0);
    for (size_t i = 0; i < p->count; ++i) {
        if (has_ratio(p, i)) {
            double y = plot_box_y(&p->ratios, plot_axis_at(&p->ratio, p->rows[i].ratio));
            cairo_rectangle(cairo, x_of(p, i) - 10.0, y, 20.0, bottom - y);
            plot_series_choose(cairo, 0);
            if (p->rows[i].ratio >= 1.0) {
                cairo_set_source_rgb(cairo, 0.91, 0.66, 0.69);
            }
            cairo_fill(cairo);
        }
    }
    double one = plot_box_y(&p->ratios, plot_axis_at(&p->ratio, 1.0));
    plot_colour_set(cairo, style.faint);
    cairo_set_line_width(cairo, 1.5);
    cairo_move_to(cairo, p->ratios.x, one);
    cairo_rel_line_to(cairo, p->ratios.width, 0.0);
    cairo_stroke(cairo);
}

static void draw(const bench_plot *p, cairo_t *cairo)
{
    plot_figure_draw(&p->figure, cairo);
    if (p->ratios.height > 0.0) {
        draw_ratios(p, cairo);
    }
    for (int c = p->settings->peer_count; c >= 0; --c) {
        plot_series_choose(cairo, (unsigned)c);
        plot_series_sign(cairo, (unsigned)c, p->sign[c][0], p->sign[c][1]);
        draw_speeds(p, cairo, c);
    }
}

const char *bench_plot_refuses(const char *path, size_t count)
{
    bool pixels = path != NULL && plot_format_of(path) == PLOT_PNG;
    return pixels && (double)count * STEP + 400.0 > PLOT_MOST_PIXELS
               ? "has no room for so many cases: take .svg or .pdf"
               : NULL;
}

bool bench_write_plot(const bench_settings *settings, const bench_row *rows, size_t count,
                      const char *path)
{
    plot_format format = plot_format_of(path);
    bench_plot p = {.settings = settings, .rows = rows, .count = count};
    plot_page page;
    bool drawn = false;
    bench_plot_arrange(&p);
    if (plot_page_open(&page, format != PLOT_NO_FORMAT ? format : PLOT_SVG, path, &p.figure,
                       background)) {
        draw(&p, page.cairo);
        drawn = plot_page_close(&page);
    }
    plot_figure_end(&p.figure);
    return drawn;
}
