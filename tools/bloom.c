/* SPDX-License-Identifier: MIT */
#include "bloom.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "colour.h"
#include "progress.h"

const char *const tool_edges_names[] = {"mirror", "clamp", "wrap", "zero", NULL};
const char *const tool_resampling_names[] = {"exact", "tent", "cubic", "sinc", NULL};
static const fftc_padding paddings[] = {FFTC_PAD_MIRROR, FFTC_PAD_CLAMP, FFTC_PAD_REPEAT,
                                        FFTC_PAD_ZERO};

/* --- on the CPU: fftcore/bloom.h -------------------------------------------------------------- */

/* Channels that have one kernel each, in planes that follow each other. */
typedef struct planes {
    uint32_t channels;
    const float *src;
    const float *kernel;
    float *dst;
} planes;

static fftc_status execute(const tool_bloom *bloom, const fftc_bloom *plan, const planes *p,
                           tool_bloom_report *report, fftc_error *error)
{
    const fftc_bloom_frame frame = {.sharpening = (float)bloom->mix};
    void *spectrum = malloc(fftc_bloom_spectrum_bytes(plan));
    void *work = malloc(fftc_bloom_work_bytes(plan));
    fftc_status status = FFTC_SUCCESS;
    double start = tool_milliseconds();
    if (spectrum == NULL || work == NULL) {
        status = tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the kernel's spectrum");
    }
    if (status == FFTC_SUCCESS) {
        tool_progress_set(0.3, "transforming the kernel");
        status = fftc_bloom_prepare(plan, p->kernel, spectrum, error);
    }
    double prepared = tool_milliseconds();
    report->kernel_milliseconds += prepared - start;
    if (status == FFTC_SUCCESS) {
        tool_progress_set(0.6, "convolving");
        report->power = fftc_bloom_power_of(spectrum, 0);
        status = fftc_bloom_execute(plan, p->src, spectrum, &frame, p->dst, work, error);
    }
    report->picture_milliseconds += tool_milliseconds() - prepared;
    free(spectrum);
    free(work);
    return status;
}

static fftc_status bloom_planes(const tool_bloom *bloom, const tool_raster *picture,
                                const tool_raster *kernel, const planes *p,
                                tool_bloom_report *report, fftc_error *error)
{
    const fftc_plan_options options = {.threads = bloom->threads, .executions = 1};
    const uint64_t width = picture->width;
    const uint64_t across = kernel->width;
    fftc_bloom_description what;
    fftc_bloom *plan = NULL;
    fftc_bloom_describe(picture->width, picture->height, p->channels, kernel->width, kernel->height,
                        &what);
    what.src = (fftc_bloom_layout){width, 1, width * picture->height};
    what.dst = what.src;
    what.kernel = (fftc_bloom_layout){across, 1, across * kernel->height};
    what.centre_x = bloom->centre[0];
    what.centre_y = bloom->centre[1];
    what.padding = paddings[bloom->edges];
    what.resampling = bloom->resampling;
    tool_progress_set(-1.0, "planning");
    double start = tool_milliseconds();
    fftc_status status = fftc_bloom_create(&what, &options, &plan, error);
    report->plan_milliseconds += tool_milliseconds() - start;
    if (status == FFTC_SUCCESS) {
        status = execute(bloom, plan, p, report, error);
    }
    fftc_bloom_destroy(plan);
    return status;
}

static void take_luminance(const tool_raster *raster, float *to)
{
    size_t pixels = (size_t)raster->width * raster->height;
    for (size_t i = 0; i < pixels; ++i) {
        to[i] = (float)tool_raster_luminance(raster, i);
    }
}

static fftc_status run_on_cpu(const tool_bloom *bloom, const tool_raster *picture,
                              const tool_raster *kernel, tool_raster *result,
                              tool_bloom_report *report, fftc_error *error)
{
    const planes colours = {TOOL_CHANNELS, picture->planes, kernel->planes, result->planes};
    fftc_status status = bloom_planes(bloom, picture, kernel, &colours, report, error);
    if (status != FFTC_SUCCESS || picture->alpha == NULL) {
        return status;
    }
    const double power = report->power;
    float *luminance = malloc((size_t)kernel->width * kernel->height * sizeof *luminance);
    if (luminance == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the kernel's luminance");
    }
    take_luminance(kernel, luminance);
    const planes alpha = {1, picture->alpha, luminance, result->alpha};
    status = bloom_planes(bloom, picture, kernel, &alpha, report, error);
    report->power = power;
    free(luminance);
    return status;
}

