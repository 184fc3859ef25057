/* SPDX-License-Identifier: MIT
 *
 * A bloom for a device, carried out in the emulator.
 */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/job.h"
#include "device/bloom_plan.h"
#include "fftcore/emulate_bloom.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

enum { SRC = 0, DST, SIDES }; /* extras of kernel/bloom_edge.h */

/* What a call needs beside the job. */
typedef struct bloom {
    fftc_bloom_request request;
    fftc_bloom_edges edges;
    fftc_emulated_device device; /* with words, and what is at the edges as extras */
    fftc_convolution_passes passes;
    fftc_bloom_light light;
    float *taps;
    void *spectrum;
} bloom;

static fftc_memory side_of(const bloom *b, bool picture, const char *name, const void *data,
                           size_t bytes, bool read_only)
{
    const fftc_bloom_description *d = &b->request.what;
    const uint32_t number = (uint32_t)fftc_precision_bytes(d->precision);
    return (fftc_memory){.name = name,
                         .data = (void *)(uintptr_t)data,
                         .element_bytes = picture ? 16 : number,
                         .element_count = picture ? (uint64_t)d->width * d->height : bytes / number,
                         .read_only = read_only};
}

static bool same_layout(const fftc_bloom_layout *a, const fftc_bloom_layout *b)
{
    return a->row == b->row && a->pixel == b->pixel && a->channel == b->channel;
}

/* Makes the sides extras of the device. In place there is only the destination. */
static fftc_status set_sides(bloom *b, const fftc_emulated_bloom *options, const void *src,
                             void *dst, fftc_error *error)
{
    const fftc_bloom_request *r = &b->request;
    fftc_memory *extra = b->device.extra;
    if (src == NULL || dst == NULL) {
        return fftc_fail_null(error, src == NULL ? "src" : "dst");
    }
    memset(extra, 0, sizeof b->device.extra);
    extra[SRC] = side_of(b, options->src_picture, "src", src, r->src_bytes, true);
    extra[DST] = side_of(b, options->dst_picture, "dst", dst, r->dst_bytes, false);
    const fftc_footprint from =
        fftc_footprint_block((size_t)extra[SRC].element_count * extra[SRC].element_bytes);
    const fftc_footprint to =
        fftc_footprint_block((size_t)extra[DST].element_count * extra[DST].element_bytes);
    bool same = options->src_picture == options->dst_picture &&
                (options->src_picture || same_layout(&r->what.src, &r->what.dst));
    if (src == dst ? !same : fftc_overlap(src, &from, dst, &to)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst shares memory with src: keep them apart, or pass the same array, of "
                         "one layout");
    }
    if (src == dst) {
        extra[SRC] = (fftc_memory){.data = NULL};
    }
    b->device.picture_width[SRC] = b->device.picture_width[DST] = r->what.width;
    return FFTC_SUCCESS;
}

static fftc_status plan(bloom *b, const fftc_emulated_bloom *options, fftc_error *error)
{
    const fftc_arrays none = {.src = NULL};
    fftc_pass_limits limits = fftc_job_limits(&b->device, &none);
    limits.load = limits.store = true;
    return fftc_bloom_passes_make(&b->request, &b->edges, options->order, &limits, &b->passes,
                                  error);
}

