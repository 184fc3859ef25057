/* SPDX-License-Identifier: MIT
 *
 * Spectra and spectrograms of signals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "levels.h"
#include "progress.h"
#include "shape_options.h"
#include "spectrogram.h"
#include "spectrum_file.h"
#include "spectrum_plot.h"
#include "transform.h"

/* Points of a window of a spectrogram: unless asked otherwise, and at most. */
#define PICTURE_LENGTH ((uint64_t)1024)
#define PICTURE_LENGTH_LIMIT ((uint64_t)1 << 16)
/* An axis of the library's plans. */
#define LENGTH_LIMIT ((uint64_t)1 << 31)

typedef struct task {
    const tool_transform_options *options;
    tool_source *source;
    const tool_source_info *info;
    bool picture, csv, held;
    uint64_t offset;
    tool_stft stft;
    tool_stft_result result;
    tool_levels *levels; /* one for each channel */
    tool_spectrum_file file;
    tool_time holding, drawing;
} task;

/* --- what is to be done ----------------------------------------------------------------------- */

static bool choose_length(task *t, uint64_t left)
{
    const tool_transform_options *options = t->options;
    uint64_t length = options->length;
    if (length == TOOL_NOT_GIVEN) {
        length = t->picture && left > PICTURE_LENGTH ? PICTURE_LENGTH : left;
    }
    if (options->reference) {
        uint64_t power = 2;
        fftc_workgroup_fft fft = {.precision = t->stft.precision};
        while (power < length && power < LENGTH_LIMIT) {
            power *= 2;
        }
        /* What was asked for must be a power of two; what was not is filled up with zeros. */
        tool_shape shape = TOOL_SHAPE_NOT_GIVEN;
        shape.length = options->length;
        if (!tool_shape_resolve(&shape, power, FFTC_WORKGROUP_FFT_MAX_LOG2, &fft)) {
            return false;
        }
        length = (uint64_t)1 << fftc_workgroup_fft_stage_count(&fft);
    }
    bool many = t->picture && left > length; /* a column each */
    uint64_t most = many ? PICTURE_LENGTH_LIMIT : LENGTH_LIMIT;
    if (length < 1 || length > most) {
        (void)tool_refuse("transform: windows of %llu points: must be 1 to %llu%s",
                          (unsigned long long)length, (unsigned long long)most,
                          many         ? " for a spectrogram, except one of all points"
                          : t->picture ? ""
                                       : "; give --length");
        return false;
    }
    t->stft.length = length;
    return true;
}

/* Of what is left of the recording from the offset on, which may not be known. */
static bool choose_windows(task *t, uint64_t left)
{
    const tool_transform_options *options = t->options;
    bool known = left != TOOL_COUNT_UNKNOWN;
    if (!choose_length(t, left)) {
        return false;
    }
    uint64_t length = t->stft.length;
    uint64_t room = left > length ? left - length : 0;
    uint64_t fills = room / SPECTROGRAM_COLUMNS;
    uint64_t most = length > 1 ? length / 2 : 1;
    t->stft.hop = options->hop != TOOL_NOT_GIVEN ? options->hop
                  : fills < 1                    ? 1
                  : fills < most                 ? fills
                                                 : most;
    t->stft.frames = 1;
    if (t->picture || options->hop != TOOL_NOT_GIVEN) {
        t->stft.frames = known ? room / t->stft.hop + 1 : TOOL_COUNT_UNKNOWN;
    }
    return true;
}

static bool refuse(const fftc_error *error)
{
    (void)tool_refuse("%s", error->message);
    return false;
}

static bool prepare(task *t)
{
    const tool_transform_options *options = t->options;
    fftc_error error = {.status = FFTC_SUCCESS};
    if (tool_source_open(options->file, &options->choice, &t->source, &error) != FFTC_SUCCESS) {
        return refuse(&error);
    }
    t->info = tool_source_about(t->source);
    t->offset = options->offset != TOOL_NOT_GIVEN ? options->offset : 0;
    uint64_t count = t->info->count;
    if (count != TOOL_COUNT_UNKNOWN && t->offset >= count) {
        (void)tool_refuse("--offset %llu: %s has %llu points", (unsigned long long)t->offset,
                          options->file, (unsigned long long)count);
        return false;
    }
    if (tool_source_skip(t->source, t->offset, &error) != FFTC_SUCCESS) {
        return refuse(&error);
    }
    uint64_t left = count == TOOL_COUNT_UNKNOWN ? count : count - t->offset;
    t->stft.precision = options->precision >= 0 ? (fftc_precision)options->precision : FFTC_FLOAT32;
    t->stft.threads = options->threads;
    t->stft.reference = options->reference;
    t->stft.beta = options->beta;
    t->stft.window = options->window >= 0 ? tool_window_of_name(options->window)
                     : t->picture         ? TOOL_WINDOW_HANN
                                          : TOOL_WINDOW_NONE;
    if (left == TOOL_COUNT_UNKNOWN && !t->picture && options->length == TOOL_NOT_GIVEN) {
        tool_time start = tool_time_now();
        tool_progress_set(-1.0, "reading");
        if (tool_source_hold(t->source, t->stft.precision == FFTC_FLOAT64, &error) !=
            FFTC_SUCCESS) {
            return refuse(&error);
        }
        t->held = true;
        left = t->info->count;
        tool_time_add(&t->holding, start);
    }
    return choose_windows(t, left);
}

