/* SPDX-License-Identifier: MIT */
#include "spectrum_plot.h"

#include <math.h>
#include <stdlib.h>

#include "series.h"

enum { WIDTH = 1080, HEIGHT = 480, PADDING = 16 };

static const plot_colour background = {1.0, 1.0, 1.0};
static const plot_colour ink = {0.13, 0.12, 0.17};
static const plot_style style = {.ink = {0.20, 0.19, 0.24},
                                 .faint = {0.45, 0.44, 0.50},
                                 .grid = {0.89, 0.89, 0.91},
                                 .grid_lines = true};

/* --- layout ----------------------------------------------------------------------------------- */

/* The height of the rows that the names take, which begin at y. */
static double arrange_legend(const tool_spectrogram *s, tool_spectrum_layout *layout, double left,
                             double y)
{
    const char *names[SPECTROGRAM_CHANNELS];
    bool named = false;
    for (unsigned i = 0; i < s->channel_count; ++i) {
        named = named || s->channels[i].name != NULL;
        names[i] = s->channels[i].name != NULL ? s->channels[i].name : "";
    }
    return named ? plot_legend(&layout->figure, names, s->channel_count, left, y, WIDTH, ink,
                               layout->sign)
                 : 0.0;
}

static void add_texts(const tool_spectrogram *s, tool_spectrum_layout *layout,
                      const char *frequency_title)
{
    plot_figure *figure = &layout->figure;
    const plot_box *box = &layout->box;
    double middle = box->x + box->width / 2.0;
    plot_label_add(figure, "level / dB", 22.0, box->y + box->height / 2.0, 0.5, 90.0, PLOT_FONT,
                   0.0, ink);
    plot_label_add(figure, frequency_title, middle, box->y + box->height + 48.0, 0.5, 0.0,
                   PLOT_FONT, 0.0, ink);
    if (s->title != NULL) {
        plot_label_add(figure, s->title, middle, 28.0, 0.5, 0.0, PLOT_TITLE_FONT, box->width, ink);
    }
    if (!isfinite(s->top)) {
        plot_label_add(figure, "silence", middle, box->y + box->height / 2.0, 0.5, 0.0,
                       PLOT_TITLE_FONT, 0.0, ink);
    }
}

void tool_spectrum_arrange(const tool_spectrogram *s, tool_spectrum_layout *layout)
{
    tool_frequencies frequencies = tool_spectrogram_frequencies(s);
    plot_figure *figure = &layout->figure;
    char frequency_title[TOOL_AXIS_TITLE];
    /* The strongest level has some room above it, since a line along the frame is not seen. */
    double top = (isfinite(s->top) ? s->top : 0.0) + s->range / 40.0;
    layout->box = (plot_box){0.0, 0.0, WIDTH, HEIGHT};
    layout->level = (plot_axis){.first = top - s->range * 41.0 / 40.0, .last = top, .unit = 1.0};
    plot_figure_begin(figure);
    (void)tool_axis_frequency(&frequencies, &layout->frequency, frequency_title);
    plot_axis_mark_across(figure, &layout->frequency, &layout->box);
    plot_axis_mark_up(figure, &layout->level, &layout->box);
    layout->box.x = fmax(78.0, ceil(plot_axis_widest(figure, &layout->level)) + 44.0);
    double y = s->title != NULL ? 44.0 : PADDING;
    layout->box.y = y + ceil(arrange_legend(s, layout, layout->box.x, y)) + 4.0;
    figure->width = layout->box.x + WIDTH + 30.0;
    figure->height = layout->box.y + HEIGHT + 62.0;
    plot_axis_below(figure, &layout->frequency, &layout->box, &style, true);
    plot_axis_left(figure, &layout->level, &layout->box, &style);
    add_texts(s, layout, frequency_title);
}

/* --- drawing ---------------------------------------------------------------------------------- */

typedef struct pen {
    cairo_t *cairo;
    const tool_spectrum_layout *layout;
    tool_frequencies frequencies;
    const float *level;
    bool down;
} pen;

