/* SPDX-License-Identifier: MIT
 *
 * Real, cosine and sine transforms against FFTW: no error is above 1.2 times that of FFTW's own
 * transform in the same precision, with or without fused products.
 * Both are measured against FFTW in long double.
 *
 * FFTCORE_TEST_VERBOSE=1 prints every length.
 */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/lines/candidates.h"
#include "cpu/plan/plan.h"
#include "fftcore/reference.h"
#include "real_testing.h"

#define MOST_RATIO 1.2
/* Sanitized runs are too few to compare errors by: they are held to the bound of all transforms. */
#ifdef TESTING_SANITIZED
#define NUMBERS 600
#else
#define NUMBERS 6000
#endif
/* The ratio of errors scatters by a hundredth with NUMBERS: whoever is less than five times
 * its scatter from the limit, or beyond it, is measured again with MORE times as many, up
 * to MOST_ROUNDS times. */
#define MORE 20
#define MOST_ROUNDS 3
#define SCATTER 0.01

/* What is measured: FFTC_REAL forward and back, and the eight kinds. */
#define WAYS 10

static const char *const names[WAYS] = {"DCT II", "DCT I",   "DCT III", "DCT IV", "DST I",
                                        "DST II", "DST III", "DST IV",  "r2c",    "c2r"};
static const fftw_r2r_kind r2r_kinds[] = {FFTW_REDFT10, FFTW_REDFT00, FFTW_REDFT01, FFTW_REDFT11,
                                          FFTW_RODFT00, FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};

/* Rows of n, in and out of place the same to FFTW; each precision has its own functions. */
#define DEFINE_FFTW(prefix, real, name)                                                            \
    static void name(int way, int n, int batch, real *in, real *out)                               \
    {                                                                                              \
        prefix##_plan plan;                                                                        \
        int half = n / 2 + 1;                                                                      \
        unsigned flags = FFTW_ESTIMATE | FFTW_PRESERVE_INPUT;                                      \
        if (way == 8) {                                                                            \
            plan = prefix##_plan_many_dft_r2c(1, &n, batch, in, NULL, 1, n,                        \
                                              (prefix##_complex *)out, NULL, 1, half, flags);      \
        } else if (way == 9) {                                                                     \
            plan = prefix##_plan_many_dft_c2r(1, &n, batch, (prefix##_complex *)in, NULL, 1, half, \
                                              out, NULL, 1, n, flags);                             \
        } else {                                                                                   \
            plan = prefix##_plan_many_r2r(1, &n, batch, in, NULL, 1, n, out, NULL, 1, n,           \
                                          &r2r_kinds[way], flags);                                 \
        }                                                                                          \
        ck_assert_ptr_nonnull(plan);                                                               \
        prefix##_execute(plan);                                                                    \
        prefix##_destroy_plan(plan);                                                               \
    }

DEFINE_FFTW(fftwl, long double, fftw_long_double)

#ifndef TESTING_SANITIZED
DEFINE_FFTW(fftwf, float, fftw_float)
DEFINE_FFTW(fftw, double, fftw_double)

static void fftw_own(fftc_precision precision, int way, size_t n, size_t batch, void *in, void *out)
{
    if (precision == FFTC_FLOAT64) {
        fftw_double(way, (int)n, (int)batch, in, out);
    } else {
        fftw_float(way, (int)n, (int)batch, in, out);
    }
}
#endif

static fftc_transform transform_of(fftc_precision precision, int way, size_t n, size_t batch)
{
    fftc_transform t = {.length = {n},
                        .batch = batch,
                        .precision = precision,
                        .scaling = FFTC_SCALE_NONE,
                        .kind = way < 8 ? FFTC_REAL_TO_REAL : FFTC_REAL,
                        .direction = way == 9 ? FFTC_INVERSE : FFTC_FORWARD};
    t.trigonometric[0] = way < 8 ? (fftc_trigonometric)way : FFTC_DCT_II;
    return t;
}

/* What FFTC_MEASURE may find in place of the estimate's plan: way `candidate` of those that the
 * cost model lists. NULL: there are no more. */
static fftc_plan *plan_by(const fftc_transform *t, int candidate)
{
    fftc_plan *usual = transform_plan(t, 1);
    fftc_plan *plan = NULL;
    fftc_shortlist list;
    fftc_choices choices = usual->choices;
    fftc_candidates_list(&choices.choice[0], usual->engines, &list);
    if (candidate < list.count) {
        fftc_plan_request request = {.transform = *t,
                                     .layout = usual->layout,
                                     .options = {.threads = 1},
                                     .isa = usual->isa,
                                     .engines = usual->engines};
        choices.given = choices.count;
        choices.choice[0] = list.choice[candidate];
        ck_assert_int_eq(fftc_plan_make(&request, &choices, &plan, NULL), FFTC_SUCCESS);
    }
    fftc_plan_destroy(usual);
    return plan;
}

