/* SPDX-License-Identifier: MIT
 *
 * Real pictures have half spectra, and everything complex goes through arrays with all columns.
 */
#include "transform_picture.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "json.h"
#include "npy_file.h"
#include "progress.h"
#include "raster_planes.h"
#include "recording.h"
#include "spectrum_picture.h"

#define NPY_BYTES_LIMIT ((uint64_t)1 << 34)
/* What a spectrum may have beside that of real numbers, as a share of its L2 norm. Rounding leaves
 * 1e-6 and less. */
#define COMPLEX_PART 1e-4

/* What was read, one of the two, and the words for people. */
typedef struct content {
    tool_planes planes;   /* real numbers */
    tool_spectra numbers; /* complex ones, or any spectrum */
    char format[640];
    double left_out; /* of a spectrum: the part that no picture of real numbers has */
} content;

static void free_content(content *c)
{
    tool_planes_free(&c->planes);
    tool_spectra_free(&c->numbers);
}

static fftc_status read_picture(const tool_picture_job *job, content *c, fftc_error *error)
{
    tool_raster raster;
    fftc_status status = tool_raster_read(job->file, job->choice, &raster, error);
    if (status == FFTC_SUCCESS) {
        (void)snprintf(c->format, sizeof c->format, "%s%s%s", raster.format,
                       raster.taken[0] != '\0' ? "; " : "", raster.taken);
        status = tool_planes_of_raster(&raster, job->precision, &c->planes, error);
    }
    tool_raster_free(&raster);
    return status;
}

static void value_at(const tool_npy *npy, const tool_planes *shape, uint64_t channel, uint64_t y,
                     uint64_t x, double value[2])
{
    tool_npy_value(npy, (y * shape->width + x) * shape->channels + channel, value);
}

/* The half spectrum of the real numbers nearest to what the array is the spectrum of, which are
 * the real parts: (X[f] + conj X[-f]) / 2. */
static void take_half(const tool_npy *npy, const tool_planes *shape, content *c)
{
    double whole = 0.0;
    double rest = 0.0;
    for (uint64_t i = 0; i < shape->channels * shape->height; ++i) {
        uint64_t channel = i / shape->height;
        uint64_t y = i % shape->height;
        for (uint64_t x = 0; x < tool_spectra_columns(&c->numbers); ++x) {
            double at[2];
            double opposite[2];
            value_at(npy, shape, channel, y, x, at);
            value_at(npy, shape, channel, (shape->height - y) % shape->height,
                     (shape->width - x) % shape->width, opposite);
            const double kept[2] = {(at[0] + opposite[0]) / 2, (at[1] - opposite[1]) / 2};
            whole += at[0] * at[0] + at[1] * at[1];
            rest += (at[0] - kept[0]) * (at[0] - kept[0]) + (at[1] - kept[1]) * (at[1] - kept[1]);
            tool_spectra_set(&c->numbers, channel, y, x, kept);
        }
    }
    c->left_out = whole > 0.0 ? sqrt(rest / whole) : 0.0;
}

static void take_all(const tool_npy *npy, const tool_planes *shape, content *c)
{
    for (uint64_t i = 0; i < npy->count; ++i) {
        double value[2];
        uint64_t pixel = i / shape->channels;
        tool_npy_value(npy, i, value);
        if (c->planes.numbers != NULL) {
            tool_planes_set(&c->planes, i % shape->channels * shape->height * shape->width + pixel,
                            value[0]);
        } else {
            tool_spectra_set(&c->numbers, i % shape->channels, pixel / shape->width,
                             pixel % shape->width, value);
        }
    }
}

static fftc_status check_finite(const tool_npy *npy, fftc_error *error)
{
    for (uint64_t i = 0; i < npy->count; ++i) {
        double value[2];
        tool_npy_value(npy, i, value);
        if (!isfinite(value[0]) || !isfinite(value[1])) {
            return tool_fail(error, FFTC_INVALID_ARGUMENT,
                             "has a number that is not finite, the element %llu",
                             (unsigned long long)i);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status take_npy(const tool_picture_job *job, const tool_npy *npy, content *c,
                            fftc_error *error)
{
    bool to_picture = job->inverse && !tool_ends_with(job->output, ".npy");
    if (npy->axes != 2 && npy->axes != 3) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "has %u %s, but a picture has two, rows and columns, or three, rows, "
                         "columns and channels",
                         npy->axes, npy->axes == 1 ? "axis" : "axes");
    }
    bool wide = job->inverse && job->precision_of_file && npy->scalar_bytes == sizeof(double);
    const tool_planes shape = {.height = npy->shape[0],
                               .width = npy->shape[1],
                               .channels = npy->axes == 3 ? npy->shape[2] : 1,
                               .precision = wide ? FFTC_FLOAT64 : job->precision};
    if (to_picture && shape.channels > TOOL_PICTURE_CHANNELS) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "has %llu channels, but a picture has at most %d",
                         (unsigned long long)shape.channels, TOOL_PICTURE_CHANNELS);
    }
    fftc_status status = check_finite(npy, error);
    if (status == FFTC_SUCCESS && (to_picture || (!job->inverse && npy->type != 'c'))) {
        status = tool_planes_create(&shape, &c->planes, error);
    }
    if (status == FFTC_SUCCESS && (job->inverse || npy->type == 'c')) {
        status = tool_spectra_create(&shape, to_picture, &c->numbers, error);
    }
    if (status == FFTC_SUCCESS) {
        char text[96];
        tool_npy_shape_text(npy->axes, npy->shape, text, sizeof text);
        (void)snprintf(c->format, sizeof c->format, "%s, %s", npy->format, text);
        (to_picture ? take_half : take_all)(npy, &shape, c);
    }
    return status;
}

