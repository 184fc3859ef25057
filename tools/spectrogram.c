/* SPDX-License-Identifier: MIT
 *
 * The picture of a recording's spectra over time.
 */
#include "spectrogram.h"

#include <math.h>
#include <stdlib.h>

#include "picture.h"

enum { LEFT = 78, TOP = 26, BOTTOM = 62, BAR_GAP = 26, BAR_WIDTH = 18, RIGHT = 128 };

/* Of what is silent; no picture shows so little of the strongest. */
#define LEAST_POWER 1e-45

static const tool_colour background = {16, 15, 22};
static const tool_colour ink = {214, 211, 222};
static const tool_colour faint = {104, 100, 120};

/* The loudest of the frames that share a column and of each bin, as power: 1 is the strongest of
 * all, whatever its magnitude. */
typedef struct level_map {
    const tool_stft *stft;
    double strongest;
    uint64_t columns, bins;
    float *power; /* [column][bin], from the lowest frequency up */
} level_map;

static bool take_frame(void *user, uint64_t frame, const double *spectrum)
{
    level_map *map = user;
    const tool_stft *stft = map->stft;
    uint64_t column = frame * map->columns / stft->frames;
    float *power = map->power + column * map->bins;
    for (uint64_t bin = 0; bin < map->bins; ++bin) {
        /* Complex signals have negative frequencies, the upper half of the spectrum: they go
         * first. */
        uint64_t f = stft->signal->is_complex ? (bin + stft->length / 2) % stft->length : bin;
        double re = spectrum[2 * f] / map->strongest;
        double im = spectrum[2 * f + 1] / map->strongest;
        float here = (float)(re * re + im * im);
        power[bin] = here > power[bin] ? here : power[bin];
    }
    return true;
}

/* Power to dB of a full-scale tone; returns the loudest. */
static double map_to_decibel(level_map *map)
{
    double sum = tool_stft_weight_sum(map->stft);
    double full = map->stft->signal->is_complex ? sum : sum / 2.0;
    double top = 20.0 * (log10(map->strongest) - log10(full));
    for (uint64_t i = 0; i < map->columns * map->bins; ++i) {
        map->power[i] = (float)(top + 10.0 * log10((double)map->power[i] + LEAST_POWER));
    }
    return top;
}

/* Level at a row (from the top) of a column's pixels: the loudest bin where bins are narrower than
 * rows, else between the two nearest. */
static double level_at(const level_map *map, uint64_t column, int row)
{
    const float *level = map->power + column * map->bins;
    double per_row = (double)(map->bins - 1) / (SPECTROGRAM_ROWS - 1);
    double at = per_row * (SPECTROGRAM_ROWS - 1 - row);
    if (per_row <= 1.0) {
        uint64_t below = (uint64_t)at;
        uint64_t above = below + 1 < map->bins ? below + 1 : below;
        double part = at - (double)below;
        return (double)level[below] * (1.0 - part) + (double)level[above] * part;
    }
    double loudest = -1e9;
    uint64_t first = (uint64_t)fmax(ceil(at - per_row / 2.0), 0.0);
    uint64_t last = (uint64_t)fmin(floor(at + per_row / 2.0), (double)(map->bins - 1));
    for (uint64_t bin = first; bin <= last; ++bin) {
        loudest = fmax(loudest, (double)level[bin]);
    }
    return loudest;
}

static void draw_levels(tool_picture *picture, const level_map *map, double top, double range)
{
    for (int x = 0; x < SPECTROGRAM_COLUMNS; ++x) {
        double at = (double)x * (double)(map->columns - 1) / (SPECTROGRAM_COLUMNS - 1);
        uint64_t before = (uint64_t)at;
        uint64_t after = before + 1 < map->columns ? before + 1 : before;
        double part = at - (double)before;
        for (int y = 0; y < SPECTROGRAM_ROWS; ++y) {
            double level = level_at(map, before, y) * (1.0 - part) + level_at(map, after, y) * part;
            tool_picture_set(picture, LEFT + x, TOP + y,
                             tool_colour_map(1.0 - (top - level) / range));
        }
    }
}

/* 1, 2 or 5 times a power of ten: at most `most` of them in `span`. */
static double tick_step(double span, int most)
{
    double step = pow(10.0, floor(log10(span / most)));
    static const double factors[] = {1.0, 2.0, 5.0, 10.0};
    for (int i = 0; i < 4; ++i) {
        if (span / (step * factors[i]) <= most) {
            return step * factors[i];
        }
    }
    return step * 10.0;
}

static void tick_text(char *text, size_t bytes, double value, double step)
{
    int digits = step < 1.0 ? (int)ceil(-log10(step) - 1e-9) : 0;
    (void)snprintf(text, bytes, "%.*f", digits, fabs(value) < step / 2 ? 0.0 : value);
}