/* The estimate's plan, or a candidate from 0 on. */
enum { ESTIMATED = -1 };

/* By one plan, or by one of a single line, so many of which are done in other ways. False: there is
 * no such candidate. */
static bool ours(const fftc_transform *t, bool singly, int candidate, const void *in, void *out)
{
    fftc_transform part = *t;
    part.batch = singly ? 1 : t->batch;
    size_t scalar = fftc_precision_bytes(t->precision);
    size_t n = t->length[0];
    size_t spectrum = 2 * (n / 2 + 1);
    bool real = t->kind == FFTC_REAL;
    size_t from = scalar * (real && t->direction == FFTC_INVERSE ? spectrum : n);
    size_t to = scalar * (real && t->direction == FFTC_FORWARD ? spectrum : n);
    fftc_plan *plan = candidate == ESTIMATED ? transform_plan(&part, 1) : plan_by(&part, candidate);
    for (size_t i = 0; plan != NULL && i < t->batch / part.batch; ++i) {
        ck_assert_int_eq(
            fftc_plan_execute(plan, (const char *)in + i * from, (char *)out + i * to, NULL),
            FFTC_SUCCESS);
    }
    fftc_plan_destroy(plan);
    return plan != NULL;
}

static double distance(fftc_precision precision, const void *x, const long double *truth,
                       size_t count)
{
    long double difference = 0;
    long double norm = 0;
    for (size_t i = 0; i < count; ++i) {
        long double d = (long double)testing_get(precision, x, i) - truth[i];
        difference += d * d;
        norm += truth[i] * truth[i];
    }
    return (double)sqrtl(difference / norm);
}

/* The numbers of one transform: the truth, FFTW's own error, and a place for ours. */
typedef struct trial {
    fftc_transform transform;
    bool singly;
    int candidate;
    int way;
    size_t n;
    size_t out;
    void *src;
    void *dst;
    long double *truth;
    double fftw;
} trial;

static trial trial_create(fftc_precision precision, int way, size_t n, size_t numbers,
                          testing_random *random)
{
    size_t batch = (numbers + n - 1) / n;
    size_t row = 2 * (n / 2 + 1);
    size_t in = batch * (way == 9 ? row : n);
    size_t scalar = fftc_precision_bytes(precision);
    trial t = {.transform = transform_of(precision, way, n, batch), .way = way, .n = n};
    t.candidate = ESTIMATED;
    t.out = batch * (way == 8 ? row : n);
    t.src = fftw_malloc(in * scalar);
    t.dst = fftw_malloc(t.out * scalar);
    t.truth = fftw_malloc(t.out * sizeof *t.truth);
    long double *exact = fftw_malloc(in * sizeof *exact);
    ck_assert(t.src != NULL && t.dst != NULL && t.truth != NULL && exact != NULL);
    real_fill(precision, t.src, in, random);
    for (size_t i = 0; i < in; ++i) {
        exact[i] = (long double)testing_get(precision, t.src, i);
    }
    fftw_long_double(way, (int)n, (int)batch, exact, t.truth);
    fftw_free(exact);
#ifdef TESTING_SANITIZED
    t.fftw = real_bound(&t.transform) / MOST_RATIO;
#else
    fftw_own(precision, way, n, batch, t.src, t.dst);
    t.fftw = distance(precision, t.dst, t.truth, t.out);
#endif
    return t;
}

static void trial_destroy(trial *t)
{
    fftw_free(t->src);
    fftw_free(t->dst);
    fftw_free(t->truth);
}

typedef struct misses {
    char text[2000];
    int count;
} misses;

/* By the instruction set that is forced; below 0 if there is no such candidate. */
static double error_of(trial *t)
{
    if (!ours(&t->transform, t->singly, t->candidate, t->src, t->dst)) {
        return -1.0;
    }
    return distance(t->transform.precision, t->dst, t->truth, t->out);
}

/* Where FFTW happens to round nothing, half a unit is no fault. */
static bool is_above(double error, double limit, double unit)
{
    return !(error <= limit || error <= 0.5 * unit);
}