static fftc_status read_npy(const tool_picture_job *job, content *c, fftc_error *error)
{
    unsigned char *bytes = NULL;
    size_t count = 0;
    tool_npy npy;
    fftc_error inner = {.status = FFTC_SUCCESS};
    fftc_status status = tool_file_read(job->file, NPY_BYTES_LIMIT, &bytes, &count, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = tool_npy_open(bytes, count, &npy, &inner);
    if (status == FFTC_SUCCESS) {
        status = take_npy(job, &npy, c, &inner);
    }
    free(bytes);
    return status == FFTC_SUCCESS ? status
                                  : tool_fail(error, status, "%s: %s", job->file, inner.message);
}

bool tool_is_picture(const char *path)
{
    static const unsigned char png[] = {0x89, 'P', 'N', 'G'};
    static const unsigned char exr[] = {0x76, 0x2F, 0x31, 0x01};
    unsigned char first[4];
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe may have no writer */
    bool found = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                 read(file, first, sizeof first) == (ssize_t)sizeof first &&
                 (memcmp(first, png, sizeof png) == 0 || memcmp(first, exr, sizeof exr) == 0);
    if (file >= 0) {
        (void)close(file);
    }
    return found;
}

/* --- what is said ----------------------------------------------------------------------------- */

typedef struct summary {
    const tool_picture_job *job;
    const content *content;
    uint64_t height, width, channels;
    fftc_precision precision;
    tool_strongest strongest;
    uint64_t clipped;
} summary;

static void print_summary(const summary *s)
{
    (void)printf("%s (%s): %s %llu x %llu, %llu channel%s; ", s->job->file, s->content->format,
                 s->job->inverse ? "inverse of" : "spectrum of", (unsigned long long)s->width,
                 (unsigned long long)s->height, (unsigned long long)s->channels,
                 s->channels == 1 ? "" : "s");
    if (!s->job->inverse && s->strongest.other > 0.0) {
        (void)printf("strongest but for 0: %.6g, %.6g cycles per pixel (x, y); ",
                     s->strongest.frequency_x, s->strongest.frequency_y);
    } else if (!s->job->inverse) {
        (void)printf("%s; ", s->strongest.magnitude > 0.0 ? "nothing but frequency 0"
                                                          : "nothing but zeros");
    }
    (void)printf("%s\n", s->job->output);
    if (s->content->left_out > COMPLEX_PART) {
        (void)printf("%.3g %% of the array belongs to no picture, whose numbers are real, and was "
                     "left out: X[-f] is not conj X[f]\n",
                     100.0 * s->content->left_out);
    }
    if (s->clipped > 0) {
        (void)printf("%llu of %llu pixels are brighter than white, or negative, and were clipped; "
                     ".exr keeps them\n",
                     (unsigned long long)s->clipped, (unsigned long long)(s->width * s->height));
    }
}

static bool report(const summary *s)
{
    const tool_picture_job *job = s->job;
    if (!tool_goes_out(job->json)) {
        print_summary(s);
    }
    if (job->json == NULL) {
        return tool_file_close(stdout, "standard output");
    }
    cJSON *root = json_begin("transform");
    json_text(root, "file", job->file);
    json_text(root, "format", s->content->format);
    json_text(root, "output", job->output);
    json_flag(root, "inverse", job->inverse);
    json_count(root, "dimensions", 2);
    json_text(root, "precision", tool_precision_names[s->precision]);
    json_count(root, "height", s->height);
    json_count(root, "width", s->width);
    json_count(root, "channels", s->channels);
    if (job->inverse) {
        json_number_or_null(root, "left_out", s->content->left_out);
        json_count(root, "clipped", s->clipped);
    } else {
        cJSON *peak = cJSON_AddObjectToObject(root, "strongest");
        json_count(peak, "channel", s->strongest.channel);
        json_number_or_null(peak, "frequency_x", s->strongest.frequency_x);
        json_number_or_null(peak, "frequency_y", s->strongest.frequency_y);
        json_number_or_null(peak, "magnitude", s->strongest.other);
        json_number_or_null(root, "largest_magnitude", s->strongest.magnitude);
    }
    return json_write(root, job->json);
}

/* --- both ways -------------------------------------------------------------------------------- */

static int refuse(const tool_picture_job *job, const fftc_error *error)
{
    return tool_refuse("%s: %s", job->file, error->message);
}

static int forward(content *c, summary *s)
{
    const tool_picture_job *job = s->job;
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status;
    if (c->planes.numbers != NULL) {
        status = tool_spectra_create(&c->planes, true, &c->numbers, &error);
        if (status == FFTC_SUCCESS) {
            status = tool_planes_forward(&c->planes, job->threads, &c->numbers, &error);
        }
        tool_planes_free(&c->planes);
    } else {
        status = tool_spectra_transform(&c->numbers, FFTC_FORWARD, job->threads, &error);
    }
    if (status == FFTC_SUCCESS) {
        status = tool_spectra_search(&c->numbers, &s->strongest, &error);
    }
    if (status != FFTC_SUCCESS) {
        return refuse(job, &error);
    }
    tool_progress_set(-1.0, "writing %s", job->output);
    bool written = tool_ends_with(job->output, ".npy")
                       ? tool_spectra_write_npy(&c->numbers, job->output)
                       : tool_spectra_draw(&c->numbers, &s->strongest, job->range, job->output);
    return written ? TOOL_GOOD : TOOL_REFUSED;
}

static int inverse(content *c, summary *s)
{
    const tool_picture_job *job = s->job;
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    if (c->planes.numbers == NULL) {
        if (tool_spectra_transform(&c->numbers, FFTC_INVERSE, job->threads, &error) !=
                FFTC_SUCCESS ||
            tool_spectra_search(&c->numbers, &s->strongest, &error) != FFTC_SUCCESS) {
            return refuse(job, &error);
        }
        return tool_spectra_write_npy(&c->numbers, job->output) ? TOOL_GOOD : TOOL_REFUSED;
    }
    if (tool_planes_inverse(&c->numbers, job->threads, &c->planes, &error) != FFTC_SUCCESS ||
        tool_raster_of_planes(&c->planes, &raster, &error) != FFTC_SUCCESS) {
        return refuse(job, &error);
    }
    tool_depth_set(job->depth, &raster);
    tool_progress_set(-1.0, "writing %s", job->output);
    bool written = tool_raster_write(&raster, job->output, &s->clipped);
    tool_raster_free(&raster);
    return written ? TOOL_GOOD : TOOL_REFUSED;
}

int tool_transform_picture(const tool_picture_job *job)
{
    content c = {.left_out = 0.0};
    fftc_error error = {.status = FFTC_SUCCESS};
    bool picture = tool_is_picture(job->file);
    if (!tool_ends_with(job->output, ".npy") && !tool_raster_can_write(job->output)) {
        return tool_refuse("%s: must end in .npy, .png or .exr: %s has two dimensions (or give "
                           "--dimensions 1)",
                           job->output, job->file);
    }
    if (job->inverse && picture) {
        return tool_refuse("%s: is a picture: the inverse takes a spectrum as .npy, which has the "
                           "phases too",
                           job->file);
    }
    if (!tool_depth_check(job->depth, job->output)) {
        return TOOL_REFUSED;
    }
    if (!picture && job->choice != NULL && tool_choice_given(job->choice) != NULL) {
        return tool_refuse("%s: is for OpenEXR pictures, and %s is none",
                           tool_choice_given(job->choice), job->file);
    }
    tool_progress_set(-1.0, "reading %s", job->file);
    fftc_status status = picture ? read_picture(job, &c, &error) : read_npy(job, &c, &error);
    if (status != FFTC_SUCCESS) {
        free_content(&c);
        return tool_refuse("%s", error.message);
    }
    tool_progress_set(-1.0, "transforming");
    const bool real = c.planes.numbers != NULL;
    summary s = {.job = job,
                 .content = &c,
                 .height = real ? c.planes.height : c.numbers.height,
                 .width = real ? c.planes.width : c.numbers.width,
                 .channels = real ? c.planes.channels : c.numbers.channels,
                 .precision = real ? c.planes.precision : c.numbers.precision};
    int code = job->inverse ? inverse(&c, &s) : forward(&c, &s);
    free_content(&c);
    return code == TOOL_GOOD && !report(&s) ? TOOL_REFUSED : code;
}
