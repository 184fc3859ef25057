/* SPDX-License-Identifier: MIT
 *
 * `fftcore transform`: its command line.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sink.h"
#include "source_options.h"
#include "transform.h"
#include "transform_picture.h"

/* An option about what a picture or a spectrum has not got. */
static const char *signal_option(const tool_transform_options *options)
{
    return options->hop != TOOL_NOT_GIVEN                         ? "--hop"
           : options->offset != TOOL_NOT_GIVEN                    ? "--offset"
           : options->choice.has_axis                             ? "--axis"
           : options->window >= 0                                 ? "--window"
           : options->reference                                   ? "--reference"
           : options->log_frequency                               ? "--log-frequency"
           : options->shown[0] != 0.0 || options->shown[1] != 0.0 ? "--frequencies"
           : options->title != NULL                               ? "--title"
           : options->choice.channels != TOOL_CHANNEL_DEFAULT     ? "--channel"
                                                                  : NULL;
}

static int transform_picture(const tool_transform_options *options)
{
    const tool_picture_job job = {
        .file = options->file,
        .output = options->output,
        .json = options->json,
        .inverse = options->inverse,
        .precision = options->precision >= 0 ? (fftc_precision)options->precision : FFTC_FLOAT32,
        .precision_of_file = options->precision < 0,
        .choice = &options->of_exr,
        .depth = options->depth,
        .threads = options->threads,
        .range = (double)options->range};
    const char *option = options->length != TOOL_NOT_GIVEN ? "--length"
                         : options->rate > 0.0             ? "--rate"
                                                           : signal_option(options);
    if (option != NULL) {
        return tool_refuse("transform: %s is for signals, and %s is taken for a picture: add "
                           "--dimensions 1, or leave it out",
                           option, options->inverse ? options->output : options->file);
    }
    if (options->precision == FFTC_FLOAT16) {
        return tool_refuse("transform: --precision f16 is for signals: take f32 or f64");
    }
    if (options->depth != TOOL_DEPTH_AUTO && !options->inverse) {
        return tool_refuse("transform: --depth is of a picture that --inverse writes");
    }
    return tool_transform_picture(&job);
}

static bool is_picture(const tool_transform_options *options)
{
    if (options->dimensions != TOOL_DIMENSIONS_DEFAULT) {
        return options->dimensions == TOOL_DIMENSIONS_2;
    }
    return options->inverse
               ? tool_ends_with(options->output, ".png") || tool_ends_with(options->output, ".exr")
               : strcmp(options->file, "-") != 0 && tool_is_picture(options->file);
}

static int transform_back(const tool_transform_options *options)
{
    const char *option = signal_option(options);
    if (option != NULL) {
        return tool_refuse("transform: %s says nothing about --inverse: leave it out", option);
    }
    if (options->precision == FFTC_FLOAT16) {
        return tool_refuse("transform: --precision f16 is not there with --inverse: take f32 or "
                           "f64");
    }
    if (!tool_sink_can_write(options->output)) {
        return tool_refuse("transform: %s: with --inverse, of the spectrum of a signal .npy or a "
                           "sound is written, of that of a picture .png, .exr or .npy",
                           options->output);
    }
    return tool_transform_signal_back(options);
}

