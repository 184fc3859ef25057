/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* clock_gettime */
#include "cpu/plan/paired_timing.h"

#include <string.h>
#include <time.h>

/* A challenger must take less than this part of the champion's time: two measurements of the same
 * plan differ by less. */
static const double clearly = 0.98;

/* One sample runs for at least this long, or once. */
static const double sample_seconds = 50e-6;

#define LEAST_ROUNDS 2
#define MOST_ROUNDS 12

double fftc_paired_timing_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double run(const fftc_paired_timing *d, const void *plan, int times)
{
    double start = fftc_paired_timing_now();
    for (int i = 0; i < times; ++i) {
        d->run(d->context, plan);
    }
    return (fftc_paired_timing_now() - start) / times;
}

static double sample(const fftc_paired_timing *d, const void *plan, int times)
{
    if (d->apart) {
        (void)run(d, plan, 1); /* numbers go to the caches of who works on them */
    }
    return run(d, plan, times);
}

static int sample_runs(double seconds)
{
    return seconds >= sample_seconds ? 1 : (int)(sample_seconds / (seconds + 1e-8)) + 1;
}

bool fftc_paired_timing_has_time(const fftc_paired_timing *d)
{
    double shortest = 1.0 + 2.0 * LEAST_ROUNDS * (sample_runs(d->seconds) + (d->apart ? 1 : 0));
    return fftc_paired_timing_now() + d->make_seconds + shortest * d->seconds < d->deadline;
}

void fftc_paired_timing_begin(fftc_paired_timing *d, const void *champion)
{
    d->seconds = run(d, champion, 1);
    if (fftc_paired_timing_has_time(d)) {
        d->seconds = run(d, champion, 1);
        d->seconds = run(d, champion, sample_runs(d->seconds));
    }
}

bool fftc_paired_timing_won(fftc_paired_timing *d, const void *champion, const void *challenger)
{
    (void)run(d, challenger, 1); /* brings the challenger's tables and working memory to the
                                    caches */
    int runs = sample_runs(d->seconds);
    double mine = 1e300;
    double its = 1e300;
    for (int round = 0; round < 2 * MOST_ROUNDS; ++round) {
        double t = sample(d, challenger, runs);
        its = t < its ? t : its;
        if (round >= LEAST_ROUNDS && its > 1.1 * d->seconds) {
            break; /* the challenger cannot win any more */
        }
        t = sample(d, champion, runs);
        mine = t < mine ? t : mine;
        if ((round + 1 >= LEAST_ROUNDS && fftc_paired_timing_now() > d->deadline) ||
            (round + 1 == MOST_ROUNDS && its > clearly * mine)) {
            break;
        }
    }
    bool wins = its < clearly * mine;
    d->seconds = wins ? its : mine < d->seconds ? mine : d->seconds;
    return wins;
}

/* All pages are written, since otherwise all reads would be of one page. */
static void *zeros(fftc_arena *arena, size_t bytes)
{
    void *data = fftc_arena_reserve(arena, 1, bytes);
    return data != NULL ? memset(data, 0, bytes) : NULL;
}

bool fftc_paired_timing_arrays(const fftc_paired_timing *d, fftc_arena *arena, size_t src,
                               size_t dst, bool in_place, bool src_im, bool dst_im, double times,
                               fftc_arrays *a)
{
    /* Supplying pages and executing a few times goes at about this many bytes a second. */
    const double first_touch = 1.6e9;
    if (fftc_paired_timing_now() + times * ((double)src + (double)dst) / first_touch >
        d->deadline) {
        return false;
    }
    dst = in_place && src > dst ? src : dst;
    a->dst = zeros(arena, dst);
    a->src = in_place ? a->dst : zeros(arena, src);
    a->dst_im = dst_im ? zeros(arena, dst) : NULL;
    a->src_im = !src_im ? NULL : in_place ? a->dst_im : zeros(arena, src);
    return a->dst != NULL && a->src != NULL && (!dst_im || a->dst_im != NULL) &&
           (!src_im || a->src_im != NULL);
}
