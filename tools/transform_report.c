/* SPDX-License-Identifier: MIT
 *
 * What `fftcore transform` says about a signal.
 */
#include <math.h>
#include <string.h>

#include "json.h"
#include "progress.h"
#include "transform_internal.h"

void transform_print_line(const transform_task *t)
{
    const tool_stft_result *r = &t->result;
    const char *taken = t->info->taken;
    tool_progress_hide();
    bool unasked =
        t->options->choice.channels == TOOL_CHANNEL_DEFAULT && t->info->file_channels > 1;
    char hop[40] = "";
    char channel[40] = "";
    char strongest[160] = "nothing but zeros";
    if (r->frames > 1) {
        (void)snprintf(hop, sizeof hop, ", hop %llu", (unsigned long long)t->stft.hop);
    }
    if (t->info->channels > 1) {
        (void)snprintf(channel, sizeof channel, " of channel %u", (unsigned)r->peak_channel + 1);
    }
    if (r->peak > 0.0) {
        (void)snprintf(strongest, sizeof strongest, "strongest bin %llu, %.6g %s, in window %llu%s",
                       (unsigned long long)r->peak_bin,
                       tool_spectrum_frequency(t->stft.length, t->info->sample_rate, r->peak_bin),
                       t->info->sample_rate > 0.0 ? "Hz" : "cycles per point",
                       (unsigned long long)r->peak_frame, channel);
    }
    (void)printf("%s (%s)%s%s%s: %llu window%s of %llu points%s; %s; %s\n", t->options->file,
                 t->info->format, taken[0] != '\0' ? ", taken: " : "", taken,
                 unasked ? " (--channel takes others, their mean, or all)" : "",
                 (unsigned long long)r->frames, r->frames == 1 ? "" : "s",
                 (unsigned long long)t->stft.length, hop, strongest, t->options->output);
}

static void describe_times(const transform_task *t, cJSON *root)
{
    const tool_stft_result *r = &t->result;
    const tool_time reading = {t->holding.wall + r->reading.wall,
                               t->holding.processor + r->reading.processor};
    const struct {
        const char *name;
        const tool_time *time;
        bool told;
    } parts[] = {{"read", &reading, true},
                 {"plan", &r->planning, true},
                 {"transform", &r->transforming, true},
                 {"levels", &r->taking, t->picture},
                 {"draw", &t->drawing, t->picture},
                 {"write", &t->file.writing, !t->picture}};
    cJSON *seconds = cJSON_AddObjectToObject(root, "seconds");
    cJSON *processor = cJSON_AddObjectToObject(root, "processor_seconds");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        if (parts[i].told) {
            json_number_or_null(seconds, parts[i].name, parts[i].time->wall);
            json_number_or_null(processor, parts[i].name, parts[i].time->processor);
        }
    }
}

bool transform_write_json(const transform_task *t)
{
    const tool_transform_options *options = t->options;
    const tool_stft_result *r = &t->result;
    double rate = t->info->sample_rate;
    cJSON *root = json_begin("transform");
    json_text(root, "file", options->file);
    json_text(root, "format", t->info->format);
    json_text(root, "taken", t->info->taken);
    json_count(root, "file_channels", t->info->file_channels);
    json_count(root, "channels", t->info->channels);
    json_count(root, "points",
               t->held || t->info->count == TOOL_COUNT_UNKNOWN ? t->offset + r->samples
                                                               : t->info->count);
    json_flag(root, "complex", t->info->is_complex);
    json_number_or_null(root, "sample_rate", rate > 0.0 ? rate : (double)NAN);
    json_text(root, "output", options->output);
    json_text(root, "precision", tool_precision_names[t->stft.precision]);
    json_flag(root, "reference", t->stft.reference);
    json_text(root, "window", tool_window_names[t->stft.window]);
    if (t->stft.window == TOOL_WINDOW_KAISER) {
        json_number_or_null(root, "beta", t->stft.beta);
    }
    json_count(root, "length", t->stft.length);
    json_count(root, "offset", t->offset);
    json_count(root, "hop", t->stft.hop);
    json_count(root, "windows", r->frames);
    json_count(root, "bins", tool_stft_bins(&t->stft, t->info->is_complex));
    cJSON *peak = cJSON_AddObjectToObject(root, "strongest");
    json_count(peak, "channel", r->peak_channel + 1);
    json_count(peak, "window", r->peak_frame);
    json_count(peak, "bin", r->peak_bin);
    json_number_or_null(peak, "frequency",
                        tool_spectrum_frequency(t->stft.length, rate, r->peak_bin));
    json_number_or_null(peak, "magnitude", r->peak);
    describe_times(t, root);
    return json_write(root, options->json);
}