static int transform_run(void *given)
{
    const tool_transform_options *options = given;
    if (strcmp(options->output, "-") == 0) {
        return tool_refuse("transform: --output -: the ending decides what is written: name a file "
                           "that ends in .npy, .csv or .png");
    }
    if (is_picture(options)) {
        return transform_picture(options);
    }
    if (strcmp(options->file, "-") != 0 && access(options->file, F_OK) != 0) {
        /* the file may be a picture */
        return tool_refuse("%s: %s", options->file, strerror(errno));
    }
    const char *option =
        options->depth != TOOL_DEPTH_AUTO ? "--depth" : tool_choice_given(&options->of_exr);
    if (option != NULL) {
        return tool_refuse("transform: %s is for pictures, and %s is taken for a signal", option,
                           options->file);
    }
    if (options->inverse) {
        return transform_back(options);
    }
    if (options->rate > 0.0) {
        return tool_refuse("transform: --rate is of a sound that --inverse writes");
    }
    if (tool_ends_with(options->output, ".exr") ||
        (tool_sink_can_write(options->output) && !tool_ends_with(options->output, ".npy"))) {
        return tool_refuse("transform: %s: of the spectrum of a signal .npy, .csv, .png, .svg or "
                           ".pdf can be written",
                           options->output);
    }
    return tool_transform_signal(options);
}

/* LOW:HIGH */
static bool take_frequencies(const tool_option *option, char *text, void *field)
{
    double *shown = field;
    char *colon = strchr(text, ':');
    (void)option;
    if (colon == NULL) {
        (void)tool_refuse("--frequencies %s: must be LOW:HIGH, such as 20:20000", text);
        return false;
    }
    *colon = '\0';
    if (!tool_parse_real("--frequencies LOW", text, -1e12, 1e12, &shown[0]) ||
        !tool_parse_real("--frequencies HIGH", colon + 1, -1e12, 1e12, &shown[1])) {
        return false;
    }
    if (shown[0] >= shown[1]) {
        (void)tool_refuse("--frequencies %s:%s: the first must be less than the second", text,
                          colon + 1);
        return false;
    }
    return true;
}

static bool take_dimensions(const tool_option *option, char *text, void *field)
{
    uint64_t number = 0;
    (void)option;
    if (!tool_parse_number("--dimensions", text, 1, 2, &number)) {
        return false;
    }
    *(tool_dimensions *)field = number == 1 ? TOOL_DIMENSIONS_1 : TOOL_DIMENSIONS_2;
    return true;
}

static const tool_option transform_words[] = {
    {.name = "FILE", TOOL_TO_TEXT(TOOL_READS, tool_transform_options, file), .required = true},
    {.name = NULL}};

