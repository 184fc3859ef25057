/* SPDX-License-Identifier: MIT */
#include "describe/convolution_axis.h"

static int64_t least_lag(const fftc_axis_wish *w)
{
    int64_t origin = (int64_t)w->origin;
    return w->correlate ? origin - (int64_t)w->taps + 1 : -origin;
}

static int64_t greatest_lag(const fftc_axis_wish *w)
{
    return least_lag(w) + (int64_t)w->taps - 1;
}

static int64_t modulo(int64_t x, size_t n)
{
    int64_t rest = x % (int64_t)n;
    return rest < 0 ? rest + (int64_t)n : rest;
}

static int64_t larger(int64_t x, int64_t y)
{
    return x > y ? x : y;
}

static int64_t smaller(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

fftc_axis_way fftc_axis_exact(const fftc_axis_wish *w)
{
    return (fftc_axis_way){.least = w->period,
                           .exact = true,
                           .complete = true,
                           .src_first = (int64_t)w->src_begin,
                           .src_count = w->src_end - w->src_begin,
                           .dst_first = (int64_t)w->dst_begin,
                           .dst_count = w->dst_end - w->dst_begin};
}

/* The first position from x on where the signal, repeated, exists; and the last one up to x. */
static int64_t next_existing(const fftc_axis_wish *w, int64_t x)
{
    int64_t rest = modulo(x, w->period);
    int64_t wait = (int64_t)w->src_begin - rest;
    if (rest >= (int64_t)w->src_end) {
        return x + wait + (int64_t)w->period;
    }
    return x + larger(wait, 0);
}

static int64_t last_existing(const fftc_axis_wish *w, int64_t x)
{
    int64_t rest = modulo(x, w->period);
    int64_t past = rest - ((int64_t)w->src_end - 1);
    if (rest < (int64_t)w->src_begin) {
        return x - past - (int64_t)w->period;
    }
    return x - larger(past, 0);
}

/* Positions a0 .. a1 and sums b0 .. b1: see convolution_axis.h. */
static fftc_axis_way way_between(const fftc_axis_wish *w, int64_t a0, int64_t a1, int64_t b0,
                                 int64_t b1)
{
    int64_t least = larger(b1 - a0 - least_lag(w) + 1, greatest_lag(w) - b0 + a1 + 1);
    least = larger(least, larger((int64_t)w->taps, larger(a1 - a0 + 1, b1 - b0 + 1)));
    return (fftc_axis_way){.least = (uint64_t)least,
                           .complete = b1 - b0 + 1 == (int64_t)(w->dst_end - w->dst_begin),
                           .src_first = a0,
                           .src_count = (size_t)(a1 - a0 + 1),
                           .dst_first = b0,
                           .dst_count = (size_t)(b1 - b0 + 1)};
}

fftc_axis_way fftc_axis_linear(const fftc_axis_wish *w)
{
    int64_t l0 = least_lag(w);
    int64_t l1 = greatest_lag(w);
    int64_t b0 = (int64_t)w->dst_begin;
    int64_t b1 = (int64_t)w->dst_end - 1;
    int64_t a0;
    int64_t a1;
    if (b1 - b0 + 1 == (int64_t)w->period && w->src_end - w->src_begin + w->taps - 1 <= w->period) {
        /* All sums are wanted, in any order, and those that have terms are neighbours. */
        a0 = (int64_t)w->src_begin;
        a1 = (int64_t)w->src_end - 1;
        b0 = a0 + l0;
        b1 = a1 + l1;
    } else {
        a0 = next_existing(w, b0 - l1);
        a1 = last_existing(w, b1 - l0);
        if (a0 > a1) {
            return (fftc_axis_way){.least = 1, .nothing = true};
        }
        b0 = larger(b0, a0 + l0);
        b1 = smaller(b1, a1 + l1);
    }
    return way_between(w, a0, a1, b0, b1);
}

fftc_axis_way fftc_axis_all(const fftc_axis_wish *w)
{
    int64_t b0 = (int64_t)w->dst_begin;
    int64_t b1 = (int64_t)w->dst_end - 1;
    int64_t a0 = next_existing(w, b0 - greatest_lag(w));
    int64_t a1 = last_existing(w, b1 - least_lag(w));
    if (a0 > a1) {
        return (fftc_axis_way){.least = (uint64_t)larger((int64_t)w->taps, b1 - b0 + 1),
                               .nothing = true,
                               .complete = true,
                               .src_first = (int64_t)w->src_begin,
                               .dst_first = b0,
                               .dst_count = (size_t)(b1 - b0 + 1)};
    }
    return way_between(w, a0, a1, b0, b1);
}

fftc_axis_way fftc_axis_block(const fftc_axis_wish *w, size_t count)
{
    int64_t b0 = (int64_t)w->dst_begin;
    int64_t b1 = b0 + (int64_t)count - 1;
    return way_between(w, b0 - greatest_lag(w), b1 - least_lag(w), b0, b1);
}

bool fftc_axis_met_once(const fftc_axis_wish *w, int64_t first, int64_t last)
{
    int64_t period = (int64_t)w->period;
    return first >= (int64_t)w->src_end - period && last < (int64_t)w->src_begin + period;
}

void fftc_axis_pad(fftc_axis_wish *w, unsigned padding)
{
    w->padding = w->src_end - w->src_begin < w->period ? padding : FFTC_PADDING_ZERO;
    if (w->padding != FFTC_PADDING_ZERO) {
        w->src_begin = 0;
        w->src_end = w->period;
    }
}

/* Numbers of padding before the signal's own. */
static size_t padding_before(const fftc_axis_wish *w)
{
    size_t rest = w->period - (w->held_end - w->held_begin);
    return w->correlate ? rest / 2 : rest - rest / 2;
}

size_t fftc_axis_copies(const fftc_axis_wish *w)
{
    size_t held = w->held_end - w->held_begin;
    return w->padding == FFTC_PADDING_CLAMP ? 2 + (w->period - held) / 2
                                            : 2 + (w->period - 1) / held;
}

fftc_map fftc_axis_src(const fftc_axis_wish *w, const fftc_axis_way *way)
{
    if (w->padding != FFTC_PADDING_ZERO) {
        size_t before = padding_before(w);
        int64_t first = way->src_first + (int64_t)before - (int64_t)w->held_begin;
        return (fftc_map){.count = way->src_count,
                          .modulus = w->period,
                          .at = (size_t)modulo(first, w->period),
                          .begin = before,
                          .end = before + w->held_end - w->held_begin,
                          .padding = w->padding,
                          .first = w->held_begin};
    }
    return (fftc_map){.count = way->src_count,
                      .modulus = w->period,
                      .at = (size_t)modulo(way->src_first, w->period),
                      .begin = w->src_begin,
                      .end = w->src_end};
}

fftc_map fftc_axis_dst(const fftc_axis_wish *w, const fftc_axis_way *way)
{
    return (fftc_map){.count = way->dst_count,
                      .modulus = w->period,
                      .at = (size_t)modulo(way->dst_first, w->period),
                      .begin = w->dst_begin,
                      .end = w->dst_end};
}

int64_t fftc_axis_kernel_first(const fftc_axis_wish *w, const fftc_axis_way *way)
{
    return least_lag(w) - (way->dst_first - way->src_first);
}

fftc_map fftc_axis_kernel(const fftc_axis_wish *w, const fftc_axis_way *way, size_t m)
{
    int64_t first = fftc_axis_kernel_first(w, way);
    return (fftc_map){.count = m,
                      .modulus = m,
                      .at = (size_t)modulo(-first, m),
                      .begin = 0,
                      .end = w->taps,
                      .last = w->correlate ? w->taps - 1 : 0};
}
