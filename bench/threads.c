/* SPDX-License-Identifier: MIT
 *
 * What several threads can bring here: a copy of a case's bytes, by one thread and by all, and how
 * long they take to meet. Two cores with a third-level cache of their own each meet three to five
 * times as slowly as two that share one, and so does whatever one reads that the other has written.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "bench.h"
#include "support/workers.h"

/* A row beyond it is no more in a cache of its own between two passes. */
#define LONG_BYTES ((size_t)1024 * 1024)

/* The C library's own copy changes its stores somewhere beyond. */
#define BLOCK_BYTES ((size_t)4096)

/* Seconds. */
#define LONGEST_MEETING 1e-3

static double seconds_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Past the caches where that is possible. */
static void stream(const char *src, char *dst, size_t bytes)
{
#ifdef __SSE2__
    for (size_t i = 0; i + 16 <= bytes; i += 16) {
        _mm_stream_si128((__m128i *)(dst + i), _mm_load_si128((const __m128i *)(src + i)));
    }
#else
    memcpy(dst, src, bytes);
#endif
}

static void settle(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

static void first_pass(const bench_copy *c, size_t begin, size_t end)
{
    const char *src = c->src;
    char *dst = c->dst;
    for (size_t i = begin; i < end; i += BLOCK_BYTES) {
        size_t bytes = end - i < BLOCK_BYTES ? end - i : BLOCK_BYTES;
        if (c->streamed) {
            stream(src + i, dst + i, bytes);
        } else {
            memcpy(dst + i, src + i, bytes);
        }
    }
    if (c->streamed) {
        settle();
    }
}

/* A pass in place, which reads and writes everything. */
static void next_pass(const bench_copy *c, size_t begin, size_t end)
{
    uint32_t *x = c->dst;
    for (size_t i = begin / sizeof *x; i < end / sizeof *x; ++i) {
        x[i] += 1;
    }
}

typedef struct pass_run {
    const bench_copy *copy;
    size_t threads;
    void (*pass)(const bench_copy *copy, size_t begin, size_t end);
} pass_run;

static void run_pass(void *context, int thread)
{
    const pass_run *r = context;
    size_t lines = r->copy->bytes / 64;
    size_t begin = lines * (size_t)thread / r->threads * 64;
    size_t end = lines * ((size_t)thread + 1) / r->threads * 64;
    r->pass(r->copy, begin, end);
}

void bench_copy_run(const bench_copy *c, int threads)
{
    for (int pass = 0; pass < c->passes; ++pass) {
        pass_run r = {c, (size_t)threads, pass == 0 ? first_pass : next_pass};
        fftc_workers_call(NULL, threads, run_pass, &r);
    }
}

static double least_time(const bench_copy *c, int threads)
{
    double least = 1e300;
    for (int i = 0; i < 4; ++i) {
        double start = seconds_now();
        bench_copy_run(c, threads);
        double seconds = seconds_now() - start;
        least = seconds < least ? seconds : least;
    }
    return least;
}

void bench_copy_choose(bench_copy *c, const bench_case *which, int threads)
{
    int axes = bench_case_axes(which);
    bool row = axes == 1 && which->transforms == 1 && c->bytes > LONG_BYTES;
    c->passes = row ? 3 : axes;
    c->streamed = false;
    double usual = least_time(c, threads);
    c->streamed = true;
    c->streamed = least_time(c, threads) < usual;
}

typedef struct meeting {
    atomic_int arrived;
    int threads;
} meeting;

/* The calling thread waits for the others: not for ever, since it may have to do their tasks. */
static void arrive(void *context, int thread)
{
    meeting *m = context;
    (void)atomic_fetch_add(&m->arrived, 1);
    if (thread == 0) {
        const double end = seconds_now() + LONGEST_MEETING;
        while (atomic_load(&m->arrived) < m->threads && seconds_now() < end) {
        }
    }
}

double bench_meeting_seconds(int threads)
{
    enum { MEETINGS = 64 };
    double start = 0.0;
    for (int i = -8; i < MEETINGS; ++i) { /* the first are for all to wake up */
        meeting m = {.threads = threads};
        if (i == 0) {
            start = seconds_now();
        }
        fftc_workers_call(NULL, threads, arrive, &m);
    }
    return (seconds_now() - start) / MEETINGS;
}