/* --- on a device: a convolution for each channel ---------------------------------------------- */

/* The kernel as the convolution takes it: scaled and mixed; for an alpha with its luminance as a
 * fourth channel. */
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
    fftc_status status = tool_raster_add_alpha(&t->planes, error);
    if (status == FFTC_SUCCESS) {
        take_luminance(&t->planes, t->planes.alpha);
    }
    return status;
}

static fftc_status make_taps(const tool_bloom *bloom, const tool_raster *picture,
                             const tool_raster *kernel, double power, taps *t, fftc_error *error)
{
    t->width = kernel->width;
    t->height = kernel->height;
    t->centre[0] = bloom->centre[0];
    t->centre[1] = bloom->centre[1];
    fftc_status status = tool_raster_create(t->width, t->height, &t->planes, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const double scale = (1.0 - bloom->mix) / power;
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        const float *from = tool_raster_plane(kernel, channel);
        float *to = tool_raster_plane(&t->planes, channel);
        for (size_t i = 0; i < (size_t)t->width * t->height; ++i) {
            to[i] = (float)(scale * (double)from[i]);
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

/* The picture along an axis, with as much beyond either end as the kernel can reach. */
static void describe_axis(int axis, uint64_t pixels, uint64_t of_taps, uint64_t centre,
                          tool_edges edges, fftc_convolution_description *what)
{
    const uint64_t reach = centre > of_taps - 1 - centre ? centre : of_taps - 1 - centre;
    what->signal.length[axis] = pixels + 2 * reach;
    what->signal.src_range[axis] = (fftc_range){0, pixels};
    what->signal.dst_range[axis] = (fftc_range){0, pixels};
    what->kernel_length[axis] = of_taps;
    what->kernel_origin[axis] = centre;
    what->padding[axis] = paddings[edges];
}

/* Axes are rows, then columns. */
static fftc_convolution_description describe(const tool_bloom *bloom, const tool_raster *picture,
                                             const taps *t)
{
    const uint64_t width = picture->width;
    fftc_convolution_description what = {
        .signal = {.kind = FFTC_REAL, .src_stride = {width, 1}, .dst_stride = {width, 1}}};
    describe_axis(0, picture->height, t->height, t->centre[1], bloom->edges, &what);
    describe_axis(1, width, t->width, t->centre[0], bloom->edges, &what);
    return what;
}

static fftc_status run_on_device(const tool_bloom *bloom, const tool_raster *picture,
                                 const tool_raster *kernel, tool_raster *result,
                                 tool_bloom_report *report, fftc_error *error)
{
    taps t = {0};
    if (bloom->resampling != FFTC_BLOOM_EXACT) {
        return tool_fail(error, FFTC_UNSUPPORTED,
                         "kernels are resampled on the CPU alone: leave the device out, or take "
                         "the exact kernel");
    }
    fftc_status status = measure_power(kernel, &report->power, error);
    if (status == FFTC_SUCCESS) {
        status = make_taps(bloom, picture, kernel, report->power, &t, error);
    }
    if (status == FFTC_SUCCESS) {
        tool_bloom_job job = {.description = describe(bloom, picture, &t),
                              .channels = tool_raster_channels(picture)};
        for (int channel = 0; channel < job.channels; ++channel) {
            job.src[channel] = tool_raster_plane(picture, channel);
            job.taps[channel] = tool_raster_plane(&t.planes, channel);
            job.dst[channel] = tool_raster_plane(result, channel);
        }
        status = tool_bloom_on_device(&job, bloom->device, report, error);
    }
    tool_raster_free(&t.planes);
    return status;
}

/* --- both ------------------------------------------------------------------------------------- */

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
    tool_raster seen = *picture;
    bool opaque = is_opaque(picture);
    seen.alpha = opaque ? NULL : picture->alpha;
    *report = (tool_bloom_report){0};
    *result = (tool_raster){0};
    fftc_status status = create_result(picture, result, error);
    if (status == FFTC_SUCCESS) {
        status = (bloom->on_device ? run_on_device : run_on_cpu)(bloom, &seen, kernel, result,
                                                                 report, error);
    }
    if (status == FFTC_SUCCESS && tool_raster_check_finite(result, NULL) != FFTC_SUCCESS) {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT,
                           "sums of the picture's pixels do not fit a float: darken the picture");
    }
    if (status == FFTC_SUCCESS) {
        finish_alpha(opaque, result);
    } else {
        tool_raster_free(result);
    }
    return status;
}
