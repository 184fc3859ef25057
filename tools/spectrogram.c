/* SPDX-License-Identifier: MIT
 *
 * Levels to pixels.
 */
#include "spectrogram.h"

#include <math.h>
#include <stdlib.h>

#include "picture.h"

enum { COLOURS = 2048 };

static const plot_colour background = {0.063, 0.059, 0.086};

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
    tool_frequencies frequencies = tool_spectrogram_frequencies(p->spectrogram);
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
        if (is_silent(&s->channels[i])) {
            tool_spectrogram_add_silence(layout, i);
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
    p->bottom = (float)(tool_spectrogram_top(p->spectrogram) - p->spectrogram->range);
    p->map = &p->spectrogram->channels[0];
    prepare_rows(p, &layout->frequency);
    prepare_colours(p);
    if (!plot_page_open(&page, plot_format_of(path), path, &layout->figure, background)) {
        return TOOL_REFUSED;
    }
    draw(&page, p, layout, pixels);
    return plot_page_close(&page) ? TOOL_GOOD : TOOL_REFUSED;
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