/* Allocates what lies between the kernel and the frame, and makes the taps. */
static fftc_status make_taps(const fftc_job *j, bloom *b, const void *kernel, fftc_error *error)
{
    const fftc_pass_plan *e = &b->passes.execute;
    const fftc_emulation *config = b->device.config;
    size_t bytes;
    fftc_status status = fftc_bloom_taps_bytes(&b->request.what, &bytes, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    b->taps = fftc_job_take(j, bytes, 1);
    b->spectrum = fftc_job_take(j, e->elements[FFTC_PLACE_SPECTRUM], e->item[FFTC_PLACE_SPECTRUM]);
    if (b->taps == NULL || b->spectrum == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a kernel and its spectrum");
    }
    return fftc_bloom_taps(&b->request.what, config != NULL ? config->allocator : NULL, kernel,
                           b->taps, &b->light, error);
}

static fftc_status run_prepare(fftc_job *j, const bloom *b)
{
    fftc_status status = FFTC_SUCCESS;
    const uint64_t *elements = b->passes.prepare.elements;
    const uint32_t *item = b->passes.prepare.item;
    const size_t taps = (size_t)(elements[FFTC_PLACE_SRC] * item[FFTC_PLACE_SRC]);
    const size_t spectrum = (size_t)(elements[FFTC_PLACE_DST] * item[FFTC_PLACE_DST]);
    const bool exact = b->request.what.resampling == FFTC_BLOOM_EXACT;
    j->plan = b->passes.prepare;
    j->mapped = exact;
    j->names[0] = "kernel";
    j->footprint[0] = fftc_footprint_block(taps);
    j->footprint[1] = fftc_footprint_block(spectrum);
    for (size_t c = 0; c < (exact ? b->request.spectra : 1) && status == FFTC_SUCCESS; ++c) {
        const fftc_arrays arrays = {.src = (const char *)b->taps + c * taps,
                                    .dst = (char *)b->spectrum + c * spectrum};
        status = j->report->finding_count == 0 ? fftc_job_run(j, &arrays) : status;
    }
    return status;
}

static fftc_status run(fftc_job *j, bloom *b, const void *kernel, const fftc_bloom_frame *frame)
{
    const fftc_bloom_frame plain = {.sharpening = 0.0F};
    const fftc_arrays none = {.src = NULL};
    frame = frame != NULL ? frame : &plain;
    fftc_status status = make_taps(j, b, kernel, j->error);
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_set_words(&b->request.what, &b->edges, frame, &b->light, b->device.word,
                                      j->error);
    }
    if (status == FFTC_SUCCESS) {
        status = run_prepare(j, b);
    }
    if (status == FFTC_SUCCESS && j->report->finding_count == 0) {
        j->plan = b->passes.execute;
        j->mapped = true;
        j->place[FFTC_PLACE_SPECTRUM] = b->spectrum;
        status = fftc_job_run(j, &none);
    }
    fftc_job_give(j, b->taps);
    fftc_job_give(j, b->spectrum);
    return status;
}

static fftc_status emulate(const fftc_bloom_description *description,
                           const fftc_emulated_bloom *options, const fftc_emulated_device *device,
                           const void *src, const void *kernel, const fftc_bloom_frame *frame,
                           void *dst, fftc_emulated_report *report, fftc_error *error)
{
    fftc_emulated_report own = {.dispatches = 0}; /* the caller's is written on success only */
    fftc_job j = {.emulation = device, .mapped = true, .names = {"src", "dst"}};
    j.report = &own;
    j.error = error;
    if ((unsigned)options->order > FFTC_BLOOM_ROWS_FIRST) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "options.order is %d: pass an fftc_bloom_order", (int)options->order);
    }
    if (options->scratch != FFTC_FLOAT32 && options->scratch != FFTC_FLOAT16) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "options.scratch is %d: pass FFTC_FLOAT32 or FFTC_FLOAT16",
                         (int)options->scratch);
    }
    bloom *b = fftc_job_take(&j, 1, sizeof *b);
    if (b == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    b->edges = (fftc_bloom_edges){options->src_picture, options->dst_picture,
                                  options->scratch == FFTC_FLOAT16};
    b->device = *device;
    b->device.load = NULL;
    b->device.store = NULL;
    b->taps = NULL;
    b->spectrum = NULL;
    j.emulation = &b->device;
    fftc_status status = fftc_bloom_read(description, &b->request, error);
    if (status == FFTC_SUCCESS) {
        status = set_sides(b, options, src, dst, error);
    }
    if (status == FFTC_SUCCESS) {
        status = plan(b, options, error);
    }
    if (status == FFTC_SUCCESS) {
        status = run(&j, b, kernel, frame);
    }
    j.emulation = device;
    fftc_job_give(&j, b);
    return fftc_job_finish(&j, status, report);
}

fftc_status fftc_emulate_bloom(const fftc_bloom_description *description,
                               const fftc_emulated_bloom *options,
                               const fftc_emulated_device *device, const void *src,
                               const void *kernel, const fftc_bloom_frame *frame, void *dst,
                               fftc_emulated_report *report, fftc_error *error)
{
    static const fftc_emulated_bloom buffers;
    static const fftc_emulated_device defaults;
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status =
        emulate(description, options != NULL ? options : &buffers,
                device != NULL ? device : &defaults, src, kernel, frame, dst, report, error);
    fftc_float_mode_end(&mode);
    return status;
}
