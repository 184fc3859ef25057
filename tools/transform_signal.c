/* SPDX-License-Identifier: MIT
 *
 * Spectra of signals: which windows, of what, and to where.
 */
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "shape_options.h"
#include "spectrogram.h"
#include "transform_internal.h"

/* Points of a window of a spectrogram: unless asked otherwise, and at most. */
#define PICTURE_LENGTH ((uint64_t)1024)
#define PICTURE_LENGTH_LIMIT ((uint64_t)1 << 16)
/* An axis of the library's plans. */
#define LENGTH_LIMIT ((uint64_t)1 << 31)

/* --- what is to be done ----------------------------------------------------------------------- */

static bool choose_length(transform_task *t, uint64_t left)
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
static bool choose_windows(transform_task *t, uint64_t left)
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

static bool prepare(transform_task *t)
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

/* --- running ---------------------------------------------------------------------------------- */

static void tell(const transform_task *t, const tool_stft_block *block)
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
    transform_task *t = user;
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

static int run(transform_task *t)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    bool stopped = false;
    if (t->picture && !transform_prepare_picture(t)) {
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
        return transform_draw(t);
    }
    return tool_spectrum_file_finish(&t->file, t->result.frames) ? TOOL_GOOD : TOOL_REFUSED;
}

int tool_transform_signal(const tool_transform_options *options)
{
    transform_task t = {.options = options};
    t.csv = tool_ends_with(options->output, ".csv");
    t.picture = !t.csv && !tool_ends_with(options->output, ".npy");
    int code = prepare(&t) ? run(&t) : TOOL_REFUSED;
    if (code == TOOL_GOOD && !tool_goes_out(options->json)) {
        transform_print_line(&t);
        code = tool_file_close(stdout, "standard output") ? TOOL_GOOD : TOOL_REFUSED;
    }
    if (code == TOOL_GOOD && options->json != NULL && !transform_write_json(&t)) {
        code = TOOL_REFUSED;
    }
    for (uint32_t i = 0; t.levels != NULL && i < t.info->channels; ++i) {
        tool_levels_free(&t.levels[i]);
    }
    free(t.levels);
    tool_source_close(t.source);
    return code;
}
