/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/bloom/bloom.h"
#include "cpu/cache_line.h"
#include "cpu/convolution/convolution.h"
#include "cpu/minimum.h"
#include "fftcore/kernel/padding.h"
#include "support/check.h"

#define ROWS_AHEAD 2u

typedef struct job {
    const fftc_bloom *plan;
    const char *spectrum;
    fftc_bloom_pixels src;
    fftc_bloom_pixels dst;
    char *work;
    fftc_bloom_factors factors;
} job;

/* A tile, by its first pixel, and its planes. */
typedef struct tile {
    const job *j;
    uint32_t y, x;
    float *planes;
} tile;

static float *plane_of(const tile *t, uint32_t channel)
{
    return t->planes + (channel + 1) * t->j->plan->plane;
}

static float *result_of(const tile *t, uint32_t channel)
{
    return t->planes + channel * t->j->plan->plane;
}

/* Number e of a plane's row that is not among those from `begin` to `end`, which it has from the
 * picture, and what follows it in memory; returns how many. */
static uint32_t pad(const tile *t, size_t y, uint32_t e, uint32_t begin, uint32_t end, float *row)
{
    const fftc_bloom *plan = t->j->plan;
    const fftc_bloom_axis *a = &plan->columns;
    const unsigned padding = (unsigned)plan->request.what.padding;
    const fftc_padded at = fftc_padding_find(t->x + e, a->before, a->picture, padding);
    const uint32_t channels = plan->request.what.channels;
    const uint32_t here = at.index + a->before - t->x;
    if (!at.there || (here >= begin && here < end)) {
        for (uint32_t c = 0; c < channels; ++c, row += plan->plane) {
            row[e] = at.there ? row[here] : 0.0F;
        }
        return 1;
    }
    const uint32_t limit = e < begin ? begin : a->all;
    const uint32_t count = padding == FFTC_PADDING_REPEAT
                               ? (uint32_t)fftc_minimum(limit - e, a->picture - at.index)
                               : 1;
    fftc_bloom_take(plan, &t->j->src, y, at.index, count, row + e, plan->plane);
    return count;
}

/* Fetches a row's pixels of some rows later: those of a tile are too short for the processor to see
 * where they go on. `written`: all of them will be. */
static void fetch(const fftc_bloom_pixels *pixels, size_t y, size_t x, size_t count, bool written)
{
    const char *from = fftc_bloom_pixel(pixels, y, x);
    const size_t pixel = (size_t)pixels->layout.pixel * fftc_precision_bytes(pixels->precision);
    if (pixels->layout.pixel > FFTC_BLOOM_CHANNELS_MAX) {
        return;
    }
    for (size_t i = 0; i < count * pixel; i += FFTC_CACHE_LINE) {
        if (written) {
            __builtin_prefetch(from + i, 1);
        } else {
            __builtin_prefetch(from + i);
        }
    }
}

/* Rows of the planes: what they have of the picture, then what is beside it. */
static void take_rows(void *context, int thread, size_t from, size_t to)
{
    const tile *t = context;
    const fftc_bloom *plan = t->j->plan;
    const fftc_bloom_description *d = &plan->request.what;
    const fftc_bloom_axis *a = &plan->columns;
    const uint32_t begin = t->x < a->before ? a->before - t->x : 0;
    const uint32_t end = (uint32_t)fftc_minimum(a->all, a->picture + a->before - t->x);
    (void)thread;
    for (size_t i = from; i < to; ++i) {
        float *row = plane_of(t, 0) + i * a->all;
        const fftc_padded y = fftc_padding_find(t->y + (uint32_t)i, plan->rows.before, d->height,
                                                (unsigned)d->padding);
        for (uint32_t c = 0; c < d->channels && !y.there; ++c) {
            memset(row + c * plan->plane, 0, a->all * sizeof(float));
        }
        if (!y.there) {
            continue;
        }
        const size_t x = t->x + begin - a->before;
        if (y.index + ROWS_AHEAD < d->height) {
            fetch(&t->j->src, y.index + ROWS_AHEAD, x, end - begin, false);
        }
        fftc_bloom_take(plan, &t->j->src, y.index, x, end - begin, row + begin, plan->plane);
        for (uint32_t e = 0; e < begin;) {
            e += pad(t, y.index, e, begin, end, row);
        }
        for (uint32_t e = end; e < a->all;) {
            e += pad(t, y.index, e, begin, end, row);
        }
    }
}

