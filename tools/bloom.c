/* SPDX-License-Identifier: MIT
 *
 * The picture is extended by as many pixels as the kernel needs where its edges are mirrored or
 * clamped, and the sums that have all their terms are taken. Black edges need no such copy, since
 * convolutions have ranges, and edges that wrap are a circular convolution.
 */
#include "bloom.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "colour.h"
#include "progress.h"

const char *const tool_edges_names[] = {"mirror", "clamp", "wrap", "zero", NULL};

/* The kernel as the convolution takes it: scaled, mixed, and for edges that wrap folded to the
 * picture's size; for an alpha with its luminance as a fourth channel. */
typedef struct taps {
    uint32_t width, height;
    uint32_t centre[2];
    tool_raster planes;
} taps;

static fftc_status measure_power(const tool_raster *kernel, double *power, fftc_error *error)
{
    size_t pixels = (size_t)kernel->width * kernel->height;
    *power = 0.0;
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        double sum = 0.0;
        for (size_t i = 0; i < pixels; ++i) {
            sum += (double)tool_raster_plane(kernel, channel)[i];
        }
        *power += tool_luminance[channel] * sum;
    }
    if (!(*power > 0.0)) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "the kernel is %s: the luminance of its pixels is %g in all, and it "
                         "is divided by that",
                         *power < 0.0 ? "darker than black" : "black", *power);
    }
    return FFTC_SUCCESS;
}

static fftc_status add_luminance(taps *t, fftc_error *error)
{
    size_t pixels = (size_t)t->width * t->height;
    fftc_status status = tool_raster_add_alpha(&t->planes, error);
    for (size_t i = 0; i < pixels && status == FFTC_SUCCESS; ++i) {
        double sum = 0.0;
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            sum += tool_luminance[channel] * (double)tool_raster_plane(&t->planes, channel)[i];
        }
        t->planes.alpha[i] = (float)sum;
    }
    return status;
}

static fftc_status make_taps(const tool_bloom *bloom, const tool_raster *picture,
                             const tool_raster *kernel, double power, taps *t, fftc_error *error)
{
    bool wrap = bloom->edges == TOOL_EDGES_WRAP;
    t->width = wrap && kernel->width > picture->width ? picture->width : kernel->width;
    t->height = wrap && kernel->height > picture->height ? picture->height : kernel->height;
    t->centre[0] = bloom->centre[0] % t->width;
    t->centre[1] = bloom->centre[1] % t->height;
    fftc_status status = tool_raster_create(t->width, t->height, &t->planes, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const double scale = (1.0 - bloom->mix) / power;
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        const float *from = tool_raster_plane(kernel, channel);
        float *to = tool_raster_plane(&t->planes, channel);
        for (uint32_t y = 0; y < kernel->height; ++y) {
            for (uint32_t x = 0; x < kernel->width; ++x) {
                to[(size_t)(y % t->height) * t->width + x % t->width] +=
                    (float)(scale * (double)from[(size_t)y * kernel->width + x]);
            }
        }
        to[(size_t)t->centre[1] * t->width + t->centre[0]] += (float)bloom->mix;
    }
    if (tool_raster_check_finite(&t->planes, NULL) != FFTC_SUCCESS) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "the luminance of the kernel's pixels is %g in all, too little to divide "
                         "them by: bright and negative ones cancel",
                         power);
    }
    return picture->alpha != NULL ? add_luminance(t, error) : FFTC_SUCCESS;
}

static bool is_extended(tool_edges edges)
{
    return edges == TOOL_EDGES_MIRROR || edges == TOOL_EDGES_CLAMP;
}

