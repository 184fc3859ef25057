/* SPDX-License-Identifier: MIT */
#include "spectrogram.h"

#include <math.h>
#include <stdlib.h>

#include "picture.h"

enum { COLOURS = 2048 };

static const plot_colour background = {0.063, 0.059, 0.086};
static const plot_colour ink = {0.90, 0.89, 0.93};
static const plot_style style = {.ink = {0.84, 0.83, 0.87}, .faint = {0.50, 0.48, 0.58}};

/* --- layout ----------------------------------------------------------------------------------- */

static tool_frequencies frequencies_of(const tool_spectrogram *s)
{
    return (tool_frequencies){.sample_rate = s->sample_rate,
                              .low = s->low,
                              .high = s->high,
                              .shown_low = s->shown_low,
                              .shown_high = s->shown_high,
                              .logarithmic = s->log_frequency,
                              .bins = s->channels[0].bins};
}

const char *tool_spectrogram_refuses(const tool_spectrogram *spectrogram)
{
    tool_frequencies frequencies = frequencies_of(spectrogram);
    plot_axis axis;
    char title[TOOL_AXIS_TITLE];
    if (spectrogram->channel_count > SPECTROGRAM_CHANNELS) {
        return "a picture has room for 64 channels: choose one, or mix them";
    }
    return tool_axis_frequency(&frequencies, &axis, title);
}

static double panel_height(unsigned channels)
{
    double share = floor(1080.0 / channels);
    return channels == 1 ? SPECTROGRAM_ROWS : fmin(fmax(share, 128.0), 384.0);
}

/* What is silent has no scale of its own: full scale is its top. */
static double shown_top(const tool_spectrogram *s)
{
    return isfinite(s->top) ? s->top : 0.0;
}

static bool has_names(const tool_spectrogram *s)
{
    bool named = false;
    for (unsigned i = 0; i < s->channel_count; ++i) {
        named = named || s->channels[i].name != NULL;
    }
    return named;
}

static void arrange_panels(const tool_spectrogram *s, tool_spectrogram_layout *layout, double left)
{
    double name_room = has_names(s) ? 22.0 : 0.0;
    double y = s->title != NULL ? 48.0 : 26.0;
    double height = panel_height(s->channel_count);
    plot_figure *figure = &layout->figure;
    for (unsigned i = 0; i < s->channel_count; ++i) {
        const char *name = s->channels[i].name;
        y += name_room;
        layout->panel[i] = (plot_box){left, y, SPECTROGRAM_COLUMNS, height};
        if (name != NULL) {
            plot_label_add(figure, name, left, y - 7.0, 0.0, 0.0, PLOT_FONT,
                           SPECTROGRAM_COLUMNS - 60.0, ink);
        }
        y += height + (i + 1 < s->channel_count ? 16.0 : 0.0);
    }
    figure->height = y + 62.0;
    const plot_box *first = &layout->panel[0];
    layout->bar = (plot_box){left + SPECTROGRAM_COLUMNS + 24.0, first->y, 18.0,
                             fmin(y - first->y, SPECTROGRAM_ROWS)};
}

static void add_texts(const tool_spectrogram *s, tool_spectrogram_layout *layout,
                      const char *frequency_title, const char *time_title)
{
    plot_figure *figure = &layout->figure;
    const plot_box *first = &layout->panel[0];
    const plot_box *last = &layout->panel[s->channel_count - 1];
    double bottom = last->y + last->height;
    plot_label_add(figure, frequency_title, 22.0, (first->y + bottom) / 2.0, 0.5, 90.0, PLOT_FONT,
                   0.0, ink);
    plot_label_add(figure, time_title, first->x + first->width / 2.0, bottom + 48.0, 0.5, 0.0,
                   PLOT_FONT, 0.0, ink);
    plot_label_add(figure, "dB", layout->bar.x, first->y - 9.0, 0.0, 0.0, PLOT_FONT, 0.0, ink);
    if (s->title != NULL) {
        plot_label_add(figure, s->title, first->x + first->width / 2.0, 28.0, 0.5, 0.0,
                       PLOT_TITLE_FONT, first->width, ink);
    }
}

