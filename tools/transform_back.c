/* SPDX-License-Identifier: MIT
 *
 * Signals from their spectra.
 */
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "npy_file.h"
#include "progress.h"
#include "sink.h"
#include "transform.h"

#define FILE_LIMIT ((uint64_t)1 << 36)

/* What the spectrum is taken for. */
typedef enum meaning {
    HALF = 0, /* bins 0 .. N / 2 of N real samples */
    WHOLE,    /* N bins of N complex samples */
    SYMMETRIC /* N bins of N real samples */
} meaning;

typedef struct back {
    const tool_transform_options *options;
    unsigned char *bytes;
    tool_npy npy;
    uint64_t rows, bins, length;
    bool wide;
    meaning meaning;
    void *spectra; /* [row][bin] */
    void *samples; /* [row][sample] */
    uint64_t clipped;
    double read_seconds, transform_seconds, write_seconds;
} back;

static double seconds_since(double start)
{
    return (tool_milliseconds() - start) * 1e-3;
}

static double part_of(const back *b, uint64_t row, uint64_t bin, int part)
{
    uint64_t i = 2 * (row * b->bins + bin) + (uint64_t)part;
    return b->wide ? ((const double *)b->spectra)[i] : (double)((const float *)b->spectra)[i];
}

/* The last axis has the bins; one of a single element behind it is none. */
static bool load(back *b)
{
    const tool_npy *npy = &b->npy;
    uint32_t last = npy->axes - 1;
    while (last > 0 && npy->shape[last] == 1) {
        --last;
    }
    b->bins = npy->shape[last];
    b->rows = npy->count / b->bins;
    b->wide =
        b->options->precision >= 0 ? b->options->precision == FFTC_FLOAT64 : npy->scalar_bytes == 8;
    b->spectra = malloc((size_t)npy->count * 2 * (b->wide ? sizeof(double) : sizeof(float)));
    if (b->spectra == NULL) {
        (void)tool_refuse("transform: no memory for %llu numbers", (unsigned long long)npy->count);
        return false;
    }
    for (uint64_t i = 0; i < npy->count; ++i) {
        double value[2];
        tool_npy_value(npy, i, value);
        for (uint64_t part = 0; part < 2; ++part) {
            float narrow = (float)value[part];
            if (b->wide) {
                ((double *)b->spectra)[2 * i + part] = value[part];
            } else {
                ((float *)b->spectra)[2 * i + part] = narrow;
            }
            if (!isfinite(b->wide ? value[part] : (double)narrow)) {
                (void)tool_refuse("%s: number %llu is not a finite one%s", b->options->file,
                                  (unsigned long long)i, b->wide ? "" : " of 32 bits");
                return false;
            }
        }
    }
    return true;
}

/* Is the whole spectrum that of real samples? Rounding leaves less than is asked for. */
static bool is_symmetric(const back *b)
{
    double most = 0.0;
    double off = 0.0;
    for (uint64_t row = 0; row < b->rows; ++row) {
        for (uint64_t bin = 0; bin < b->bins; ++bin) {
            uint64_t mirror = bin == 0 ? 0 : b->bins - bin;
            double re = part_of(b, row, bin, 0);
            double im = part_of(b, row, bin, 1);
            most = fmax(most, hypot(re, im));
            off =
                fmax(off, hypot(re - part_of(b, row, mirror, 0), im + part_of(b, row, mirror, 1)));
        }
    }
    return off <= most * (b->wide ? 1e-12 : 1e-5);
}

/* Half a spectrum begins with a number that is real, and of an even number of samples it ends so
 * too. */
static bool may_be_half(const back *b, uint64_t length)
{
    for (uint64_t row = 0; row < b->rows; ++row) {
        if (part_of(b, row, 0, 1) != 0.0 ||
            (length % 2 == 0 && part_of(b, row, b->bins - 1, 1) != 0.0)) {
            return false;
        }
    }
    return true;
}