static void draw_time_axis(tool_picture *picture, const tool_stft *stft)
{
    double rate = stft->signal->sample_rate;
    double unit = rate > 0.0 ? 1.0 / rate : 1.0;
    double first = ((double)stft->offset + (double)stft->length / 2.0) * unit;
    double span = fmax((double)(stft->frames - 1) * (double)stft->hop, 1.0) * unit;
    double step = tick_step(span, 10);
    const char *title = rate > 0.0 ? "time / s" : "time / points";
    for (double value = ceil(first / step) * step; value <= first + span * 1.0001; value += step) {
        char text[32];
        int x = LEFT + (int)lround((value - first) / span * (SPECTROGRAM_COLUMNS - 1));
        tick_text(text, sizeof text, value, step);
        tool_picture_fill(picture, x, TOP + SPECTROGRAM_ROWS, 1, 6, faint);
        tool_picture_text(picture, x - tool_picture_text_width(text) / 2.0 + 2.0,
                          TOP + SPECTROGRAM_ROWS + 24, text, ink);
    }
    tool_picture_text(picture,
                      LEFT + SPECTROGRAM_COLUMNS / 2.0 - tool_picture_text_width(title) / 2.0,
                      TOP + SPECTROGRAM_ROWS + 48, title, ink);
}

static void draw_frequency_axis(tool_picture *picture, const tool_stft *stft)
{
    double rate = stft->signal->sample_rate;
    double half = rate <= 0.0 ? 0.5 : rate >= 4000.0 ? rate / 2000.0 : rate / 2.0;
    double low = stft->signal->is_complex ? -half : 0.0;
    double step = tick_step(half - low, 10);
    const char *title = rate <= 0.0      ? "frequency / 1/point"
                        : rate >= 4000.0 ? "frequency / kHz"
                                         : "frequency / Hz";
    for (double value = ceil(low / step) * step; value <= half * 1.0001; value += step) {
        char text[32];
        int y = TOP + (int)lround((half - value) / (half - low) * (SPECTROGRAM_ROWS - 1));
        tick_text(text, sizeof text, value, step);
        tool_picture_fill(picture, LEFT - 6, y, 6, 1, faint);
        tool_picture_text(picture, LEFT - 10 - tool_picture_text_width(text), y + 5, text, ink);
    }
    tool_picture_text_up(picture, 20,
                         TOP + SPECTROGRAM_ROWS / 2.0 + tool_picture_text_width(title) / 2.0, title,
                         ink);
}

static void draw_colour_bar(tool_picture *picture, double top, double range)
{
    int x = LEFT + SPECTROGRAM_COLUMNS + BAR_GAP;
    double step = tick_step(range, 8);
    for (int y = 0; y < SPECTROGRAM_ROWS; ++y) {
        tool_colour colour = tool_colour_map(1.0 - y / (double)(SPECTROGRAM_ROWS - 1));
        tool_picture_fill(picture, x, TOP + y, BAR_WIDTH, 1, colour);
    }
    for (double value = ceil((top - range) / step) * step; value <= top; value += step) {
        char text[32];
        int y = TOP + (int)lround((top - value) / range * (SPECTROGRAM_ROWS - 1));
        tick_text(text, sizeof text, value, step);
        tool_picture_fill(picture, x + BAR_WIDTH, y, 6, 1, faint);
        tool_picture_text(picture, x + BAR_WIDTH + 10, y + 5, text, ink);
    }
    tool_picture_text(picture, x, TOP + SPECTROGRAM_ROWS + 24, "dB", ink);
}

static int draw(const level_map *map, double top, double range, const char *path)
{
    tool_picture picture;
    if (!tool_picture_create(&picture, LEFT + SPECTROGRAM_COLUMNS + RIGHT,
                             TOP + SPECTROGRAM_ROWS + BOTTOM, background)) {
        return TOOL_REFUSED;
    }
    draw_levels(&picture, map, top, range);
    draw_time_axis(&picture, map->stft);
    draw_frequency_axis(&picture, map->stft);
    draw_colour_bar(&picture, top, range);
    bool written = tool_picture_write(&picture, path);
    tool_picture_free(&picture);
    return written ? TOOL_GOOD : TOOL_REFUSED;
}

int tool_spectrogram_write(const tool_stft *stft, double strongest, double range, const char *path)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    level_map map = {.stft = stft, .strongest = strongest > 0.0 ? strongest : 1.0};
    map.columns = stft->frames < SPECTROGRAM_COLUMNS ? stft->frames : SPECTROGRAM_COLUMNS;
    map.bins = stft->signal->is_complex ? stft->length : stft->length / 2 + 1;
    map.power = calloc(map.columns * map.bins, sizeof *map.power);
    if (map.power == NULL) {
        return tool_refuse("transform: no memory for the spectrogram");
    }
    int code = TOOL_GOOD;
    if (tool_stft_run(stft, take_frame, &map, &error) != FFTC_SUCCESS) {
        code = tool_refuse("transform: %s", error.message);
    } else {
        code = draw(&map, map_to_decibel(&map), range, path);
    }
    free(map.power);
    return code;
}
