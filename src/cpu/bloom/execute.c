/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "cpu/bloom/bloom.h"
#include "support/check.h"
#include "support/half.h"

#define GREATEST_HALF 65504.0F

/* One channel of an execution. */
typedef struct job {
    const fftc_bloom *plan;
    const char *src;
    char *dst;
    float *plane;  /* the channel of the picture, less what is beyond it */
    float *result; /* its convolution */
    float beyond;
    float picture; /* factors: of the picture, */
    float spread;  /* of the convolution, */
    float shift;   /* and what is added to that, since `beyond` was taken away */
} job;

/* Infinities and NaNs do not spread. */
static inline float tame(float x)
{
    return isnan(x) ? 0.0F : isinf(x) ? copysignf(GREATEST_HALF, x) : x;
}

static inline float load(const char *numbers, size_t i, bool half)
{
    uint16_t bits;
    float x;
    if (half) {
        memcpy(&bits, numbers + i * sizeof bits, sizeof bits);
        return fftc_float_from_half(bits);
    }
    memcpy(&x, numbers + i * sizeof x, sizeof x);
    return x;
}

static inline void store(char *numbers, size_t i, bool half, float x)
{
    if (half) {
        uint16_t bits = fftc_half_from_float(x);
        memcpy(numbers + i * sizeof bits, &bits, sizeof bits);
    } else {
        memcpy(numbers + i * sizeof x, &x, sizeof x);
    }
}

/* A row of the picture to the plane. */
static inline void take_row(const job *j, const char *from, size_t step, bool half, float *to)
{
    const size_t width = j->plan->request.what.width;
    const float beyond = j->beyond;
    if (j->plan->request.what.keep_infinities != 0) {
        for (size_t x = 0; x < width; ++x) {
            to[x] = load(from, x * step, half) - beyond;
        }
    } else {
        for (size_t x = 0; x < width; ++x) {
            to[x] = tame(load(from, x * step, half)) - beyond;
        }
    }
}

/* A row of the result. With sharpening 1 the convolution is not looked at, so that the picture
 * comes back as it was. */
static inline void give_row(const job *j, const float *picture, const float *result, size_t step,
                            bool half, char *to)
{
    const size_t width = j->plan->request.what.width;
    if (j->spread == 0.0F) {
        for (size_t x = 0; x < width; ++x) {
            store(to, x * step, half, j->picture * (picture[x] + j->beyond));
        }
    } else {
        for (size_t x = 0; x < width; ++x) {
            float sum = j->spread * result[x] + j->shift;
            store(to, x * step, half, j->picture * (picture[x] + j->beyond) + sum);
        }
    }
}

/* Of constant distances compilers make vectors. */
static void take_rows(void *context, int thread, size_t begin, size_t end)
{
    const job *j = context;
    const fftc_bloom_description *d = &j->plan->request.what;
    const size_t bytes = fftc_precision_bytes(d->precision);
    const size_t step = (size_t)d->src.pixel;
    (void)thread;
    for (size_t y = begin; y < end; ++y) {
        const char *from = j->src + y * d->src.row * bytes;
        float *to = j->plane + y * d->width;
        if (d->precision == FFTC_FLOAT16) {
            take_row(j, from, step, true, to);
        } else if (step == 1) {
            take_row(j, from, 1, false, to);
        } else {
            take_row(j, from, step, false, to);
        }
    }
}

static void give_rows(void *context, int thread, size_t begin, size_t end)
{
    const job *j = context;
    const fftc_bloom_description *d = &j->plan->request.what;
    const size_t bytes = fftc_precision_bytes(d->precision);
    const size_t step = (size_t)d->dst.pixel;
    (void)thread;
    for (size_t y = begin; y < end; ++y) {
        char *to = j->dst + y * d->dst.row * bytes;
        const float *picture = j->plane + y * d->width;
        const float *result = j->result + y * d->width;
        if (d->precision == FFTC_FLOAT16) {
            give_row(j, picture, result, step, true, to);
        } else if (step == 1) {
            give_row(j, picture, result, 1, false, to);
        } else {
            give_row(j, picture, result, step, false, to);
        }
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

static fftc_status check_frame(const fftc_bloom_frame *frame, fftc_error *error)
{
    if (!(frame->sharpening >= 0.0F && frame->sharpening <= 1.0F)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "sharpening is %g: pass 0 to 1",
                         (double)frame->sharpening);
    }
    if (!(frame->exposure >= -100.0F && frame->exposure <= 100.0F)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "exposure is %g: pass -100 to 100 stops",
                         (double)frame->exposure);
    }
    return FFTC_SUCCESS;
}

static fftc_status do_channel(const fftc_bloom *plan, uint32_t c, const fftc_bloom_frame *frame,
                              const char *spectrum, job *j, fftc_error *error)
{
    const fftc_bloom_description *d = &plan->request.what;
    const fftc_team team = {plan->threads, &plan->crew, false};
    const float exposed = exp2f(frame->exposure);
    fftc_bloom_head head;
    memcpy(&head, spectrum, sizeof head);
    j->beyond = d->padding == FFTC_PAD_ZERO ? d->beyond[c] : 0.0F;
    j->picture = exposed * frame->sharpening;
    j->spread = exposed * (1.0F - frame->sharpening);
    j->shift = (float)((double)j->spread * (double)j->beyond * head.sum[c]);
    fftc_parallel(&team, d->height, take_rows, j);
    fftc_status status = fftc_convolution_execute(
        plan->convolution, j->plane, spectrum + fftc_bloom_offset(plan, c), j->result, error);
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
    fftc_status status = check_frame(frame, error);
    if (status == FFTC_SUCCESS) {
        status = check_arrays(plan, src, spectrum, dst, work, error);
    }
    const fftc_bloom_description *d = &plan->request.what;
    const size_t bytes = fftc_precision_bytes(d->precision);
    for (uint32_t c = 0; c < d->channels && status == FFTC_SUCCESS; ++c) {
        job j = {.plan = plan,
                 .src = (const char *)src + c * d->src.channel * bytes,
                 .dst = (char *)dst + c * d->dst.channel * bytes,
                 .plane = work,
                 .result = (float *)(void *)((char *)work + plan->plane_bytes)};
        status = do_channel(plan, c, frame, spectrum, &j, error);
    }
    return status;
}