static bool choose_meaning(back *b)
{
    uint64_t given = b->options->length;
    bool known = given != TOOL_NOT_GIVEN;
    uint64_t half = known ? given : b->bins > 1 ? 2 * (b->bins - 1) : 1;
    if (known && given / 2 + 1 != b->bins && given != b->bins) {
        (void)tool_refuse("--length %llu: %llu bins are half the spectrum of %llu or %llu real "
                          "samples, or all of %llu",
                          (unsigned long long)given, (unsigned long long)b->bins,
                          (unsigned long long)(b->bins > 1 ? 2 * b->bins - 2 : 1),
                          (unsigned long long)(2 * b->bins - 1), (unsigned long long)b->bins);
        return false;
    }
    bool all = known && given == b->bins && given > 2;
    if (!all && half / 2 + 1 == b->bins && ((known && half > 2) || may_be_half(b, half))) {
        b->meaning = HALF;
        b->length = half;
    } else {
        b->meaning = is_symmetric(b) ? SYMMETRIC : WHOLE;
        b->length = b->bins;
    }
    return true;
}

static bool run(back *b)
{
    const fftc_transform transform = {.length = {b->length},
                                      .batch = b->rows,
                                      .precision = b->wide ? FFTC_FLOAT64 : FFTC_FLOAT32,
                                      .direction = FFTC_INVERSE,
                                      .kind = b->meaning == HALF ? FFTC_REAL : FFTC_COMPLEX};
    const fftc_plan_options options = {.threads = b->options->threads};
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_plan *plan = NULL;
    uint64_t numbers = b->rows * b->length;
    uint64_t made = b->meaning == HALF ? numbers : 2 * numbers;
    if (fftc_plan_create(&transform, &options, &plan, &error) == FFTC_SUCCESS) {
        b->samples = malloc((size_t)made * (b->wide ? sizeof(double) : sizeof(float)));
        if (b->samples == NULL) {
            (void)tool_fail(&error, FFTC_OUT_OF_MEMORY, "no memory for %llu samples",
                            (unsigned long long)numbers);
        } else {
            (void)fftc_plan_execute(plan, b->spectra, b->samples, &error);
        }
    }
    fftc_plan_destroy(plan);
    if (error.status != FFTC_SUCCESS) {
        (void)tool_refuse("transform: %s", error.message);
        return false;
    }
    for (uint64_t i = 0; i < made; ++i) {
        double number =
            b->wide ? ((const double *)b->samples)[i] : (double)((const float *)b->samples)[i];
        if (!isfinite(number)) {
            (void)tool_refuse("transform: the signal is beyond the range of %s: scale the spectrum "
                              "down",
                              tool_precision_names[b->wide ? FFTC_FLOAT64 : FFTC_FLOAT32]);
            return false;
        }
    }
    /* Real samples are the real parts, moved next to each other. */
    for (uint64_t i = 0; b->meaning == SYMMETRIC && i < numbers; ++i) {
        if (b->wide) {
            ((double *)b->samples)[i] = ((const double *)b->samples)[2 * i];
        } else {
            ((float *)b->samples)[i] = ((const float *)b->samples)[2 * i];
        }
    }
    return true;
}

/* The shape of the spectra with samples in place of the bins. */
static bool write_npy(const back *b)
{
    uint64_t shape[2] = {b->rows, b->length};
    bool is_complex = b->meaning == WHOLE;
    size_t each = (b->wide ? sizeof(double) : sizeof(float)) * (is_complex ? 2 : 1);
    const char *descr = is_complex ? (b->wide ? TOOL_NPY_HOST "c16" : TOOL_NPY_HOST "c8")
                                   : (b->wide ? TOOL_NPY_HOST "f8" : TOOL_NPY_HOST "f4");
    FILE *file = tool_file_create(b->options->output);
    if (file == NULL) {
        return false;
    }
    (void)tool_npy_write_header(file, descr, b->rows > 1 ? 2 : 1, b->rows > 1 ? shape : shape + 1);
    (void)fwrite(b->samples, each, (size_t)(b->rows * b->length), file);
    return tool_file_close(file, b->options->output);
}