/* A tick of the level axis is `top - range` at the bar's lower end. */
void tool_spectrogram_arrange(const tool_spectrogram *s, tool_spectrogram_layout *layout)
{
    tool_frequencies frequencies = frequencies_of(s);
    plot_figure *figure = &layout->figure;
    char frequency_title[TOOL_AXIS_TITLE];
    char time_title[TOOL_AXIS_TITLE];
    plot_box box = {0.0, 0.0, SPECTROGRAM_COLUMNS, panel_height(s->channel_count)};
    plot_figure_begin(figure);
    (void)tool_axis_frequency(&frequencies, &layout->frequency, frequency_title);
    tool_axis_time(s->sample_rate, s->first_time, s->last_time, &layout->time, time_title);
    plot_axis_mark_up(figure, &layout->frequency, &box);
    double left = fmax(78.0, ceil(plot_axis_widest(figure, &layout->frequency)) + 44.0);
    arrange_panels(s, layout, left);
    layout->level =
        (plot_axis){.first = shown_top(s) - s->range, .last = shown_top(s), .unit = 1.0};
    plot_axis_mark_up(figure, &layout->level, &layout->bar);
    figure->width = layout->bar.x + layout->bar.width +
                    fmax(ceil(plot_axis_widest(figure, &layout->level)), 20.0) + 24.0;
    plot_axis_mark_across(figure, &layout->time, &layout->panel[0]);
    for (unsigned i = 0; i < s->channel_count; ++i) {
        plot_axis_left(figure, &layout->frequency, &layout->panel[i], &style);
        plot_axis_below(figure, &layout->time, &layout->panel[i], &style,
                        i + 1 == s->channel_count);
    }
    plot_axis_right(figure, &layout->level, &layout->bar, &style);
    add_texts(s, layout, frequency_title, time_title);
}

/* --- levels to pixels ------------------------------------------------------------------------- */

/* What a pixel shows of a row of numbers: the largest from first to last, or, where it lies between
 * two numbers, `part` of the way from first to last. */
typedef struct sample {
    uint64_t first, last;
    float part;
    bool between;
} sample;

/* The pixel reaches from `from` to `to`, and its middle is at `middle`. */
static sample sample_of(double from, double middle, double to, uint64_t count)
{
    sample s = {.between = to - from <= 1.0};
    if (s.between) {
        s.first = (uint64_t)middle;
        s.last = s.first + 1 < count ? s.first + 1 : s.first;
        s.part = (float)(middle - (double)s.first);
    } else {
        s.first = (uint64_t)ceil(from);
        s.last = (uint64_t)floor(to);
    }
    return s;
}

/* Pixels are asked for the part of an axis that they reach over, which ends at its ends. */
static double part_of(double pixel, int pixels)
{
    return fmin(fmax(pixel / (pixels - 1), 0.0), 1.0);
}

typedef struct painter {
    const tool_spectrogram *spectrogram;
    const tool_level_map *map;
    int rows;
    sample row[SPECTROGRAM_ROWS]; /* from the lowest frequency up */
    float bottom;                 /* level; all below is drawn like it */
    float *column[2];             /* levels of two columns of the map, by rows of the picture */
    uint64_t in_column[2];        /* which; UINT64_MAX: none */
    unsigned colour[COLOURS];
} painter;

static void prepare_rows(painter *p, const plot_axis *axis)
{
    tool_frequencies frequencies = frequencies_of(p->spectrogram);
    for (int y = 0; y < p->rows; ++y) {
        p->row[y] =
            sample_of(tool_axis_bin(&frequencies, axis, part_of(y - 0.5, p->rows)),
                      tool_axis_bin(&frequencies, axis, part_of(y, p->rows)),
                      tool_axis_bin(&frequencies, axis, part_of(y + 0.5, p->rows)), p->map->bins);
    }
}

static void prepare_colours(painter *p)
{
    for (int i = 0; i < COLOURS; ++i) {
        tool_colour colour = tool_colour_map((double)i / (COLOURS - 1));
        p->colour[i] = (unsigned)colour.red << 16 | (unsigned)colour.green << 8 | colour.blue;
    }
}

static float largest(const float *level, uint64_t first, uint64_t last, float least)
{
    for (uint64_t i = first; i <= last; ++i) {
        least = level[i] > least ? level[i] : least;
    }
    return least;
}

/* A column of the map by rows of the picture, none of them below the bottom. */
static const float *column_levels(painter *p, uint64_t column)
{
    unsigned place = column % 2; /* neighbours do not drive each other out */
    float *levels = p->column[place];
    if (p->in_column[place] == column) {
        return levels;
    }
    const float *level = p->map->level + column * p->map->bins;
    for (int y = 0; y < p->rows; ++y) {
        const sample *s = &p->row[y];
        if (s->between) {
            float below = level[s->first] > p->bottom ? level[s->first] : p->bottom;
            float above = level[s->last] > p->bottom ? level[s->last] : p->bottom;
            levels[y] = below + (above - below) * s->part;
        } else {
            levels[y] = largest(level, s->first, s->last, p->bottom);
        }
    }
    p->in_column[place] = column;
    return levels;
}