/* Axes are rows, then columns. */
static fftc_status describe(const tool_bloom *bloom, const tool_raster *picture, const taps *t,
                            fftc_convolution_description *what, fftc_error *error)
{
    uint64_t size[2] = {picture->height, picture->width};
    const uint64_t kernel[2] = {t->height, t->width};
    if (bloom->edges == TOOL_EDGES_WRAP) {
        *what = (fftc_convolution_description){
            .signal = {.length = {size[0], size[1]}, .kind = FFTC_REAL},
            .kernel_length = {kernel[0], kernel[1]},
            .kernel_origin = {t->centre[1], t->centre[0]}};
        return FFTC_SUCCESS;
    }
    if (is_extended(bloom->edges)) {
        size[0] += kernel[0] - 1;
        size[1] += kernel[1] - 1;
        return fftc_convolution_describe_linear(2, size, kernel, FFTC_VALID, FFTC_CONVOLVE,
                                                FFTC_REAL, what, error);
    }
    fftc_status status = fftc_convolution_describe_linear(2, size, kernel, FFTC_SAME, FFTC_CONVOLVE,
                                                          FFTC_REAL, what, error);
    /* The period has room for any origin. */
    what->kernel_origin[0] = t->centre[1];
    what->kernel_origin[1] = t->centre[0];
    return status;
}

/* Lists, for each of the positions -before .. count - 1 - before, the pixel of 0 .. size - 1 that
 * is taken there. NULL without memory. */
static uint32_t *choose_pixels(tool_edges edges, uint64_t count, uint32_t before, uint32_t size)
{
    uint32_t *from = malloc((size_t)count * sizeof *from);
    for (uint64_t i = 0; i < count && from != NULL; ++i) {
        int64_t at = (int64_t)i - before;
        int64_t period = 2 * (int64_t)size;
        int64_t folded = (at % period + period) % period;
        int64_t mirrored = folded < size ? folded : period - 1 - folded;
        int64_t clamped = at < 0 ? 0 : at < size ? at : (int64_t)size - 1;
        from[i] = (uint32_t)(edges == TOOL_EDGES_MIRROR ? mirrored : clamped);
    }
    return from;
}

static void copy_pixels(const tool_raster *picture, const uint32_t *columns, const uint32_t *rows,
                        tool_raster *extended)
{
    for (int channel = 0; channel < tool_raster_channels(picture); ++channel) {
        const float *from = tool_raster_plane(picture, channel);
        float *to = tool_raster_plane(extended, channel);
        for (uint32_t y = 0; y < extended->height; ++y) {
            const float *row = from + (size_t)rows[y] * picture->width;
            for (uint32_t x = 0; x < extended->width; ++x) {
                to[(size_t)y * extended->width + x] = row[columns[x]];
            }
        }
    }
}

/* The picture with what the kernel reaches beyond its edges. Sum number 0 of those that have all
 * their terms begins with the kernel's last tap, so kernel - 1 - centre pixels come before. */
