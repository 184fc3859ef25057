/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/bloom/bloom.h"
#include "fftcore/kernel/padding.h"
#include "support/check.h"

typedef struct job {
    const fftc_bloom *plan;
    const char *src;
    char *dst;
    char *work;
    fftc_bloom_factors factors;
} job;

/* A channel of the picture with its padding, less what is beyond it; and its convolution. */
static float *plane_of(const job *j, uint32_t channel)
{
    return (float *)(void *)(j->work + channel * j->plan->plane_bytes);
}

static float *result_of(const job *j, uint32_t channel)
{
    const size_t planes = j->plan->request.what.channels * j->plan->plane_bytes;
    return (float *)(void *)(j->work + planes + channel * j->plan->result_bytes);
}

/* What lies beyond the ends of a row that the plane has. */
static void pad_row(const fftc_bloom *plan, float *row)
{
    const fftc_bloom_axis *a = &plan->columns;
    const unsigned padding = (unsigned)plan->request.what.padding;
    const float *own = row + a->before;
    for (uint32_t x = 0; x < a->before; ++x) {
        row[x] = own[fftc_padding_find(x, a->before, a->picture, padding).index];
    }
    for (uint32_t x = a->before + a->picture; x < a->all; ++x) {
        row[x] = own[fftc_padding_find(x, a->before, a->picture, padding).index];
    }
}

static void take_rows(void *context, int thread, size_t begin, size_t end)
{
    const job *j = context;
    const fftc_bloom *plan = j->plan;
    const fftc_bloom_description *d = &plan->request.what;
    const size_t bytes = (size_t)d->src.row * fftc_precision_bytes(d->precision);
    (void)thread;
    for (size_t y = begin; y < end; ++y) {
        const size_t at = (y + plan->rows.before) * plan->columns.all;
        fftc_bloom_take(plan, j->src + y * bytes, j->factors.beyond,
                        plane_of(j, 0) + at + plan->columns.before);
        for (uint32_t c = 0; c < d->channels; ++c) {
            pad_row(plan, plane_of(j, c) + at);
        }
    }
}

/* Of each channel the rows before the picture, then those behind it. */
static void pad_rows(void *context, int thread, size_t begin, size_t end)
{
    const job *j = context;
    const fftc_bloom_axis *a = &j->plan->rows;
    const size_t rows = a->all - a->picture;
    const size_t width = j->plan->columns.all;
    (void)thread;
    for (size_t i = begin; i < end; ++i) {
        float *plane = plane_of(j, (uint32_t)(i / rows));
        size_t y = i % rows < a->before ? i % rows : i % rows + a->picture;
        size_t from = fftc_padding_find((uint32_t)y, a->before, a->picture,
                                        (unsigned)j->plan->request.what.padding)
                          .index;
        memcpy(plane + y * width, plane + (from + a->before) * width, width * sizeof(float));
    }
}

static void give_rows(void *context, int thread, size_t begin, size_t end)
{
    const job *j = context;
    const fftc_bloom *plan = j->plan;
    const fftc_bloom_description *d = &plan->request.what;
    const size_t bytes = (size_t)d->dst.row * fftc_precision_bytes(d->precision);
    (void)thread;
    for (size_t y = begin; y < end; ++y) {
        const size_t at = (y + plan->rows.before) * plan->columns.all + plan->columns.before;
        fftc_bloom_give(plan, &j->factors, plane_of(j, 0) + at, result_of(j, 0) + y * d->width,
                        j->dst + y * bytes);
    }
}

static bool overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    return (uintptr_t)a < (uintptr_t)b + b_bytes && (uintptr_t)b < (uintptr_t)a + a_bytes;
}

static bool same_layout(const fftc_bloom_layout *a, const fftc_bloom_layout *b)
{
    return a->row == b->row && a->pixel == b->pixel && a->channel == b->channel;
}

static fftc_status check_arrays(const fftc_bloom *plan, const void *src, const void *spectrum,
                                const void *dst, const void *work, fftc_error *error)
{
    const fftc_bloom_request *r = &plan->request;
    const size_t scalar = fftc_precision_bytes(r->what.precision);
    const size_t work_bytes = fftc_bloom_work_bytes(plan);
    const size_t spectrum_bytes = fftc_bloom_spectrum_bytes(plan);
    if (((uintptr_t)src | (uintptr_t)dst) % scalar != 0 ||
        ((uintptr_t)spectrum | (uintptr_t)work) % sizeof(uint64_t) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "src and dst must be aligned to their numbers, spectrum and work to %zu "
                         "bytes",
                         sizeof(uint64_t));
    }
    if (src == dst ? !same_layout(&r->what.src, &r->what.dst)
                   : overlap(src, r->src_bytes, dst, r->dst_bytes)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst shares memory with src: keep them apart, or pass the same array, of "
                         "one layout");
    }
    if (overlap(work, work_bytes, src, r->src_bytes) ||
        overlap(work, work_bytes, dst, r->dst_bytes) ||
        overlap(work, work_bytes, spectrum, spectrum_bytes) ||
        overlap(spectrum, spectrum_bytes, dst, r->dst_bytes)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "work or the spectrum shares memory with another array: keep them apart");
    }
    return FFTC_SUCCESS;
}

static fftc_status run(job *j, const char *spectrum, fftc_error *error)
{
    const fftc_bloom *plan = j->plan;
    const fftc_bloom_description *d = &plan->request.what;
    const fftc_team team = {plan->threads, &plan->crew, false};
    fftc_status status = FFTC_SUCCESS;
    fftc_parallel(&team, d->height, take_rows, j);
    fftc_parallel(&team, (size_t)d->channels * (plan->rows.all - plan->rows.picture), pad_rows, j);
    for (uint32_t c = 0; c < d->channels && status == FFTC_SUCCESS; ++c) {
        status =
            fftc_convolution_execute(plan->convolution, plane_of(j, c),
                                     spectrum + fftc_bloom_offset(plan, c), result_of(j, c), error);
    }
    if (status == FFTC_SUCCESS) {
        fftc_parallel(&team, d->height, give_rows, j);
    }
    return status;
}

fftc_status fftc_bloom_execute(const fftc_bloom *plan, const void *src, const void *spectrum,
                               const fftc_bloom_frame *frame, void *dst, void *work,
                               fftc_error *error)
{
    static const fftc_bloom_frame still = {0.0F, 0.0F};
    const char *null = plan == NULL       ? "plan"
                       : src == NULL      ? "src"
                       : spectrum == NULL ? "spectrum"
                       : dst == NULL      ? "dst"
                       : work == NULL     ? "work"
                                          : NULL;
    if (null != NULL) {
        return fftc_fail_null(error, null);
    }
    frame = frame != NULL ? frame : &still;
    fftc_status status = fftc_bloom_check_frame(frame, error);
    if (status == FFTC_SUCCESS) {
        status = check_arrays(plan, src, spectrum, dst, work, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_bloom_head head;
    memcpy(&head, spectrum, sizeof head);
    job j = {.plan = plan,
             .src = src,
             .dst = dst,
             .work = work,
             .factors = fftc_bloom_factors_of(&plan->request.what, frame, head.sum)};
    return run(&j, spectrum, error);
}
