/* SPDX-License-Identifier: MIT */
#include "common/convolution_plan.h"

#include <math.h>

#include "common/error.h"
#include "common/pass_factors.h"
#include "fftcore/kernel/sizes.h"
#include "fftcore/reference.h"

/* So that element numbers and their maps fit 32 bits. */
#define MAX_PERIOD ((uint64_t)1 << 30)

/* A way with the period that it has at the least, or with exactly that; true if it is cheaper. */
static bool try_way(const fftc_line_request *request, fftc_axis_way way, fftc_convolved_axis *best)
{
    fftc_period period;
    if (way.least > MAX_PERIOD || !fftc_period_choose(request, way.least, way.exact, &period) ||
        (best->period.count != 0 && period.cost >= best->period.cost)) {
        return false;
    }
    best->way = way;
    best->period = period;
    return true;
}

static fftc_status choose_axis(const fftc_request *r, const fftc_pass_limits *limits, int axis,
                               fftc_convolved_axis *best, fftc_error *error)
{
    uint64_t lines = r->batch;
    for (int i = 0; i < r->rank; ++i) {
        lines = i != axis ? fftc_size_multiply(lines, r->wish[i].period) : lines;
    }
    lines = lines < UINT32_MAX ? lines : UINT32_MAX;
    fftc_line_request request =
        fftc_factors_request(limits, fftc_complex_bytes(r->precision), 1, lines);
    *best = (fftc_convolved_axis){.wish = r->wish[axis]};
    try_way(&request, fftc_axis_exact(&best->wish), best);
    try_way(&request, fftc_axis_whole(&best->wish), best);
    return best->period.count != 0
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_UNSUPPORTED,
                           "axis %d of %zu points with %zu taps is beyond the passes that %s can "
                           "make: convolve it in parts",
                           axis, best->wish.period, best->wish.taps, limits->name);
}

/* The sums of real signals on the first axis, as one or as two halves, and of pairs of signals:
 * what costs least for all of the batch. The other axes multiply all of them by the same. */
static void choose_signals(const fftc_request *r, const fftc_pass_limits *limits,
                           fftc_convolution_passes *p)
{
    fftc_line_request request =
        fftc_factors_request(limits, fftc_complex_bytes(r->precision), 1, r->batch);
    fftc_convolved_axis half = {.wish = r->wish[0]};
    double pairs = (double)((r->batch + 1) / 2) * p->axis[0].period.cost;
    p->signals = r->batch > 1 ? FFTC_SIGNALS_PAIRED : FFTC_SIGNALS_ALONE;
    if (half.wish.dst_end - half.wish.dst_begin > 1 &&
        try_way(&request, fftc_axis_half(&half.wish), &half) &&
        (double)r->batch * half.period.cost < pairs) {
        p->signals = FFTC_SIGNALS_HALVED;
        p->axis[0] = half;
    }
}

fftc_status fftc_convolution_choose(const fftc_request *request, const fftc_pass_limits *limits,
                                    fftc_convolution_passes *passes, fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    passes->precision = request->storage.precision;
    passes->factor = request->factor;
    passes->rank = request->rank;
    passes->signals = FFTC_SIGNALS_COMPLEX;
    for (int i = 0; i < request->rank && status == FFTC_SUCCESS; ++i) {
        status = choose_axis(request, limits, i, &passes->axis[i], error);
    }
    if (status == FFTC_SUCCESS && request->real) {
        choose_signals(request, limits, passes);
    }
    return status;
}

/* As on the CPU, three transforms and the roundings between them (src/cpu/convolution/create.c). A
 * signal that is read around the corner, or in two halves, is met as often. */
double fftc_convolution_passes_bound(const fftc_convolution_passes *p)
{
    fftc_precision working = fftc_working_precision(p->precision);
    double bound = 2.0 * fftc_error_bound(working, 1);
    double met = p->signals == FFTC_SIGNALS_HALVED ? 2.0 : 1.0;
    for (int i = 0; i < p->rank; ++i) {
        const fftc_convolved_axis *a = &p->axis[i];
        bound += 3.0 * fftc_error_bound(working, a->period.points);
        bound += 2.0 * (a->period.count - 1) * fftc_error_bound(working, 1);
        met *= ceil((double)a->way.src_count / (double)a->wish.period);
    }
    bound *= sqrt(met > 1.0 ? met : 1.0);
    bound += p->precision == FFTC_FLOAT16 ? 0x1p-11 : 0.0;
    return bound * (p->factor > 1.0 ? p->factor : 1.0);
}