static const tool_option transform_rows[] = {
    {.name = "output",
     .letter = 'o',
     .value = "OUT",
     TOOL_TO_TEXT(TOOL_WRITES, tool_transform_options, output),
     .endings =
         ".npy .csv .png .svg .pdf .exr .wav .flac .aiff .aif .au .caf .w64 .rf64 .ogg .opus",
     .required = true,
     .help = "what is written, and where"},
    {.name = "inverse",
     TOOL_TO_FLAG(tool_transform_options, inverse),
     .help = "from the spectrum, a .npy, back to a signal or a picture: that of real samples where "
             "it is theirs"},
    {.name = "length",
     .value = "N",
     TOOL_TO_NUMBER(tool_transform_options, length, 1, (uint64_t)1 << 31),
     .help = "points of a window: 1000 or 2^10; default 1024 for a spectrogram, else all of the "
             "recording; with --inverse: samples that the spectrum is of"},
    {.name = "hop",
     .value = "H",
     TOOL_TO_NUMBER(tool_transform_options, hop, 1, (uint64_t)1 << 48),
     .help = "points from one window to the next; default for a spectrogram: what fills the "
             "picture; else only one window"},
    {.name = "offset",
     .value = "POINT",
     TOOL_TO_NUMBER(tool_transform_options, offset, 0, (uint64_t)1 << 48),
     .help = "where the first window begins; default 0"},
    TOOL_OPTION_CHANNEL(tool_transform_options, choice,
                        "which channel, counted from 1; mix is their mean, all each by itself; "
                        "default 1"),
    TOOL_OPTION_AXIS(tool_transform_options, choice),
    {.name = "window",
     .value = "NAME",
     TOOL_TO_NAME(tool_transform_options, window, tool_window_names),
     .help = "@; default hann for a spectrogram, else none, which is the same as rectangular"},
    {.name = "beta",
     .value = "B",
     TOOL_TO_REAL(tool_transform_options, beta, 0.0, 700.0),
     .help = "of the window kaiser; default 14"},
    {.name = "precision",
     .value = "P",
     TOOL_TO_NAME(tool_transform_options, precision, tool_precision_names),
     .help = "@; default f32, with --inverse that of FILE"},
    TOOL_OPTION_THREADS(tool_transform_options, threads, "of the transforms; default 1"),
    {.name = "reference",
     TOOL_TO_FLAG(tool_transform_options, reference),
     .help = "by the reference kernel, whose lengths are powers of two, in place of a fast plan"},
    {.name = "dimensions",
     .value = "D",
     .kind = TOOL_NUMBER,
     TOOL_FIELD(tool_transform_options, dimensions),
     .take = take_dimensions,
     .help = "1: the rows of a picture are a signal; 2: a .npy is a picture; default by FILE"},
    {.name = "rate",
     .value = "HZ",
     TOOL_TO_REAL(tool_transform_options, rate, 1.0, 2147483647.0),
     .help = "of a sound that --inverse writes: samples per second"},
    TOOL_OPTION_TAKEN(
        "frequencies", "LOW:HIGH", tool_transform_options, shown, take_frequencies,
        "that are drawn, in Hz, or in cycles per point where no sample rate is known"),
    {.name = "log-frequency",
     TOOL_TO_FLAG(tool_transform_options, log_frequency),
     .help = "a logarithmic axis of frequency"},
    {.name = "title",
     .value = "TEXT",
     TOOL_TO_TEXT(TOOL_TEXT, tool_transform_options, title),
     .help = "over the picture; default: the name of FILE"},
    {.name = "range",
     .value = "DB",
     TOOL_TO_NUMBER(tool_transform_options, range, 10, 400),
     .help = "that are shown below the strongest level; default 90"},
    TOOL_OPTIONS_CHOICE(tool_transform_options, of_exr, "", "of FILE"),
    TOOL_OPTION_DEPTH(tool_transform_options, depth),
    TOOL_OPTION_JSON(tool_transform_options, json,
                     "what was done, how long it took, and the strongest bin, for machines"),
    {.name = NULL}};

static const tool_form transform_form = {
    .about = "The spectrum of a recording (sound: .wav, .flac, ...; .npy; - is standard input) or "
             "of a picture (.png, .exr). The ending of OUT says what is written:\n"
             "  .npy              the spectrum, complex64 (complex128 with f64), NumPy's format\n"
             "  .csv              of a recording: window, bin, frequency, re, im, magnitude\n"
             "  .png, .svg, .pdf  of a recording: a spectrogram, time to the right, frequency "
             "upwards, level in dB as colour; of one window: level in dB over frequency\n"
             "  .png, .exr        of a picture: the magnitude\n"
             "With --inverse FILE is a spectrum, a .npy, and OUT a signal (.npy, .wav, .flac, ...) "
             "or a picture.\n",
    .words = transform_words,
    .options = transform_rows,
    .defaults = &(const tool_transform_options){.window = -1,
                                                .precision = -1,
                                                .threads = 1,
                                                .beta = 14.0,
                                                .of_exr = {.option = "--"},
                                                .range = 90,
                                                .length = TOOL_NOT_GIVEN,
                                                .hop = TOOL_NOT_GIVEN,
                                                .offset = TOOL_NOT_GIVEN},
    .bytes = sizeof(tool_transform_options),
    .run = transform_run};

const tool_command tool_command_transform = {
    .name = "transform",
    .summary = "spectrum or spectrogram of a recording, spectrum of a picture",
    .forms = {&transform_form},
    .examples = "fftcore transform /usr/share/sounds/alsa/Front_Center.wav -o voice.png\n"
                "sox song.mp3 -t wav - | fftcore transform - -o song.png\n"};