static void give_rows(void *context, int thread, size_t begin, size_t end)
{
    const tile *t = context;
    const job *j = t->j;
    const fftc_bloom_axis *a = &j->plan->columns;
    const size_t count = fftc_minimum(a->tile, a->picture - t->x);
    (void)thread;
    for (size_t i = begin; i < end; ++i) {
        if (i + ROWS_AHEAD < end) {
            fetch(&j->dst, t->y + i + ROWS_AHEAD, t->x, count, true);
        }
        fftc_bloom_give(j->plan, &j->factors, &j->src, result_of(t, 0) + i * a->tile, &j->dst,
                        t->y + i, t->x, count);
    }
}

static void run_tile(const job *j, size_t number, float *planes, const fftc_team *team)
{
    const fftc_bloom *plan = j->plan;
    tile t = {j, (uint32_t)(number / plan->columns.tiles) * plan->rows.tile,
              (uint32_t)(number % plan->columns.tiles) * plan->columns.tile, planes};
    fftc_parallel(team, plan->rows.all, take_rows, &t);
    for (uint32_t c = 0; c < plan->request.what.channels; ++c) {
        (void)fftc_convolution_execute(plan->convolution, plane_of(&t, c),
                                       j->spectrum + fftc_bloom_offset(plan, c), result_of(&t, c),
                                       NULL);
    }
    fftc_parallel(team, fftc_minimum(plan->rows.tile, plan->rows.picture - t.y), give_rows, &t);
}

static void run_tiles(void *context, int thread, size_t begin, size_t end)
{
    const job *j = context;
    const fftc_team alone = {1, NULL, false};
    char *planes = j->work + (size_t)thread * fftc_bloom_tile_bytes(j->plan);
    for (size_t i = begin; i < end; ++i) {
        run_tile(j, i, (float *)(void *)planes, &alone);
    }
}

/* Behind the tiles that are done at once. */
static char *copy_of(const job *j)
{
    return j->work + fftc_bloom_work_bytes(j->plan) - j->plan->copy_bytes;
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

/* The picture as planes of floats, so that its tiles may be replaced while others read it. */
static void copy_rows(void *context, int thread, size_t begin, size_t end)
{
    const job *j = context;
    const size_t width = j->plan->columns.picture;
    const size_t height = j->plan->rows.picture;
    float *planes = (float *)(void *)copy_of(j);
    (void)thread;
    for (size_t y = begin; y < end; ++y) {
        fftc_bloom_take(j->plan, &j->src, y, 0, width, planes + y * width, width * height);
    }
}

static void run(job *j)
{
    const fftc_bloom *plan = j->plan;
    const fftc_team team = {plan->threads, &plan->crew, false};
    const size_t tiles = fftc_bloom_tiles(plan);
    if (tiles > 1 && j->src.data == j->dst.data) {
        const uint64_t width = plan->columns.picture;
        fftc_parallel(&team, plan->rows.picture, copy_rows, j);
        j->src = (fftc_bloom_pixels){.layout = {width, 1, width * plan->rows.picture},
                                     .precision = FFTC_FLOAT32,
                                     .data = copy_of(j)};
    }
    if (!plan->inside) {
        fftc_parallel(&team, tiles, run_tiles, j);
        return;
    }
    for (size_t i = 0; i < tiles; ++i) {
        run_tile(j, i, (float *)(void *)j->work, &team);
    }
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
    const fftc_bloom_description *d = &plan->request.what;
    frame = frame != NULL ? frame : &still;
    fftc_status status = fftc_bloom_check_frame(frame, error);
    if (status == FFTC_SUCCESS) {
        status = check_arrays(plan, src, spectrum, dst, work, error);
    }
    fftc_bloom_head head = {.spectra = 0};
    if (status == FFTC_SUCCESS) {
        memcpy(&head, spectrum, sizeof head);
        status = head.spectra == plan->request.spectra
                     ? FFTC_SUCCESS
                     : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                 "the spectrum is another plan's, or nothing was prepared in it: "
                                 "call fftc_bloom_prepare with this plan");
    }
    for (uint32_t c = 0; c < d->channels && status == FFTC_SUCCESS; ++c) {
        status = fftc_convolution_check_spectrum(
            plan->convolution, (const char *)spectrum + fftc_bloom_offset(plan, c), error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    job j = {.plan = plan,
             .spectrum = spectrum,
             .src = {d->src, d->precision, (char *)(uintptr_t)src, {0.0F}},
             .dst = {d->dst, d->precision, dst, {0.0F}},
             .work = work,
             .factors = fftc_bloom_factors_of(d, frame, head.sum)};
    memcpy(j.src.beyond, j.factors.beyond, sizeof j.src.beyond);
    run(&j);
    return fftc_succeed(error);
}
