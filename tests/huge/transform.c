/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "huge.h"
#include "numbers.h"

#define SAMPLES 100000

/* One case: two arrays, or one, and a plan each way. */
typedef struct trial {
    huge_run *run;
    const fftc_transform *transform;
    sparse_signal signal;
    uint64_t batch;
    huge_array src;
    huge_array dst;
    size_t arrays_end; /* of the memory; plans begin there */
} trial;

static bool take_array(huge_memory *memory, size_t bytes, huge_array *array, bool split)
{
    array->data = huge_memory_take(memory, bytes);
    array->im = split && array->data != NULL ? huge_memory_take(memory, bytes) : NULL;
    return array->data != NULL && (!split || array->im != NULL);
}

static bool take_arrays(trial *t, fftc_error *error)
{
    const fftc_transform *x = t->transform;
    size_t src;
    size_t dst;
    if (fftc_transform_bytes(x, &src, &dst, error) != FFTC_SUCCESS) {
        return false;
    }
    bool split = x->format == FFTC_SPLIT;
    bool forward = x->direction == FFTC_FORWARD;
    t->src = (huge_array){.precision = x->precision, .real = x->kind != FFTC_COMPLEX && forward};
    t->dst = (huge_array){.precision = x->precision, .real = x->kind == FFTC_REAL_TO_REAL};
    t->run->memory.used = 0;
    (void)snprintf(error->message, sizeof error->message, "no memory for the arrays");
    if (!take_array(&t->run->memory, src, &t->src, split)) {
        return false;
    }
    if (x->placement == FFTC_IN_PLACE) {
        t->dst.data = t->src.data;
        t->dst.im = t->src.im;
    } else if (!take_array(&t->run->memory, dst, &t->dst, split)) {
        return false;
    }
    t->arrays_end = t->run->memory.used;
    return true;
}

static fftc_plan *make_plan(trial *t, const fftc_transform *transform)
{
    fftc_allocator allocator = huge_memory_allocator(&t->run->memory);
    const fftc_plan_options options = {
        .threads = t->run->threads, .allocator = &allocator, .executions = 1};
    fftc_plan *plan;
    fftc_error error;
    t->run->memory.used = t->arrays_end;
    double start = huge_seconds();
    if (fftc_plan_create(transform, &options, &plan, &error) != FFTC_SUCCESS) {
        huge_report_failure(&t->run->report, "plan", error.message);
        return NULL;
    }
    printf("%-26s planned in %.2f s; arrays %.2f GiB, tables %.3f, working memory %.2f\n",
           t->run->report.name, huge_seconds() - start, huge_gib((double)t->arrays_end),
           huge_gib((double)(t->run->memory.used - t->arrays_end) -
                    (double)fftc_plan_work_bytes(plan)),
           huge_gib((double)fftc_plan_work_bytes(plan)));
    return plan;
}

static bool execute(trial *t, const fftc_plan *plan, const huge_array *src, const huge_array *dst,
                    const char *what)
{
    const fftc_arrays arrays = {
        .src = src->data, .src_im = src->im, .dst = dst->data, .dst_im = dst->im};
    fftc_error error;
    double start = huge_seconds();
    if (fftc_plan_execute_arrays(plan, &arrays, &error) != FFTC_SUCCESS) {
        huge_report_failure(&t->run->report, what, error.message);
        return false;
    }
    printf("%-26s %-26s %.3f s\n", t->run->report.name, what, huge_seconds() - start);
    return true;
}

static double bound_of(const fftc_transform *x)
{
    double bound = 0.0;
    for (int i = 0; i < FFTC_MAX_RANK && x->length[i] != 0; ++i) {
        uint64_t n = x->kind == FFTC_REAL_TO_REAL ? 2 * x->length[i] : x->length[i];
        bound += fftc_transform_error_bound(x->precision, n);
    }
    return bound;
}

/* --- samples of a spectrum -------------------------------------------------------------------- */

static uint64_t last_length(const fftc_transform *x)
{
    int i = FFTC_MAX_RANK - 1;
    while (x->length[i] == 0) {
        --i;
    }
    return x->length[i];
}

/* Numbers of the spectrum of one transform, as they stand. */
static uint64_t spectrum_points(const trial *t)
{
    uint64_t last = last_length(t->transform);
    return t->transform->kind == FFTC_REAL ? t->signal.points / last * (last / 2 + 1)
                                           : t->signal.points;
}

static sparse_number expected_of(const trial *t, uint64_t place)
{
    const fftc_transform *x = t->transform;
    uint64_t all = spectrum_points(t);
    uint64_t batch = place / all;
    uint64_t at = place % all;
    if (x->kind == FFTC_REAL_TO_REAL) {
        return (sparse_number){sparse_dct(&t->signal, batch, at), 0.0};
    }
    if (x->kind == FFTC_REAL) {
        uint64_t last = last_length(x);
        at = at / (last / 2 + 1) * last + at % (last / 2 + 1);
    }
    double scale = x->direction == FFTC_INVERSE ? 1.0 / (double)t->signal.points : 1.0;
    sparse_number y = sparse_spectrum(&t->signal, batch, at, x->direction == FFTC_INVERSE);
    return (sparse_number){scale * y.re, scale * y.im};
}