/* Rows are channels. */
static bool write_sound(back *b)
{
    const tool_sink_signal signal = {.channels = (uint32_t)b->rows,
                                     .wide = b->wide,
                                     .is_complex = b->meaning == WHOLE,
                                     .sample_rate = b->options->rate,
                                     .sound_format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
    size_t each = b->wide ? sizeof(double) : sizeof(float);
    if (b->rows > 1024) {
        (void)tool_refuse("%s: %llu rows are too many channels for a sound: write .npy",
                          b->options->output, (unsigned long long)b->rows);
        return false;
    }
    tool_sink *sink = tool_sink_create(b->options->output, &signal);
    unsigned char *sample = malloc((size_t)b->rows * each);
    bool good = sink != NULL && sample != NULL;
    for (uint64_t i = 0; good && i < b->length; ++i) {
        for (uint64_t row = 0; row < b->rows; ++row) {
            memcpy(sample + row * each,
                   (const unsigned char *)b->samples + (row * b->length + i) * each, each);
        }
        good = tool_sink_write(sink, sample, 1);
    }
    free(sample);
    if (!good) {
        tool_sink_abandon(sink);
        return false;
    }
    b->clipped = tool_sink_clipped(sink);
    return tool_sink_close(sink);
}

static const char *const meanings[] = {"half the spectrum of real samples",
                                       "the spectrum of complex samples",
                                       "the whole spectrum of real samples"};

static bool report(const back *b)
{
    const tool_transform_options *options = b->options;
    char shape[TOOL_NPY_AXES * 24];
    tool_npy_shape_text(b->npy.axes, b->npy.shape, shape, sizeof shape);
    tool_progress_hide();
    if (!tool_goes_out(options->json)) {
        (void)printf("%s (%s, shape %s), taken for %s%s: %llu row%s of %llu samples; %s\n",
                     options->file, b->npy.format, shape, meanings[b->meaning],
                     options->length == TOOL_NOT_GIVEN ? " (--length says otherwise)" : "",
                     (unsigned long long)b->rows, b->rows == 1 ? "" : "s",
                     (unsigned long long)b->length, options->output);
        if (b->clipped > 0) {
            (void)printf("%llu samples were clipped\n", (unsigned long long)b->clipped);
        }
        if (!tool_file_close(stdout, "standard output")) {
            return false;
        }
    }
    if (options->json == NULL) {
        return true;
    }
    cJSON *root = json_begin("transform");
    json_flag(root, "inverse", true);
    json_text(root, "file", options->file);
    json_text(root, "format", b->npy.format);
    json_text(root, "taken", meanings[b->meaning]);
    json_text(root, "output", options->output);
    json_text(root, "precision", tool_precision_names[b->wide ? FFTC_FLOAT64 : FFTC_FLOAT32]);
    json_count(root, "rows", b->rows);
    json_count(root, "bins", b->bins);
    json_count(root, "length", b->length);
    json_flag(root, "complex", b->meaning == WHOLE);
    json_count(root, "clipped", b->clipped);
    cJSON *seconds = cJSON_AddObjectToObject(root, "seconds");
    json_number_or_null(seconds, "read", b->read_seconds);
    json_number_or_null(seconds, "transform", b->transform_seconds);
    json_number_or_null(seconds, "write", b->write_seconds);
    return json_write(root, options->json);
}

static bool do_all(back *b)
{
    const tool_transform_options *options = b->options;
    bool npy = tool_ends_with(options->output, ".npy");
    fftc_error error = {.status = FFTC_SUCCESS};
    size_t count = 0;
    double start = tool_milliseconds();
    if (!npy && options->rate == 0.0) {
        (void)tool_refuse("transform: %s: a sound has a sample rate: give --rate HZ",
                          options->output);
        return false;
    }
    tool_progress_set(-1.0, "reading");
    if (tool_file_read(options->file, FILE_LIMIT, &b->bytes, &count, &error) != FFTC_SUCCESS) {
        (void)tool_refuse("%s", error.message);
        return false;
    }
    if (tool_npy_open(b->bytes, count, &b->npy, &error) != FFTC_SUCCESS) {
        (void)tool_refuse("%s: %s", options->file, error.message);
        return false;
    }
    if (!load(b) || !choose_meaning(b)) {
        return false;
    }
    if (!npy && b->meaning == WHOLE) {
        (void)tool_refuse("%s: it is the spectrum of complex samples, which are no sound: write "
                          ".npy; or, if it is half that of real ones, give their --length",
                          options->file);
        return false;
    }
    b->read_seconds = seconds_since(start);
    start = tool_milliseconds();
    tool_progress_set(-1.0, "transforming");
    if (!run(b)) {
        return false;
    }
    b->transform_seconds = seconds_since(start);
    start = tool_milliseconds();
    tool_progress_set(-1.0, "writing");
    bool good = npy ? write_npy(b) : write_sound(b);
    b->write_seconds = seconds_since(start);
    return good && report(b);
}

int tool_transform_signal_back(const tool_transform_options *options)
{
    back b = {.options = options};
    bool good = do_all(&b);
    free(b.bytes);
    free(b.spectra);
    free(b.samples);
    return good ? TOOL_GOOD : TOOL_REFUSED;
}
