/* SPDX-License-Identifier: MIT
 *
 * Where everything of a spectrogram stands.
 */
#include "spectrogram.h"

#include <math.h>

static const plot_colour ink = {0.90, 0.89, 0.93};
static const plot_style style = {.ink = {0.84, 0.83, 0.87}, .faint = {0.50, 0.48, 0.58}};

tool_frequencies tool_spectrogram_frequencies(const tool_spectrogram *s)
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
    tool_frequencies frequencies = tool_spectrogram_frequencies(spectrogram);
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

double tool_spectrogram_top(const tool_spectrogram *s)
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

void tool_spectrogram_arrange(const tool_spectrogram *s, tool_spectrogram_layout *layout)
{
    tool_frequencies frequencies = tool_spectrogram_frequencies(s);
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
    layout->level = (plot_axis){
        .first = tool_spectrogram_top(s) - s->range, .last = tool_spectrogram_top(s), .unit = 1.0};
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

void tool_spectrogram_add_silence(tool_spectrogram_layout *layout, unsigned channel)
{
    const plot_box *panel = &layout->panel[channel];
    plot_label_add(&layout->figure, "silence", panel->x + panel->width / 2.0,
                   panel->y + panel->height / 2.0, 0.5, 0.0, PLOT_TITLE_FONT, 0.0, ink);
}
