/* SPDX-License-Identifier: MIT
 *
 * `fftcore transform`: the spectrum, or the spectrogram, of a recording.
 */
#include <math.h>
#include <string.h>

#include "json.h"
#include "shape_options.h"
#include "spectrum_file.h"
#include "stft_picture.h"

typedef struct transform_options {
    const char *file, *output, *json;
    tool_shape shape;
    uint64_t hop; /* 0: not given */
    uint64_t offset;
    int window; /* -1: not given; 0 hann, 1 none */
    uint64_t range;
    fftc_precision precision;
    bool picture, csv;
} transform_options;

static uint64_t round_up_to_power(uint64_t count)
{
    uint64_t power = 2;
    while (power < count) {
        power *= 2;
    }
    return power;
}

/* Length, hop and number of windows, of what is left of the recording from the offset on. */
static bool plan(const transform_options *options, const tool_signal *signal, tool_stft *stft)
{
    if (options->offset >= signal->count) {
        (void)tool_refuse("--offset %llu: %s has %llu points", (unsigned long long)options->offset,
                          options->file, (unsigned long long)signal->count);
        return false;
    }
    uint64_t left = signal->count - options->offset;
    uint64_t whole = round_up_to_power(left);
    uint64_t standard = options->picture && whole > 1024 ? 1024 : whole;
    *stft = (tool_stft){.signal = signal, .offset = options->offset, .frames = 1};
    stft->fft.precision = options->precision;
    if (!tool_shape_resolve(&options->shape, standard, FFTC_WORKGROUP_FFT_MAX_LOG2, &stft->fft)) {
        return false;
    }
    stft->length = (uint64_t)1 << fftc_workgroup_fft_stage_count(&stft->fft);
    if (options->picture && stft->length > SPECTROGRAM_LENGTH_LIMIT) {
        (void)tool_refuse("--length %llu: at most %llu for a picture",
                          (unsigned long long)stft->length,
                          (unsigned long long)SPECTROGRAM_LENGTH_LIMIT);
        return false;
    }
    stft->hann = options->window == -1 ? options->picture : options->window == 0;
    uint64_t room = left > stft->length ? left - stft->length : 0;
    uint64_t fills = room / SPECTROGRAM_COLUMNS;
    uint64_t most = stft->length / 2;
    stft->hop = options->hop != 0 ? options->hop : fills < 1 ? 1 : fills < most ? fills : most;
    if (options->picture || options->hop != 0) {
        stft->frames = room / stft->hop + 1;
    }
    return true;
}

/* The strongest bin of the first... of all windows: a number that a person can check. */
typedef struct strongest {
    const tool_stft *stft;
    uint64_t window, bin;
    double magnitude;
} strongest;

static bool take_strongest(void *user, uint64_t frame, const double *spectrum)
{
    strongest *found = user;
    for (uint64_t bin = 0; bin < tool_spectrum_bins(found->stft); ++bin) {
        double magnitude = hypot(spectrum[2 * bin], spectrum[2 * bin + 1]);
        if (magnitude > found->magnitude) {
            found->magnitude = magnitude;
            found->window = frame;
            found->bin = bin;
        }
    }
    return true;
}

static bool report(const transform_options *options, const tool_stft *stft, const strongest *found)
{
    double frequency = tool_spectrum_frequency(stft, found->bin);
    const char *unit = stft->signal->sample_rate > 0.0 ? "Hz" : "cycles per point";
    if (options->json == NULL || strcmp(options->json, "-") != 0) {
        char hop[40] = "";
        if (stft->frames > 1) {
            (void)snprintf(hop, sizeof hop, ", hop %llu", (unsigned long long)stft->hop);
        }
        const char *taken = stft->signal->taken;
        (void)printf("%s (%s%s%s): %llu window%s of %llu points%s; strongest bin %llu, %.6g %s, in "
                     "window %llu; %s\n",
                     options->file, stft->signal->format, taken[0] != '\0' ? "; " : "", taken,
                     (unsigned long long)stft->frames, stft->frames == 1 ? "" : "s",
                     (unsigned long long)stft->length, hop, (unsigned long long)found->bin,
                     frequency, unit, (unsigned long long)found->window, options->output);
    }
    if (options->json == NULL) {
        return tool_file_close(stdout, "standard output");
    }
    cJSON *root = cJSON_CreateObject();
    json_text(root, "fftcore", fftc_version());
    json_text(root, "command", "transform");
    json_text(root, "file", options->file);
    json_text(root, "format", stft->signal->format);
    json_text(root, "taken", stft->signal->taken);
    json_count(root, "points", stft->signal->count);
    json_number_or_null(root, "sample_rate",
                        stft->signal->sample_rate > 0.0 ? stft->signal->sample_rate : (double)NAN);
    json_text(root, "output", options->output);
    json_text(root, "precision", tool_precision_names[stft->fft.precision]);
    json_text(root, "window", stft->hann ? "hann" : "none");
    json_count(root, "length", stft->length);
    json_count(root, "offset", stft->offset);
    json_count(root, "hop", stft->hop);
    json_count(root, "windows", stft->frames);
    json_count(root, "bins", tool_spectrum_bins(stft));
    cJSON *peak = cJSON_AddObjectToObject(root, "strongest");
    json_count(peak, "window", found->window);
    json_count(peak, "bin", found->bin);
    json_number_or_null(peak, "frequency", frequency);
    json_number_or_null(peak, "magnitude", found->magnitude);
    return json_write(root, options->json);
}