static void draw_bin(pen *p, uint64_t bin)
{
    const tool_frequencies *f = &p->frequencies;
    const plot_axis *axis = &p->layout->level;
    double step = f->bins > 1 ? (f->high - f->low) / (double)(f->bins - 1) : 0.0;
    double frequency = f->low + step * (double)bin;
    double x = plot_box_x(&p->layout->box, plot_axis_at(&p->layout->frequency, frequency));
    double level = fmax((double)p->level[bin], axis->first - 1.0);
    double y = plot_box_y(&p->layout->box, plot_axis_at(axis, level));
    if (p->down) {
        cairo_line_to(p->cairo, x, y);
    } else {
        cairo_move_to(p->cairo, x, y);
        p->down = true;
    }
}

/* Of many bins in a column of pixels the first, the extremes and the last: their line covers what
 * the line of all would. */
static void draw_column(pen *p, uint64_t first, uint64_t last)
{
    uint64_t low = first;
    uint64_t high = first;
    for (uint64_t bin = first; bin <= last; ++bin) {
        low = p->level[bin] < p->level[low] ? bin : low;
        high = p->level[bin] > p->level[high] ? bin : high;
    }
    const uint64_t seen[] = {first, low < high ? low : high, low < high ? high : low, last};
    for (int i = 0; i < 4; ++i) {
        if (i == 0 || seen[i] != seen[i - 1]) {
            draw_bin(p, seen[i]);
        }
    }
}

/* From the bin before the first that is shown to the one behind the last, for the parts of the line
 * between them that are shown. */
static void draw_line(pen *p)
{
    const plot_axis *axis = &p->layout->frequency;
    uint64_t bins = p->frequencies.bins;
    double left = tool_axis_bin(&p->frequencies, axis, 0.0);
    uint64_t end = (uint64_t)ceil(tool_axis_bin(&p->frequencies, axis, 1.0));
    uint64_t next = (uint64_t)left;
    bool log_from_zero = axis->kind == PLOT_AXIS_LOG && left < 1.5 && p->frequencies.low >= 0.0;
    next += log_from_zero && next == 0 ? 1 : 0; /* frequency 0 has no place */
    end = end < bins ? end : bins - 1;
    p->down = false;
    for (int x = 1; x <= WIDTH && next <= end; ++x) {
        double to = tool_axis_bin(&p->frequencies, axis, (double)x / WIDTH);
        uint64_t last = x == WIDTH ? end : (uint64_t)to;
        if (last >= next) {
            draw_column(p, next, last);
            next = last + 1;
        }
    }
}

static void draw(plot_page *page, const tool_spectrogram *s, const tool_spectrum_layout *layout)
{
    cairo_t *cairo = page->cairo;
    const plot_box *box = &layout->box;
    plot_figure_draw(&layout->figure, cairo);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (unsigned i = 0; i < s->channel_count; ++i) {
        pen p = {cairo, layout, tool_spectrogram_frequencies(s), s->channels[i].level, false};
        plot_series_choose(cairo, i);
        if (s->channels[i].name != NULL) {
            cairo_set_line_width(cairo, 2.0);
            cairo_move_to(cairo, layout->sign[i][0] - 11.0, layout->sign[i][1]);
            cairo_rel_line_to(cairo, 22.0, 0.0);
            cairo_stroke(cairo);
        }
        cairo_save(cairo);
        cairo_rectangle(cairo, box->x, box->y, box->width, box->height);
        cairo_clip(cairo);
        cairo_set_line_width(cairo, 1.3);
        draw_line(&p);
        cairo_stroke(cairo);
        cairo_restore(cairo);
    }
    cairo_set_dash(cairo, NULL, 0, 0.0);
    cairo_set_line_width(cairo, 1.0);
    plot_colour_set(cairo, style.faint);
    cairo_rectangle(cairo, box->x + 0.5, box->y + 0.5, box->width - 1.0, box->height - 1.0);
    cairo_stroke(cairo);
}

int tool_spectrum_draw(const tool_spectrogram *spectrum, const char *path)
{
    const char *why = tool_spectrogram_refuses(spectrum);
    if (why != NULL) {
        return tool_refuse("%s: %s", path, why);
    }
    tool_spectrum_layout layout;
    plot_page page;
    bool drawn = false;
    tool_spectrum_arrange(spectrum, &layout);
    if (plot_page_open(&page, plot_format_of(path), path, &layout.figure, background)) {
        draw(&page, spectrum, &layout);
        drawn = plot_page_close(&page);
    }
    plot_figure_end(&layout.figure);
    return drawn ? TOOL_GOOD : TOOL_REFUSED;
}