static fftc_status extend(const tool_bloom *bloom, const tool_raster *picture, const taps *t,
                          tool_raster *extended, fftc_error *error)
{
    uint64_t width = (uint64_t)picture->width + t->width - 1;
    uint64_t height = (uint64_t)picture->height + t->height - 1;
    fftc_status status = tool_raster_create(width, height, extended, error);
    if (status == FFTC_SUCCESS && picture->alpha != NULL) {
        status = tool_raster_add_alpha(extended, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    uint32_t *columns =
        choose_pixels(bloom->edges, width, t->width - 1 - t->centre[0], picture->width);
    uint32_t *rows =
        choose_pixels(bloom->edges, height, t->height - 1 - t->centre[1], picture->height);
    if (columns != NULL && rows != NULL) {
        copy_pixels(picture, columns, rows, extended);
    } else {
        status = tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the picture's edges");
    }
    free(columns);
    free(rows);
    return status;
}

static fftc_status convolve(const tool_bloom *bloom, const tool_raster *picture, const taps *t,
                            tool_raster *result, tool_bloom_report *report, fftc_error *error)
{
    tool_bloom_job job;
    tool_raster extended = {0};
    bool extends = is_extended(bloom->edges);
    fftc_status status = describe(bloom, picture, t, &job.description, error);
    if (status == FFTC_SUCCESS && extends) {
        status = extend(bloom, picture, t, &extended, error);
    }
    job.channels = tool_raster_channels(picture);
    for (int channel = 0; channel < job.channels && status == FFTC_SUCCESS; ++channel) {
        job.src[channel] = tool_raster_plane(extends ? &extended : picture, channel);
        job.taps[channel] = tool_raster_plane(&t->planes, channel);
        job.dst[channel] = tool_raster_plane(result, channel);
    }
    if (status == FFTC_SUCCESS) {
        status = bloom->on_device ? tool_bloom_on_device(&job, bloom->device, report, error)
                                  : tool_bloom_on_cpu(&job, bloom->threads, report, error);
    }
    tool_raster_free(&extended);
    return status;
}

static bool is_opaque(const tool_raster *picture)
{
    size_t pixels = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < pixels && picture->alpha != NULL; ++i) {
        if (picture->alpha[i] != 1.0F) {
            return false;
        }
    }
    return true;
}

static fftc_status create_result(const tool_raster *picture, tool_raster *result, fftc_error *error)
{
    fftc_status status = tool_raster_create(picture->width, picture->height, result, error);
    if (status == FFTC_SUCCESS && picture->alpha != NULL) {
        status = tool_raster_add_alpha(result, error);
    }
    result->frame = picture->frame;
    result->bits = picture->bits;
    return status;
}

/* Rounding, and kernels with negative pixels, leave 0 .. 1. */
static void finish_alpha(bool opaque, tool_raster *result)
{
    size_t pixels = (size_t)result->width * result->height;
    for (size_t i = 0; i < pixels && result->alpha != NULL; ++i) {
        result->alpha[i] = opaque ? 1.0F : fminf(fmaxf(result->alpha[i], 0.0F), 1.0F);
    }
}

fftc_status tool_bloom_run(const tool_bloom *bloom, const tool_raster *picture,
                           const tool_raster *kernel, tool_raster *result,
                           tool_bloom_report *report, fftc_error *error)
{
    taps t = {0};
    tool_raster seen = *picture;
    bool opaque = is_opaque(picture);
    seen.alpha = opaque ? NULL : picture->alpha;
    *report = (tool_bloom_report){0};
    *result = (tool_raster){0};
    fftc_status status = measure_power(kernel, &report->power, error);
    if (status == FFTC_SUCCESS) {
        status = make_taps(bloom, &seen, kernel, report->power, &t, error);
    }
    if (status == FFTC_SUCCESS) {
        status = create_result(picture, result, error);
    }
    if (status == FFTC_SUCCESS) {
        status = convolve(bloom, &seen, &t, result, report, error);
    }
    if (status == FFTC_SUCCESS && tool_raster_check_finite(result, NULL) != FFTC_SUCCESS) {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT,
                           "sums of the picture's pixels do not fit a float: darken the picture");
    }
    tool_raster_free(&t.planes);
    if (status == FFTC_SUCCESS) {
        finish_alpha(opaque, result);
    } else {
        tool_raster_free(result);
    }
    return status;
}

fftc_status tool_bloom_on_cpu(const tool_bloom_job *job, int threads, tool_bloom_report *report,
                              fftc_error *error)
{
    fftc_convolution *plan = NULL;
    const fftc_plan_options options = {.threads = threads, .executions = 1};
    double start = tool_milliseconds();
    tool_progress_set(-1.0, "planning");
    fftc_status status = fftc_convolution_create(&job->description, &options, &plan, error);
    report->plan_milliseconds = tool_milliseconds() - start;
    if (status != FFTC_SUCCESS) {
        return status;
    }
    void *spectrum = malloc(fftc_convolution_spectrum_bytes(plan));
    if (spectrum == NULL) {
        status = tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the kernel's spectrum");
    }
    for (int channel = 0; channel < job->channels && status == FFTC_SUCCESS; ++channel) {
        tool_progress_set((double)channel / job->channels, "convolving");
        start = tool_milliseconds();
        status = fftc_convolution_prepare(plan, job->taps[channel], spectrum, error);
        double prepared = tool_milliseconds();
        report->kernel_milliseconds += prepared - start;
        if (status == FFTC_SUCCESS) {
            status = fftc_convolution_execute(plan, job->src[channel], spectrum, job->dst[channel],
                                              error);
        }
        report->picture_milliseconds += tool_milliseconds() - prepared;
    }
    free(spectrum);
    fftc_convolution_destroy(plan);
    return status;
}