static void paint_column(painter *p, const sample *s, int x, unsigned *pixels)
{
    float shown[SPECTROGRAM_ROWS];
    float scale = (COLOURS - 1) / (float)p->spectrogram->range;
    const float *before = column_levels(p, s->first);
    for (int y = 0; y < p->rows; ++y) {
        shown[y] = before[y];
    }
    for (uint64_t column = s->first + 1; column <= s->last; ++column) {
        const float *after = column_levels(p, column);
        for (int y = 0; y < p->rows; ++y) {
            float other = s->between ? shown[y] + (after[y] - shown[y]) * s->part : after[y];
            shown[y] = s->between || other > shown[y] ? other : shown[y];
        }
    }
    for (int y = 0; y < p->rows; ++y) {
        float step = (shown[y] - p->bottom) * scale + 0.5f;
        int colour = step < COLOURS - 1 ? (int)step : COLOURS - 1;
        pixels[(p->rows - 1 - y) * SPECTROGRAM_COLUMNS + x] = p->colour[colour];
    }
}

static void paint_panel(painter *p, const tool_level_map *map, unsigned *pixels)
{
    p->map = map;
    p->in_column[0] = p->in_column[1] = UINT64_MAX;
    double step = (double)(map->columns - 1) / (SPECTROGRAM_COLUMNS - 1);
    for (int x = 0; x < SPECTROGRAM_COLUMNS; ++x) {
        sample s = sample_of(fmax((x - 0.5) * step, 0.0), x * step,
                             fmin((x + 0.5) * step, (double)(map->columns - 1)), map->columns);
        paint_column(p, &s, x, pixels);
    }
}

static bool is_silent(const tool_level_map *map)
{
    uint64_t count = map->columns * map->bins;
    uint64_t i = 0;
    while (i < count && !(map->level[i] > -INFINITY)) {
        ++i;
    }
    return i == count;
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void draw_bar(plot_page *page, const painter *p, const plot_box *bar, unsigned *pixels)
{
    int width = (int)bar->width;
    int height = (int)bar->height;
    for (int y = 0; y < height; ++y) {
        int colour = (height - 1 - y) * (COLOURS - 1) / (height - 1);
        for (int x = 0; x < width; ++x) {
            pixels[y * width + x] = p->colour[colour];
        }
    }
    plot_page_image(page, bar, pixels);
}

static void add_silences(const tool_spectrogram *s, tool_spectrogram_layout *layout)
{
    for (unsigned i = 0; i < s->channel_count; ++i) {
        const plot_box *panel = &layout->panel[i];
        if (is_silent(&s->channels[i])) {
            plot_label_add(&layout->figure, "silence", panel->x + panel->width / 2.0,
                           panel->y + panel->height / 2.0, 0.5, 0.0, PLOT_TITLE_FONT, 0.0, ink);
        }
    }
}

static void draw(plot_page *page, painter *p, const tool_spectrogram_layout *layout,
                 unsigned *pixels)
{
    const tool_spectrogram *s = p->spectrogram;
    for (unsigned i = 0; i < s->channel_count; ++i) {
        paint_panel(p, &s->channels[i], pixels);
        plot_page_image(page, &layout->panel[i], pixels);
    }
    draw_bar(page, p, &layout->bar, pixels);
    plot_figure_draw(&layout->figure, page->cairo);
}

static int draw_file(painter *p, tool_spectrogram_layout *layout, unsigned *pixels,
                     const char *path)
{
    plot_page page;
    p->rows = (int)layout->panel[0].height;
    p->bottom = (float)(shown_top(p->spectrogram) - p->spectrogram->range);
    p->map = &p->spectrogram->channels[0];
    prepare_rows(p, &layout->frequency);
    prepare_colours(p);
    if (!tool_page_open(&page, &layout->figure, path, background)) {
        return TOOL_REFUSED;
    }
    draw(&page, p, layout, pixels);
    return tool_page_close(&page, path) ? TOOL_GOOD : TOOL_REFUSED;
}

int tool_spectrogram_draw(const tool_spectrogram *spectrogram, const char *path)
{
    const char *why = tool_spectrogram_refuses(spectrogram);
    if (why != NULL) {
        return tool_refuse("%s: %s", path, why);
    }
    tool_spectrogram_layout *layout = malloc(sizeof *layout);
    painter *p = calloc(1, sizeof *p);
    float *columns = malloc(2 * SPECTROGRAM_ROWS * sizeof *columns);
    unsigned *pixels = malloc((size_t)SPECTROGRAM_COLUMNS * SPECTROGRAM_ROWS * sizeof *pixels);
    int code;
    if (layout == NULL || p == NULL || columns == NULL || pixels == NULL) {
        code = tool_refuse("%s: no memory for the picture", path);
    } else {
        p->spectrogram = spectrogram;
        p->column[0] = columns;
        p->column[1] = columns + SPECTROGRAM_ROWS;
        tool_spectrogram_arrange(spectrogram, layout);
        add_silences(spectrogram, layout);
        code = draw_file(p, layout, pixels, path);
        plot_figure_end(&layout->figure);
    }
    free(layout);
    free(p);
    free(columns);
    free(pixels);
    return code;
}
