/* SPDX-License-Identifier: MIT
 *
 * Spectrograms of signals, and spectra as lines.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spectrogram.h"
#include "spectrum_plot.h"
#include "transform_internal.h"

static double full_scale(const transform_task *t)
{
    double sum = tool_window_sum(t->stft.window, t->stft.beta, t->stft.length);
    return t->info->is_complex ? sum : sum / 2.0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* All but the levels, and the times. */
static tool_spectrogram describe(const transform_task *t)
{
    const tool_transform_options *options = t->options;
    double rate = t->info->sample_rate;
    double bin = (rate > 0.0 ? rate : 1.0) / (double)t->stft.length;
    uint64_t length = t->stft.length;
    bool from_pipe = strcmp(options->file, "-") == 0;
    tool_spectrogram s = {.title = options->title != NULL ? options->title
                                   : from_pipe            ? NULL
                                                          : base_name(options->file),
                          .sample_rate = rate,
                          .shown_low = options->shown[0],
                          .shown_high = options->shown[1],
                          .log_frequency = options->log_frequency,
                          .range = (double)options->range,
                          .channel_count = t->info->channels};
    s.title = s.title != NULL && s.title[0] == '\0' ? NULL : s.title;
    s.low = t->info->is_complex ? -bin * (double)(length / 2) : 0.0;
    s.high = bin * (double)(t->info->is_complex ? (length - 1) / 2 : length / 2);
    return s;
}

bool transform_prepare_picture(transform_task *t)
{
    tool_spectrogram s = describe(t);
    const tool_level_map sizes = {.columns = 1,
                                  .bins = tool_stft_bins(&t->stft, t->info->is_complex)};
    s.channels = &sizes;
    const char *reason = tool_spectrogram_refuses(&s);
    if (reason != NULL) {
        (void)tool_refuse("transform: %s", reason);
        return false;
    }
    t->levels = calloc(t->info->channels, sizeof *t->levels);
    bool good = t->levels != NULL;
    double full = full_scale(t);
    for (uint32_t i = 0; good && i < t->info->channels; ++i) {
        good = tool_levels_make(&t->levels[i], &t->stft, t->info->is_complex, full,
                                SPECTROGRAM_COLUMNS);
    }
    if (!good) {
        (void)tool_refuse("transform: no memory for the spectrogram: give a smaller --length");
    }
    return good;
}

static void name_channel(const transform_task *t, uint32_t i, char name[24])
{
    if (t->info->is_sound && t->info->channels == 2) {
        (void)snprintf(name, 24, "%s", i == 0 ? "left" : "right");
    } else {
        (void)snprintf(name, 24, "channel %u", (unsigned)i + 1);
    }
}

/* A column's time is the middle of its first window. */
int transform_draw(transform_task *t)
{
    tool_time start = tool_time_now();
    uint32_t count = t->info->channels;
    double unit = t->info->sample_rate > 0.0 ? 1.0 / t->info->sample_rate : 1.0;
    tool_spectrogram s = describe(t);
    tool_level_map *maps = calloc(count, sizeof *maps);
    char(*names)[24] = calloc(count, sizeof *names);
    int code = TOOL_REFUSED;
    s.top = 20.0 * log10(t->result.peak / full_scale(t)); /* silence: -INFINITY */
    s.first_time = ((double)t->offset + (double)t->stft.length / 2.0) * unit;
    s.last_time = s.first_time + (double)(t->result.frames - 1) * (double)t->stft.hop * unit;
    if (maps == NULL || names == NULL) {
        (void)tool_refuse("transform: no memory for the spectrogram");
    } else {
        for (uint32_t i = 0; i < count; ++i) {
            tool_levels_finish(&t->levels[i]);
            name_channel(t, i, names[i]);
            maps[i] = (tool_level_map){.name = count > 1 ? names[i] : NULL,
                                       .columns = t->levels[i].columns,
                                       .bins = t->levels[i].bins,
                                       .level = t->levels[i].level};
        }
        s.channels = maps;
        code = t->result.frames == 1 ? tool_spectrum_draw(&s, t->options->output)
                                     : tool_spectrogram_draw(&s, t->options->output);
    }
    free(maps);
    free(names);
    tool_time_add(&t->drawing, start);
    return code;
}
