/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/by_plans.h"

#include <math.h>
#include <string.h>

#include "cpu/convolution/run.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/overrides.h"
#include "support/smooth.h"

/* The bytes of the longest signal. For longer ones the levels are as fast. On Zen 4, circular
 * convolutions of 4 x 4 floats take 0.17 of their time, of 16 x 16 0.43, of 4 x 4 x 4 0.07, of 16 x
 * 16 x 16 0.44, of 32 x 32 0.8, of 64 x 64 1.05; of double of 16 x 16 0.5, of 16 x 16 x 16 0.5, of
 * 64 x 64 1.05. */
#define MOST_BYTES ((size_t)64 * 1024)
/* The bytes of the longest signal with a single axis of complex numbers; real ones are faster as
 * rows of pairs. 16 to 48 floats take 0.74 to 0.92 of the time of such rows, 64 1.05, 100 to 512
 * 0.85 to 0.96; doubles from 48 on 0.93 to 1.0, fewer with AVX-512 1.0 to 1.3. */
#define MOST_BYTES_OF_ONE ((size_t)4096)
#define LEAST_DOUBLES_OF_ONE 48

/* Numbers of a signal. */
static size_t points_of(const fftc_convolution *plan)
{
    size_t points = 1;
    for (int i = 0; i < plan->request.rank; ++i) {
        points *= plan->request.wish[i].period;
    }
    return points;
}

/* How many complex numbers the spectrum of a signal has. */
static size_t spectrum_of(const fftc_convolution *plan)
{
    const size_t line = plan->request.wish[plan->request.rank - 1].period;
    const size_t points = points_of(plan);
    return plan->request.real ? points / line * (line / 2 + 1) : points;
}

static bool is_quick_alone(const fftc_convolution *plan)
{
    const size_t period = plan->request.wish[0].period;
    const bool slow = plan->request.precision == FFTC_FLOAT64 && plan->direct.set->vector == 64 &&
                      period < LEAST_DOUBLES_OF_ONE;
    return !plan->request.real && !slow && period <= MOST_BYTES_OF_ONE / fftc_number_bytes(plan);
}

/* Nothing fits if FFTCORE_FORCE_SUMS is `levels`, so that tests reach both ways. */
bool fftc_by_plans_fits(const fftc_convolution *plan)
{
    const fftc_request *r = &plan->request;
    size_t bytes = fftc_number_bytes(plan);
    size_t packed = 1;
    for (int i = r->rank - 1; i >= 0; --i) {
        const fftc_axis_wish *w = &r->wish[i];
        const size_t pair = r->real && i + 1 == r->rank ? 2 : 1;
        if (w->padding != FFTC_PADDING_ZERO || w->src_begin != 0 || w->src_end != w->period ||
            w->dst_begin != 0 || w->dst_end != w->period || w->period % pair != 0 ||
            !fftc_is_13_smooth(w->period / pair) || r->src_stride[i] != packed ||
            r->dst_stride[i] != packed || w->period > MOST_BYTES / bytes) {
            return false;
        }
        packed *= w->period;
        bytes *= w->period;
    }
    return !plan->exact && fftc_storage_unstaged(r->storage) &&
           (r->rank > 1 || is_quick_alone(plan)) &&
           !fftc_override_is("FFTCORE_FORCE_SUMS", "levels");
}

bool fftc_by_plans_suits(const fftc_convolution *plan, double *nanoseconds)
{
    for (int i = 0; i < plan->request.rank; ++i) {
        if (!plan->chosen[i].own || plan->src.map[i].at != 0 || plan->dst.map[i].at != 0) {
            return false;
        }
    }
    double points = (double)points_of(plan);
    double each = plan->request.precision == FFTC_FLOAT64 ? 0.25 : 0.125;
    each *= plan->request.real ? 0.5 : 1.0;
    *nanoseconds = (plan->request.rank == 1 ? 28.0 : 40.0) + each * points * log2(points);
    return fftc_by_plans_fits(plan);
}

static fftc_status make_plan(const fftc_convolution *plan, fftc_direction direction,
                             fftc_plan **made, fftc_error *error)
{
    const fftc_plan_options options = {.allocator = &plan->arena.allocator, .executions = -1};
    fftc_transform t = {.kind = plan->request.real ? FFTC_REAL : FFTC_COMPLEX,
                        .precision = plan->request.precision,
                        .direction = direction,
                        .scaling = FFTC_SCALE_NONE};
    for (int i = 0; i < plan->request.rank; ++i) {
        t.length[i] = plan->request.wish[i].period;
    }
    return fftc_plan_create(&t, &options, made, error);
}

