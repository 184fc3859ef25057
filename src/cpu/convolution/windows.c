/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/direct.h"

#include <math.h>
#include <string.h>

#include "cpu/convolution/run.h"

/* The most numbers of a signal, and the most sums. Their windows take 16 KB. */
#define MOST_NUMBERS 128

static size_t there(const fftc_axis_wish *wish)
{
    return wish->src_end - wish->src_begin;
}

static size_t wanted(const fftc_axis_wish *wish)
{
    return wish->dst_end - wish->dst_begin;
}

/* The costs were measured on the machine of direct.c's: the time of one scalar of the signal for a
 * vector of sums, and what a signal, or a call, takes in addition. */
bool fftc_windows_suit(const fftc_convolution *plan, double *nanoseconds)
{
    const fftc_request *r = &plan->request;
    const fftc_axis_wish *wish = &r->wish[0];
    if (r->rank > 1 || there(wish) > MOST_NUMBERS || wanted(wish) > MOST_NUMBERS ||
        wish->padding != FFTC_PADDING_ZERO) {
        return false;
    }
    bool wide = !plan->exact && plan->direct.set->vector == 64;
    double bytes = plan->exact ? 32.0 : (double)plan->direct.set->vector;
    double vectors = ceil((double)(wanted(wish) * fftc_number_bytes(plan)) / bytes);
    double scalars = (double)there(wish) * (r->real ? 1.0 : 2.0);
    double beside = r->batch > 1 ? 5.0 : 20.0;
    *nanoseconds = beside + scalars * vectors * (wide ? 0.24 : 0.19);
    return true;
}

void fftc_windows_plan(fftc_convolution *plan)
{
    const fftc_axis_wish *wish = &plan->request.wish[0];
    fftc_axis_way way = fftc_axis_exact(wish);
    fftc_direct *d = &plan->direct;
    plan->src.map[0] = fftc_axis_src(wish, &way);
    plan->dst.map[0] = fftc_axis_dst(wish, &way);
    plan->kernel.map[0] = fftc_axis_kernel(wish, &way, wish->period);
    d->windows = there(wish) + wanted(wish) - 1;
    d->lines = 1;
    d->taps = wish->taps;
    d->tasks = 1;
    /* The working memory has room for a signal and its sums if they cannot stay in place, or for
     * the taps, followed by zeros. */
    d->pitch = MOST_NUMBERS * fftc_number_bytes(plan);
    d->work = 2 * d->pitch + FFTC_WINDOW_BYTES;
}

size_t fftc_windows_spectrum_bytes(const fftc_convolution *plan)
{
    return plan->direct.windows * FFTC_WINDOW_BYTES;
}

/* --- execution -------------------------------------------------------------------------------- */

/* Convolves by way of working memory a signal that is strided or stored otherwise, or that sums
 * would overwrite while others still need it. */
static void run_apart(const fftc_run *r, fftc_windows_run run, fftc_direct_windows *sums,
                      size_t signal, char *work)
{
    const fftc_convolution *plan = r->plan;
    fftc_user src = fftc_user_at(plan, r->src, signal * plan->src.distance);
    fftc_user dst = fftc_user_at(plan, r->dst, signal * plan->dst.distance);
    char *y = work + plan->direct.pitch;
    fftc_edge_gather(plan, &plan->src, src, NULL, 0, sums->numbers, work);
    sums->signals = 1;
    sums->x = work;
    sums->y = y;
    run(sums);
    fftc_edge_scatter(plan, &plan->dst, dst, NULL, 0, sums->count, y);
}

static void run_signals(void *context, int thread, size_t begin, size_t end)
{
    const fftc_run *r = context;
    const fftc_convolution *plan = r->plan;
    const fftc_direct *d = &plan->direct;
    const fftc_axis_wish *wish = &plan->request.wish[0];
    size_t bytes = fftc_number_bytes(plan);
    fftc_windows_run run = plan->request.real ? d->set->real_windows : d->set->complex_windows;
    fftc_direct_windows sums = {.numbers = there(wish),
                                .count = wanted(wish),
                                .signals = end - begin,
                                .windows = r->spectrum,
                                .x_step = plan->src.distance * bytes,
                                .y_step = plan->dst.distance * bytes};
    if (plan->src.packed && plan->dst.packed && !plan->request.in_place) {
        sums.x = r->src.re + begin * sums.x_step + wish->src_begin * bytes;
        sums.y = r->dst.re + begin * sums.y_step + wish->dst_begin * bytes;
        run(&sums);
        return;
    }
    for (size_t signal = begin; signal < end; ++signal) {
        run_apart(r, run, &sums, signal, r->work + (size_t)thread * d->work);
    }
}

void fftc_windows_execute(const fftc_convolution *plan, fftc_run *r)
{
    fftc_team team = {plan->direct.threads, &plan->crew, false};
    fftc_parallel(&team, plan->request.batch, run_signals, r);
}

/* In sum i, number s of the signal is multiplied by the tap at place i - s of the period. */
void fftc_windows_prepare(const fftc_convolution *plan, const fftc_run *r)
{
    const fftc_axis_wish *wish = &plan->request.wish[0];
    size_t bytes = fftc_number_bytes(plan);
    size_t before = there(wish) - 1;
    size_t windows = plan->direct.windows;
    char *taps = r->work;
    memset(taps + windows * bytes, 0, FFTC_WINDOW_BYTES);
    fftc_edge_gather(plan, &plan->kernel, r->src, NULL, wish->period - before, before, taps);
    fftc_edge_gather(plan, &plan->kernel, r->src, NULL, 0, wanted(wish), taps + before * bytes);
    fftc_direct_scale(plan, taps, windows);
    for (size_t i = 0; i < windows; ++i) {
        memcpy(r->out + i * FFTC_WINDOW_BYTES, taps + i * bytes, FFTC_WINDOW_BYTES);
    }
}