/* False: there is no such candidate. */
static bool judge(trial *t, testing_random *random, misses *m)
{
    fftc_precision precision = t->transform.precision;
    double unit = testing_unit(precision);
    double error = error_of(t);
    double fftw = t->fftw;
    double near = 5.0 * SCATTER;
    size_t numbers = NUMBERS;
    if (error < 0.0) {
        return false;
    }
    for (int round = 1; round < MOST_ROUNDS && is_above(error, (MOST_RATIO - near) * fftw, unit);
         ++round) {
        numbers *= MORE;
        near /= sqrt(MORE);
        trial again = trial_create(precision, t->way, t->n, numbers, random);
        again.singly = t->singly;
        again.candidate = t->candidate;
        error = error_of(&again);
        fftw = again.fftw;
        trial_destroy(&again);
    }
    size_t used = strlen(m->text);
    if (getenv("FFTCORE_TEST_VERBOSE") != NULL) {
        printf("%s %d %zu %d %.3g %.3g %.2f\n", names[t->way], precision == FFTC_FLOAT64 ? 64 : 32,
               t->n, t->candidate, error / unit, fftw / unit, error / fftw);
    }
    if (is_above(error, MOST_RATIO * fftw, unit)) {
        ++m->count;
        (void)snprintf(m->text + used, sizeof m->text - used, " %s %zu (%.2g, %.2f times)",
                       names[t->way], t->n, error, error / fftw);
    }
    return true;
}

/* Judges every instruction set with the same numbers; `m` has an entry for each. */
static void judge_all(int precision, int way, size_t n, bool singly, testing_random *random,
                      misses *m)
{
    trial t = trial_create((fftc_precision)(precision % 2), way, n, NUMBERS, random);
    t.singly = singly;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (transform_force_isa(isa)) {
            (void)judge(&t, random, &m[isa]);
        }
    }
    trial_destroy(&t);
}

static void check_none(const misses *m)
{
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        ck_assert_msg(m[isa].count == 0, "%s: %d miss:%s", transform_isas[isa], m[isa].count,
                      m[isa].text);
    }
}

START_TEST(error_short_lengths_near_fftw)
{
    testing_random random = testing_random_start("real accuracy");
    misses m[TRANSFORM_ISAS] = {{.count = 0}};
    for (size_t n = 2; n <= 200; ++n) {
        for (int way = 0; way < WAYS; ++way) {
            judge_all((int)n + way, way, n, false, &random, m);
            if (n < 40) {
                judge_all((int)n + 1 + way, way, n, n % 2 == 0, &random, m);
            }
        }
    }
    check_none(m);
}
END_TEST

START_TEST(error_long_lengths_near_fftw)
{
    static const size_t lengths[] = {1000, 1023,  1024,  1025,  1080,  2187,   4096,
                                     5005, 16383, 16385, 65536, 65537, 100000, 177147};
    testing_random random = testing_random_start("real accuracy, long");
    misses m = {.count = 0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int way = 0; way < WAYS; ++way) {
            trial t = trial_create((fftc_precision)((i + (size_t)way) % 2), way, lengths[i],
                                   NUMBERS, &random);
            (void)judge(&t, &random, &m);
            trial_destroy(&t);
        }
    }
    ck_assert_msg(m.count == 0, "%d miss:%s", m.count, m.text);
}
END_TEST

/* Where the complex line has a prime factor that takes a convolution, and FFTW does without. */
START_TEST(error_convolutions_near_fftw)
{
    static const size_t lengths[] = {268, 284, 402, 469, 511, 581, 737, 803, 871, 1007, 1022};
    testing_random random = testing_random_start("real accuracy, convolutions");
    misses m[TRANSFORM_ISAS] = {{.count = 0}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int way = 0; way < WAYS; ++way) {
            size_t n = way == FFTC_DCT_I ? lengths[i] + 1 : lengths[i] - (way == FFTC_DST_I);
            judge_all((int)i + way, way, n, false, &random, m);
        }
    }
    check_none(m);
}
END_TEST

/* All that FFTC_MEASURE may choose. */
START_TEST(error_candidates_near_fftw)
{
    static const size_t lengths[] = {55,  67,  73,  79,  83,  131, 134, 142,
                                     187, 197, 262, 268, 394, 402, 511, 1007};
    static const int ways[] = {FFTC_DCT_II, 8, 9};
    testing_random random = testing_random_start("real accuracy, candidates");
    misses m[TRANSFORM_ISAS] = {{.count = 0}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        const int way = ways[i % 3];
        trial t = trial_create((fftc_precision)(i / 3 % 2), way, lengths[i], NUMBERS, &random);
        for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
            t.candidate = 0;
            while (transform_force_isa(isa) && judge(&t, &random, &m[isa])) {
                ++t.candidate;
            }
        }
        trial_destroy(&t);
    }
    check_none(m);
}
END_TEST

TESTING_MAIN("transform_real_accuracy", error_short_lengths_near_fftw, error_convolutions_near_fftw,
             error_candidates_near_fftw, error_long_lengths_near_fftw)