/* The edges, what is around a power of two in numbers and in bytes, and then any. */
static uint64_t sample_place(uint64_t number, uint64_t all)
{
    enum { AROUND = 8, POWERS = 36 };
    uint64_t state = HUGE_SEED + number;
    if (number < AROUND * POWERS) {
        uint64_t place = ((uint64_t)1 << number / AROUND) + number % AROUND - AROUND / 2;
        if (place < all) {
            return place;
        }
    } else if (number < AROUND * (POWERS + 2)) {
        uint64_t edge = number - AROUND * POWERS;
        return edge < AROUND ? edge % all : all - 1 - edge % AROUND % all;
    }
    return sparse_random(&state) % all;
}

static double sample_error(const trial *t)
{
    uint64_t all = t->batch * spectrum_points(t);
    double error = 0.0;
    double norm = 0.0;
#pragma omp parallel for schedule(dynamic, 256) reduction(+ : error, norm)
    for (int64_t i = 0; i < SAMPLES; ++i) {
        uint64_t place = sample_place((uint64_t)i, all);
        sparse_number x = expected_of(t, place);
        sparse_number y = huge_get(&t->dst, place);
        error += (y.re - x.re) * (y.re - x.re) + (y.im - x.im) * (y.im - x.im);
        norm += x.re * x.re + x.im * x.im;
    }
    return sqrt(error / norm);
}

/* --- the three checks ------------------------------------------------------------------------- */

/* Tones give impulses, and nothing else anywhere. One axis. */
static void check_tones(trial *t, const fftc_plan *plan)
{
    const fftc_transform *x = t->transform;
    bool real = x->kind == FFTC_REAL;
    sparse_signal tones = t->signal;
    /* A real signal's are below half its points; a tone of the inverse goes the other way. */
    tones.most = real ? t->signal.points / 2 + 1 : t->signal.points;
    huge_put_tones(&t->src, &tones, t->batch);
    if (!execute(t, plan, &t->src, &t->dst, "tones")) {
        return;
    }
    const huge_expected expected = {.signal = &tones,
                                    .batch = t->batch,
                                    .pitch = spectrum_points(t),
                                    .gain = (double)t->signal.points * (real ? 0.5 : 1.0),
                                    .twice = real};
    huge_report_error(&t->run->report, "tones, all numbers", huge_impulse_error(&t->dst, &expected),
                      bound_of(x));
}

static void check_impulses(trial *t, const fftc_plan *plan)
{
    const fftc_transform *x = t->transform;
    huge_put_impulses(&t->src, &t->signal, t->batch);
    if (!execute(t, plan, &t->src, &t->dst, "impulses")) {
        return;
    }
    huge_report_error(&t->run->report, "impulses, samples", sample_error(t), bound_of(x));
    if (x->placement == FFTC_OUT_OF_PLACE) {
        const huge_expected expected = {
            .signal = &t->signal, .batch = t->batch, .pitch = t->signal.points, .gain = 1.0};
        huge_report_error(&t->run->report, "source as it was",
                          huge_impulse_error(&t->src, &expected), 0.0);
    }
}

static void check_round_trip(trial *t)
{
    fftc_transform back = *t->transform;
    back.direction = back.direction == FFTC_FORWARD ? FFTC_INVERSE : FFTC_FORWARD;
    fftc_plan *plan = make_plan(t, &back);
    if (plan == NULL) {
        return;
    }
    if (execute(t, plan, &t->dst, &t->src, "back")) {
        const huge_expected expected = {
            .signal = &t->signal, .batch = t->batch, .pitch = t->signal.points, .gain = 1.0};
        huge_report_error(&t->run->report, "there and back, all",
                          huge_impulse_error(&t->src, &expected), 2.0 * bound_of(t->transform));
    }
    fftc_plan_destroy(plan);
}

void huge_transform_run(huge_run *run, const huge_case *c)
{
    fftc_error error = {.message = ""};
    trial t = {.run = run,
               .transform = &c->transform,
               .signal = sparse_signal_make(&c->transform, 3, HUGE_SEED),
               .batch = c->transform.batch != 0 ? c->transform.batch : 1};
    bool single = c->transform.length[1] == 0 && c->transform.kind != FFTC_REAL_TO_REAL;
    if (!take_arrays(&t, &error)) {
        huge_report_failure(&run->report, "arrays", error.message);
        return;
    }
    fftc_plan *plan = make_plan(&t, &c->transform);
    if (plan == NULL) {
        return;
    }
    /* Sums of a long transform are beyond halves, and tones of the inverse one over n below. */
    if (single && t.batch == 1 && c->transform.precision != FFTC_FLOAT16 &&
        c->transform.direction == FFTC_FORWARD) {
        check_tones(&t, plan);
    }
    check_impulses(&t, plan);
    fftc_plan_destroy(plan);
    check_round_trip(&t);
}