/* Plans of short lines store vectors of 128 or 256 bits, for which loads of 512 would have to wait:
 * on Zen 4, 8 to 100 points take 0.87 to 1.03 of the time without vectors of 512 bits. */
static fftc_products_run products_of(const fftc_convolution *plan)
{
    const fftc_direct_set *widest = plan->direct.set;
    const fftc_direct_set *set = fftc_direct_set_for("avx2", plan->request.precision, plan->exact);
    return widest->vector > 32 && set->vector == 32 ? set->products : widest->products;
}

fftc_status fftc_by_plans_plan(fftc_convolution *plan, fftc_error *error)
{
    fftc_by_plans *w = &plan->by_plans;
    w->products = products_of(plan);
    fftc_status status = make_plan(plan, FFTC_FORWARD, &w->forward, error);
    if (status == FFTC_SUCCESS) {
        status = make_plan(plan, FFTC_INVERSE, &w->inverse, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const int last = plan->request.rank - 1;
    plan->period[last] = plan->request.wish[last].period; /* real numbers, not pairs of them */
    w->bytes = spectrum_of(plan) * plan->item;
    size_t bytes = fftc_cache_lines(w->bytes);
    size_t forward = fftc_plan_work_bytes(w->forward);
    size_t inverse = fftc_plan_work_bytes(w->inverse);
    w->numbers = bytes / plan->item;
    w->plan_bytes = fftc_cache_lines(forward > inverse ? forward : inverse);
    plan->thread_bytes = bytes + w->plan_bytes;
    plan->rows = 1;
    plan->row_spectrum = 2 * bytes;
    return FFTC_SUCCESS;
}

static void run(const fftc_by_plans *w, const fftc_plan *plan, const void *src, void *dst,
                void *work)
{
    if (w->plan_bytes == 0) {
        (void)fftc_plan_execute(plan, src, dst, NULL);
    } else {
        const fftc_arrays arrays = {.src = src, .dst = dst, .work = work};
        (void)fftc_plan_execute_arrays(plan, &arrays, NULL);
    }
}

void fftc_by_plans_destroy(fftc_by_plans *by_plans)
{
    fftc_plan_destroy(by_plans->forward);
    fftc_plan_destroy(by_plans->inverse);
}

/* Clears the numbers that fill the last vector, which are multiplied, too. */
static void clear_rest(const fftc_convolution *plan, char *numbers)
{
    const fftc_by_plans *w = &plan->by_plans;
    const size_t bytes = w->numbers * plan->item;
    if (bytes > w->bytes) {
        memset(numbers + w->bytes, 0, bytes - w->bytes);
    }
}

void fftc_by_plans_execute(const fftc_run *r)
{
    const fftc_convolution *plan = r->plan;
    const fftc_by_plans *w = &plan->by_plans;
    char *numbers = r->work + w->plan_bytes;
    run(w, w->forward, r->src.re, numbers, r->work);
    clear_rest(plan, numbers);
    w->products(numbers, r->spectrum, 2 * w->numbers);
    run(w, w->inverse, numbers, r->dst.re, r->work);
}

/* Writes (re, re) for each number of the spectrum, and behind all of these (-im, im). */
static void spread(const fftc_convolution *plan, const char *numbers, char *out)
{
    const fftc_precision precision = plan->request.precision;
    const size_t scalars = 2 * plan->by_plans.numbers;
    for (size_t i = 0; i < scalars; ++i) {
        const double x = fftc_table_get(precision, numbers, i) * plan->scale;
        const bool imaginary = i % 2 != 0;
        const size_t at = imaginary ? scalars + i - 1 : i;
        fftc_table_set(precision, out, at, imaginary ? -x : x);
        fftc_table_set(precision, out, at + 1, x);
    }
}

void fftc_by_plans_prepare(const fftc_run *r)
{
    const fftc_convolution *plan = r->plan;
    const fftc_by_plans *w = &plan->by_plans;
    const fftc_request *request = &plan->request;
    const int last = request->rank - 1;
    const size_t line = request->wish[last].period;
    char *numbers = r->work + w->plan_bytes;
    char *kernel = r->out; /* has room for two such arrays */
    const size_t points = points_of(plan);
    for (size_t at = 0; at < points; at += line) {
        size_t index[FFTC_MAX_RANK];
        size_t rest = at / line;
        for (int i = last - 1; i >= 0; --i) {
            index[i] = rest % request->wish[i].period;
            rest /= request->wish[i].period;
        }
        fftc_edge_gather(plan, &plan->kernel, r->src, index, 0, line,
                         kernel + at * fftc_number_bytes(plan));
    }
    run(w, w->forward, kernel, numbers, r->work);
    clear_rest(plan, numbers);
    spread(plan, numbers, r->out);
}