/* --- spectrograms ----------------------------------------------------------------------------- */

static double full_scale(const task *t)
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
static tool_spectrogram describe(const task *t)
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

static bool prepare_picture(task *t)
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

static void name_channel(const task *t, uint32_t i, char name[24])
{
    if (t->info->is_sound && t->info->channels == 2) {
        (void)snprintf(name, 24, "%s", i == 0 ? "left" : "right");
    } else {
        (void)snprintf(name, 24, "channel %u", (unsigned)i + 1);
    }
}

/* A column's time is the middle of its first window. */
static int draw(task *t)
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
        code = t->result.frames == 1 ? tool_spectrum_draw_column(&s, t->options->output)
                                     : tool_spectrogram_draw(&s, t->options->output);
    }
    free(maps);
    free(names);
    tool_time_add(&t->drawing, start);
    return code;
}

/* --- running ---------------------------------------------------------------------------------- */

static void tell(const task *t, const tool_stft_block *block)
{
    unsigned long long done = block->first + block->count;
    if (t->stft.frames == TOOL_COUNT_UNKNOWN) {
        tool_progress_set(-1.0, "%llu windows", done);
    } else if (t->stft.frames > 1) {
        tool_progress_set((double)done / (double)t->stft.frames, "windows");
    }
}

static bool take(void *user, const tool_stft_block *block)
{
    task *t = user;
    tell(t, block);
    if (t->picture) {
        tool_levels_take(&t->levels[block->channel], block);
        return true;
    }
    /* Opened with the first spectra: nothing is written of what is refused before. */
    if (t->file.file == NULL &&
        !tool_spectrum_file_open(&t->file, t->options->output, t->csv, &t->stft, t->info)) {
        return false;
    }
    return tool_spectrum_file_take(&t->file, block);
}

static int run(task *t)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    bool stopped = false;
    if (t->picture && !prepare_picture(t)) {
        return TOOL_REFUSED;
    }
    tool_progress_set(-1.0, "transforming");
    fftc_status status = tool_stft_run(&t->stft, t->source, take, t, &t->result, &stopped, &error);
    if (status != FFTC_SUCCESS || stopped) {
        if (t->file.file != NULL) {
            tool_spectrum_file_abandon(&t->file);
        }
        return stopped ? TOOL_REFUSED : tool_refuse("%s", error.message);
    }
    if (t->picture) {
        tool_progress_set(-1.0, "drawing");
        return draw(t);
    }
    return tool_spectrum_file_finish(&t->file, t->result.frames) ? TOOL_GOOD : TOOL_REFUSED;
}

/* --- what is said ----------------------------------------------------------------------------- */

static void print_line(const task *t)
{
    const tool_stft_result *r = &t->result;
    const char *taken = t->info->taken;
    tool_progress_hide();
    bool unasked =
        t->options->choice.channels == TOOL_CHANNEL_DEFAULT && t->info->file_channels > 1;
    char hop[40] = "";
    char channel[40] = "";
    if (r->frames > 1) {
        (void)snprintf(hop, sizeof hop, ", hop %llu", (unsigned long long)t->stft.hop);
    }
    if (t->info->channels > 1) {
        (void)snprintf(channel, sizeof channel, " of channel %u", (unsigned)r->peak_channel + 1);
    }
    (void)printf(
        "%s (%s)%s%s%s: %llu window%s of %llu points%s; strongest bin %llu, %.6g %s, in window "
        "%llu%s; %s\n",
        t->options->file, t->info->format, taken[0] != '\0' ? ", taken: " : "", taken,
        unasked ? " (--channel takes others, their mean, or all)" : "",
        (unsigned long long)r->frames, r->frames == 1 ? "" : "s",
        (unsigned long long)t->stft.length, hop, (unsigned long long)r->peak_bin,
        tool_spectrum_frequency(t->stft.length, t->info->sample_rate, r->peak_bin),
        t->info->sample_rate > 0.0 ? "Hz" : "cycles per point", (unsigned long long)r->peak_frame,
        channel, t->options->output);
}

static void describe_times(const task *t, cJSON *root)
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

static bool write_json(const task *t)
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

int tool_transform_signal(const tool_transform_options *options)
{
    task t = {.options = options};
    t.csv = tool_ends_with(options->output, ".csv");
    t.picture = !t.csv && !tool_ends_with(options->output, ".npy");
    int code = prepare(&t) ? run(&t) : TOOL_REFUSED;
    if (code == TOOL_GOOD && (!tool_goes_out(options->json))) {
        print_line(&t);
        code = tool_file_close(stdout, "standard output") ? TOOL_GOOD : TOOL_REFUSED;
    }
    if (code == TOOL_GOOD && options->json != NULL && !write_json(&t)) {
        code = TOOL_REFUSED;
    }
    for (uint32_t i = 0; t.levels != NULL && i < t.info->channels; ++i) {
        tool_levels_free(&t.levels[i]);
    }
    free(t.levels);
    tool_source_close(t.source);
    return code;
}
