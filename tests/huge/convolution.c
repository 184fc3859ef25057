/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "huge.h"
#include "numbers.h"

/* A few impulses by a few: all sums are known. */
typedef struct trial {
    huge_run *run;
    sparse_signal signal;
    sparse_signal kernel;
    huge_array src;
    huge_array dst;
    huge_array taps;
} trial;

static bool take(trial *t, const huge_case *c)
{
    huge_memory *memory = &t->run->memory;
    bool real = c->transform.kind == FFTC_REAL;
    size_t item = fftc_precision_bytes(c->transform.precision) * (real ? 1 : 2);
    huge_array array = {.precision = c->transform.precision, .real = real};
    memory->used = 0;
    t->src = t->dst = t->taps = array;
    t->src.data = huge_memory_take(memory, item * t->signal.points);
    t->dst.data = huge_memory_take(memory, item * t->signal.points);
    /* The taps are not needed at the same time as the result. */
    t->taps.data = t->dst.data;
    return t->src.data != NULL && t->dst.data != NULL;
}

/* The sums, of which each is where two impulses meet; those that are there are taken away. */
static double take_sums(const trial *t, uint64_t *places, sparse_number *sums)
{
    int count = 0;
    double norm = 0.0;
    for (int i = 0; i < t->signal.terms; ++i) {
        for (int k = 0; k < t->kernel.terms; ++k) {
            sparse_term x = sparse_term_of(&t->signal, 0, i);
            sparse_term h = sparse_term_of(&t->kernel, 0, k);
            sparse_number a = x.amplitude;
            sparse_number b = h.amplitude;
            uint64_t at = (x.at + h.at) % t->signal.points;
            int same = 0;
            while (same < count && places[same] != at) {
                ++same;
            }
            if (same == count) {
                places[count] = at;
                sums[count++] = (sparse_number){0.0, 0.0};
            }
            sums[same].re += a.re * b.re - a.im * b.im;
            sums[same].im += a.re * b.im + a.im * b.re;
        }
    }
    for (int i = 0; i < count; ++i) {
        sparse_number y = huge_get(&t->dst, places[i]);
        norm += pow(y.re - sums[i].re, 2.0) + pow(y.im - sums[i].im, 2.0);
        huge_put(&t->dst, places[i], (sparse_number){0.0, 0.0});
    }
    return norm;
}

static double norm_of(const sparse_signal *signal, bool squares)
{
    double norm = 0.0;
    for (int i = 0; i < signal->terms; ++i) {
        sparse_number a = sparse_term_of(signal, 0, i).amplitude;
        norm += squares ? a.re * a.re + a.im * a.im : hypot(a.re, a.im);
    }
    return squares ? sqrt(norm) : norm;
}

static void check(trial *t, const fftc_convolution *plan)
{
    uint64_t places[SPARSE_TERMS_MAX * SPARSE_TERMS_MAX];
    sparse_number sums[SPARSE_TERMS_MAX * SPARSE_TERMS_MAX];
    double error = take_sums(t, places, sums) + huge_energy(&t->dst, t->signal.points);
    /* The bound is for the sum of |h| times the root of the sum of squares of x. */
    double scale = norm_of(&t->kernel, false) * norm_of(&t->signal, true);
    huge_report_error(&t->run->report, "sums, all", sqrt(error) / scale,
                      fftc_convolution_error_bound(plan));
}

static void run_plan(trial *t, const fftc_convolution *plan)
{
    fftc_error error;
    void *spectrum = huge_memory_take(&t->run->memory, fftc_convolution_spectrum_bytes(plan));
    if (spectrum == NULL) {
        huge_report_failure(&t->run->report, "spectrum", "no memory");
        return;
    }
    huge_put_impulses(&t->src, &t->signal, 1);
    huge_put_impulses(&t->taps, &t->kernel, 1);
    double start = huge_seconds();
    fftc_status status = fftc_convolution_prepare(plan, t->taps.data, spectrum, &error);
    double prepared = huge_seconds();
    if (status == FFTC_SUCCESS) {
        status = fftc_convolution_execute(plan, t->src.data, spectrum, t->dst.data, &error);
    }
    if (status != FFTC_SUCCESS) {
        huge_report_failure(&t->run->report, "convolution", error.message);
        return;
    }
    printf("%-26s kernel %.3f s, signal %.3f s\n", t->run->report.name, prepared - start,
           huge_seconds() - prepared);
    check(t, plan);
}

void huge_convolution_run(huge_run *run, const huge_case *c)
{
    fftc_convolution_description what = {.signal = c->transform, .kernel_length = {c->taps}};
    trial t = {.run = run, .signal = sparse_signal_make(&c->transform, 3, HUGE_SEED)};
    fftc_allocator allocator = huge_memory_allocator(&run->memory);
    const fftc_plan_options options = {
        .threads = run->threads, .allocator = &allocator, .executions = 1};
    fftc_convolution *plan;
    fftc_error error;
    t.kernel = t.signal;
    t.kernel.seed += 1;
    t.kernel.points = c->taps;
    t.kernel.most = c->taps;
    if (!take(&t, c)) {
        huge_report_failure(&run->report, "arrays", "no memory");
        return;
    }
    size_t arrays_end = run->memory.used;
    double start = huge_seconds();
    if (fftc_convolution_create(&what, &options, &plan, &error) != FFTC_SUCCESS) {
        huge_report_failure(&run->report, "plan", error.message);
        return;
    }
    printf("%-26s planned in %.2f s; arrays %.2f GiB, plan %.2f\n", run->report.name,
           huge_seconds() - start, huge_gib((double)arrays_end),
           huge_gib((double)(run->memory.used - arrays_end)));
    run_plan(&t, plan);
    fftc_convolution_destroy(plan);
}
