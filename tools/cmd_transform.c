/* SPDX-License-Identifier: MIT
 *
 * `fftcore transform`: the spectrum, or the spectrogram, of a recording.
 */
#include <getopt.h>
#include <math.h>
#include <string.h>

#include "json.h"
#include "spectrum_file.h"
#include "stft_picture.h"

static const char transform_help[] =
    "fftcore transform FILE --output OUT [options]\n"
    "\n"
    "Transforms a recording (sound: .wav, .flac, ...; .npy; the rows of a .png) with fftcore's\n"
    "SIMD execution. The ending of OUT says what is written:\n"
    "\n"
    "  .npy   the spectrum, complex64 (complex128 with f64), NumPy's format\n"
    "  .csv   the spectrum: window, bin, frequency, re, im, magnitude\n"
    "  .png   a spectrogram: time to the right, frequency upwards, level in dB as colour\n"
    "\n"
    "  --length N         points of a window, a power of two: 1024 or 2^10; default 1024 for\n"
    "                     .png, else the least that holds the recording, which zeros fill up\n"
    "  --hop H            points from one window to the next; default for .png: what fills the\n"
    "                     picture; for .npy and .csv: only one window\n"
    "  --offset POINT     where the first window begins; default 0\n"
    "  --window NAME      hann or none; default hann for .png, else none\n"
    "  --precision P      f16, f32 or f64; default f32\n"
    "  --range DB         of the picture's colours; default 90\n"
    "  --json [FILE]      what was done and the strongest bin, for machines\n"
    "\n"
    "Example: fftcore transform /usr/share/sounds/alsa/Front_Center.wav --output voice.png\n";

enum {
    OPTION_OUTPUT = 256,
    OPTION_LENGTH,
    OPTION_HOP,
    OPTION_OFFSET,
    OPTION_WINDOW,
    OPTION_PRECISION,
    OPTION_RANGE,
    OPTION_JSON
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"length", required_argument, NULL, OPTION_LENGTH},
    {"hop", required_argument, NULL, OPTION_HOP},
    {"offset", required_argument, NULL, OPTION_OFFSET},
    {"window", required_argument, NULL, OPTION_WINDOW},
    {"precision", required_argument, NULL, OPTION_PRECISION},
    {"range", required_argument, NULL, OPTION_RANGE},
    {"json", optional_argument, NULL, OPTION_JSON},
    {NULL, 0, NULL, 0}};

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

static bool take_option(int option, char **argv, transform_options *options)
{
    static const char *const windows[] = {"hann", "none", NULL};
    switch (option) {
    case OPTION_OUTPUT: options->output = optarg; return true;
    case OPTION_LENGTH:
        options->shape.has_length = true;
        return tool_parse_number("--length", optarg, 0, UINT64_MAX, &options->shape.length);
    case OPTION_HOP:
        return tool_parse_number("--hop", optarg, 1, TOOL_SAMPLES_LIMIT, &options->hop);
    case OPTION_OFFSET:
        return tool_parse_number("--offset", optarg, 0, TOOL_SAMPLES_LIMIT, &options->offset);
    case OPTION_WINDOW:
        options->window = tool_parse_name("--window", optarg, windows);
        return options->window >= 0;
    case OPTION_PRECISION: return tool_parse_precision(optarg, &options->precision);
    case OPTION_RANGE: return tool_parse_number("--range", optarg, 10, 400, &options->range);
    case OPTION_JSON: options->json = tool_optional_file(argv, optarg); return true;
    default: (void)tool_refuse_option("transform", option, argv); return false;
    }
}

static bool parse(int argc, char **argv, transform_options *options)
{
    int option;
    *options = (transform_options){.window = -1, .range = 90};
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
        if (!take_option(option, argv, options)) {
            return false;
        }
    }
    if (argc - optind != 1) {
        (void)tool_refuse("transform: give one FILE (see: fftcore help transform)");
        return false;
    }
    if (options->output == NULL) {
        (void)tool_refuse("transform: where to? give --output OUT.png, OUT.npy or OUT.csv");
        return false;
    }
    options->file = argv[optind];
    options->picture = tool_ends_with(options->output, ".png");
    options->csv = tool_ends_with(options->output, ".csv");
    if (!options->picture && !options->csv && !tool_ends_with(options->output, ".npy")) {
        (void)tool_refuse("--output %s: must end in .png, .npy or .csv", options->output);
        return false;
    }
    return true;
}

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
    json_text(root, "precision", tool_precision_name(stft->fft.precision));
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

static int transform_command(int argc, char **argv)
{
    transform_options options;
    tool_signal signal;
    fftc_error error = {.status = FFTC_SUCCESS};
    if (!parse(argc, argv, &options)) {
        return TOOL_REFUSED;
    }
    if (tool_signal_read(options.file, NULL, &signal, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s", error.message);
    }
    int code = transform(&options, &signal);
    tool_signal_free(&signal);
    return code;
}

const tool_command tool_command_transform = {
    "transform", "spectrum (.npy, .csv) or spectrogram (.png) of a recording", transform_help,
    transform_command, NULL};
