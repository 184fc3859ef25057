/* SPDX-License-Identifier: MIT */
#include "bloom.h"

#include <math.h>
#include <stdlib.h>

#include "progress.h"

const char *const tool_edges_names[] = {"mirror", "clamp", "wrap", "zero", NULL};
const char *const tool_resampling_names[] = {"exact", "tent", "cubic", "sinc", NULL};
static const fftc_padding paddings[] = {FFTC_PAD_MIRROR, FFTC_PAD_CLAMP, FFTC_PAD_REPEAT,
                                        FFTC_PAD_ZERO};

static fftc_status carry_out(const tool_bloom_job *job, const fftc_bloom *plan,
                             tool_bloom_report *report, fftc_error *error)
{
    void *spectrum = malloc(fftc_bloom_spectrum_bytes(plan));
    void *work = malloc(fftc_bloom_work_bytes(plan));
    fftc_status status = FFTC_SUCCESS;
    double start = tool_milliseconds();
    if (spectrum == NULL || work == NULL) {
        status = tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the kernel's spectrum");
    }
    if (status == FFTC_SUCCESS) {
        tool_progress_set(0.3, "transforming the kernel");
        status = fftc_bloom_prepare(plan, job->kernel, spectrum, error);
    }
    double prepared = tool_milliseconds();
    report->kernel_milliseconds = prepared - start;
    if (status == FFTC_SUCCESS) {
        tool_progress_set(0.6, "convolving");
        report->power = fftc_bloom_power_of(spectrum, 0);
        status = fftc_bloom_execute(plan, job->src, spectrum, &job->frame, job->dst, work, error);
    }
    report->picture_milliseconds = tool_milliseconds() - prepared;
    free(spectrum);
    free(work);
    return status;
}

static fftc_status run_on_cpu(const tool_bloom_job *job, int threads, tool_bloom_report *report,
                              fftc_error *error)
{
    const fftc_plan_options options = {.threads = threads, .executions = 1};
    fftc_bloom *plan = NULL;
    double start = tool_milliseconds();
    fftc_status status = fftc_bloom_create(&job->what, &options, &plan, error);
    report->plan_milliseconds = tool_milliseconds() - start;
    if (status == FFTC_SUCCESS) {
        status = carry_out(job, plan, report, error);
    }
    fftc_bloom_destroy(plan);
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

/* An alpha is a fourth channel, which gets the luminance of a kernel of three. */
tool_bloom_job tool_bloom_job_of(const tool_bloom *bloom, const tool_raster *picture,
                                 const tool_raster *kernel, const tool_raster *result)
{
    const uint64_t width = picture->width;
    const uint64_t across = kernel->width;
    tool_bloom_job job = {
        .frame = {.sharpening = (float)bloom->mix, .exposure = (float)bloom->exposure},
        .src = picture->planes,
        .kernel = kernel->planes,
        .dst = result != NULL ? result->planes : NULL};
    fftc_bloom_description *what = &job.what;
    const int channels = is_opaque(picture) ? TOOL_CHANNELS : tool_raster_channels(picture);
    fftc_bloom_describe(picture->width, picture->height, (uint32_t)channels, kernel->width,
                        kernel->height, what);
    what->kernel_channels = TOOL_CHANNELS;
    what->src = (fftc_bloom_layout){width, 1, width * picture->height};
    what->dst = what->src;
    what->kernel = (fftc_bloom_layout){across, 1, across * kernel->height};
    what->centre_x = bloom->centre[0];
    what->centre_y = bloom->centre[1];
    what->padding = paddings[bloom->edges];
    what->resampling = bloom->resampling;
    return job;
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

/* Exposure is for colours. Rounding, and kernels with negative pixels, leave 0 .. 1. */
static void finish_alpha(const tool_bloom *bloom, bool opaque, tool_raster *result)
{
    const float factor = exp2f(-(float)bloom->exposure);
    size_t pixels = (size_t)result->width * result->height;
    for (size_t i = 0; i < pixels && result->alpha != NULL; ++i) {
        result->alpha[i] = opaque ? 1.0F : fminf(fmaxf(factor * result->alpha[i], 0.0F), 1.0F);
    }
}

fftc_status tool_bloom_run(const tool_bloom *bloom, const tool_raster *picture,
                           const tool_raster *kernel, tool_raster *result,
                           tool_bloom_report *report, fftc_error *error)
{
    *report = (tool_bloom_report){0};
    *result = (tool_raster){0};
    fftc_status status = create_result(picture, result, error);
    if (status == FFTC_SUCCESS) {
        const tool_bloom_job job = tool_bloom_job_of(bloom, picture, kernel, result);
        tool_progress_set(-1.0, "planning");
        status = bloom->on_device ? tool_bloom_on_device(&job, bloom->device, report, error)
                                  : run_on_cpu(&job, bloom->threads, report, error);
    }
    if (status == FFTC_SUCCESS && tool_raster_check_finite(result, NULL) != FFTC_SUCCESS) {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT,
                           "the result does not fit a float: darken the picture, by --exposure or "
                           "--white");
    }
    if (status == FFTC_SUCCESS) {
        finish_alpha(bloom, is_opaque(picture), result);
    } else {
        tool_raster_free(result);
    }
    return status;
}