static int transform(const transform_options *options, const tool_signal *signal)
{
    tool_stft stft;
    fftc_error error = {.status = FFTC_SUCCESS};
    strongest found = {.stft = &stft, .magnitude = -1.0};
    if (!plan(options, signal, &stft)) {
        return TOOL_REFUSED;
    }
    if (tool_stft_run(&stft, take_strongest, &found, &error) != FFTC_SUCCESS) {
        return tool_refuse("transform: %s", error.message);
    }
    int code = options->picture
                   ? tool_stft_draw(&stft, found.magnitude, (double)options->range, options->output)
               : options->csv ? tool_spectrum_write_csv(&stft, options->output)
                              : tool_spectrum_write_npy(&stft, options->output);
    return code == TOOL_GOOD && !report(options, &stft, &found) ? TOOL_REFUSED : code;
}

static int transform_run(void *given)
{
    transform_options *options = given;
    tool_signal signal;
    fftc_error error = {.status = FFTC_SUCCESS};
    options->picture = tool_ends_with(options->output, ".png");
    options->csv = tool_ends_with(options->output, ".csv");
    if (tool_signal_read(options->file, NULL, &signal, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s", error.message);
    }
    int code = transform(options, &signal);
    tool_signal_free(&signal);
    return code;
}

static const char *const window_names[] = {"hann", "none", NULL};

static const tool_option transform_words[] = {
    {.name = "FILE", TOOL_TO_TEXT(TOOL_READS, transform_options, file), .required = true},
    {.name = NULL}};

static const tool_option transform_rows[] = {
    {.name = "output",
     .letter = 'o',
     .value = "OUT",
     TOOL_TO_TEXT(TOOL_WRITES, transform_options, output),
     .endings = ".png .npy .csv",
     .required = true,
     .help = "what is written, and where"},
    TOOL_OPTION_LENGTH(transform_options, shape,
                       "points of a window, a power of two: 1024 or 2^10; default 1024 for .png, "
                       "else the least that holds the recording, which zeros fill up"),
    {.name = "hop",
     .value = "H",
     TOOL_TO_NUMBER(transform_options, hop, 1, TOOL_SAMPLES_LIMIT),
     .help = "points from one window to the next; default for .png: what fills the picture; for "
             ".npy and .csv: only one window"},
    {.name = "offset",
     .value = "POINT",
     TOOL_TO_NUMBER(transform_options, offset, 0, TOOL_SAMPLES_LIMIT),
     .help = "where the first window begins; default 0"},
    {.name = "window",
     .value = "NAME",
     TOOL_TO_NAME(transform_options, window, window_names),
     .help = "@; default hann for .png, else none"},
    TOOL_OPTION_PRECISION(transform_options, precision),
    {.name = "range",
     .value = "DB",
     TOOL_TO_NUMBER(transform_options, range, 10, 400),
     .help = "of the picture's colours; default 90"},
    TOOL_OPTION_JSON(transform_options, json, "what was done and the strongest bin, for machines"),
    {.name = NULL}};

static const tool_form transform_form = {
    .about = "Transforms a recording (sound: .wav, .flac, ...; .npy; the rows of a .png) with "
             "fftcore's SIMD execution. The ending of OUT says what is written:\n"
             "  .npy  the spectrum, complex64 (complex128 with f64), NumPy's format\n"
             "  .csv  the spectrum: window, bin, frequency, re, im, magnitude\n"
             "  .png  a spectrogram: time to the right, frequency upwards, level in dB as colour\n",
    .words = transform_words,
    .options = transform_rows,
    .defaults =
        &(const transform_options){.window = -1, .range = 90, .shape = TOOL_SHAPE_NOT_GIVEN},
    .bytes = sizeof(transform_options),
    .run = transform_run};

const tool_command tool_command_transform = {
    .name = "transform",
    .summary = "spectrum (.npy, .csv) or spectrogram (.png) of a recording",
    .forms = {&transform_form},
    .examples = "fftcore transform /usr/share/sounds/alsa/Front_Center.wav -o voice.png\n"};
