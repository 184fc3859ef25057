/* SPDX-License-Identifier: MIT
 *
 * Real, cosine and sine transforms against FFTW: no error is above 1.2 times that of FFTW's own
 * transform in the same precision, with or without fused products.
 * Both are measured against FFTW in long double.
 *
 * FFTC_TEST_VERBOSE=1 prints every length.
 */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "real_testing.h"

#define MOST_RATIO 1.2
/* Numbers that a length is judged by, at least. The ratio of errors scatters by a hundredth with that
 * many: whoever is less than five times its scatter from the limit, or beyond it, is measured again with
 * MORE times as many, up to MOST_ROUNDS times. */
#define NUMBERS 6000
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

DEFINE_FFTW(fftwf, float, fftw_float)
DEFINE_FFTW(fftw, double, fftw_double)
DEFINE_FFTW(fftwl, long double, fftw_long_double)

static void fftw_own(fftc_precision precision, int way, size_t n, size_t batch, void *in, void *out)
{
    if (precision == FFTC_FLOAT64) {
        fftw_double(way, (int)n, (int)batch, in, out);
    } else {
        fftw_float(way, (int)n, (int)batch, in, out);
    }
}

static void ours(fftc_precision precision, int way, size_t n, size_t batch, const void *in,
                 void *out)
{
    fftc_transform t = {.length = {n},
                        .batch = batch,
                        .precision = precision,
                        .scaling = FFTC_SCALE_NONE,
                        .kind = way < 8 ? FFTC_REAL_TO_REAL : FFTC_REAL,
                        .direction = way == 9 ? FFTC_INVERSE : FFTC_FORWARD};
    t.trigonometric[0] = way < 8 ? (fftc_trigonometric)way : FFTC_DCT_II;
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, in, out, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}

typedef struct errors {
    double ours;
    double fftw;
} errors;

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

static errors measure(fftc_precision precision, int way, size_t n, size_t numbers,
                      testing_random *random)
{
    size_t batch = (numbers + n - 1) / n;
    size_t row = 2 * (n / 2 + 1);
    size_t in = batch * (way == 9 ? row : n);
    size_t out = batch * (way == 8 ? row : n);
    size_t scalar = fftc_precision_bytes(precision);
    void *src = fftw_malloc(in * scalar);
    void *a = fftw_malloc(out * scalar);
    void *b = fftw_malloc(out * scalar);
    long double *exact = fftw_malloc(in * sizeof *exact);
    long double *truth = fftw_malloc(out * sizeof *truth);
    ck_assert(src != NULL && a != NULL && b != NULL && exact != NULL && truth != NULL);
    real_fill(precision, src, in, random);
    for (size_t i = 0; i < in; ++i) {
        exact[i] = (long double)testing_get(precision, src, i);
    }
    fftw_long_double(way, (int)n, (int)batch, exact, truth);
    ours(precision, way, n, batch, src, a);
    fftw_own(precision, way, n, batch, src, b);
    errors e = {distance(precision, a, truth, out), distance(precision, b, truth, out)};
    fftw_free(src);
    fftw_free(a);
    fftw_free(b);
    fftw_free(exact);
    fftw_free(truth);
    return e;
}

typedef struct misses {
    char text[2000];
    int count;
} misses;

static void judge(fftc_precision precision, int way, size_t n, testing_random *random, misses *m)
{
    errors e = measure(precision, way, n, NUMBERS, random);
    size_t used = strlen(m->text);
    size_t numbers = NUMBERS * MORE;
    double unit = testing_unit(precision);
    double near = 5.0 * SCATTER / sqrt(MORE);
    /* Where FFTW happens to round nothing, half a unit is no fault. */
    bool close = e.ours > (MOST_RATIO - 5.0 * SCATTER) * e.fftw && e.ours > 0.5 * unit;
    for (int round = 1; close && round < MOST_ROUNDS && n < numbers; ++round) {
        e = measure(precision, way, n, numbers, random);
        close = e.ours > (MOST_RATIO - near) * e.fftw;
        numbers *= MORE;
        near /= sqrt(MORE);
    }
    if (getenv("FFTC_TEST_VERBOSE") != NULL) {
        printf("%s %d %zu %.3g %.3g %.2f\n", names[way], precision == FFTC_FLOAT64 ? 64 : 32, n,
               e.ours / unit, e.fftw / unit, e.ours / e.fftw);
    }
    if (!(e.ours <= MOST_RATIO * e.fftw || e.ours <= 0.5 * unit)) {
        ++m->count;
        (void)snprintf(m->text + used, sizeof m->text - used, " %s %zu (%.2g, %.2f times)",
                       names[way], n, e.ours, e.ours / e.fftw);
    }
}

START_TEST(error_short_lengths_near_fftw)
{
    testing_random random = testing_random_start("real accuracy");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        misses m = {.count = 0};
        for (size_t n = 2; n <= 200 && transform_force_isa(isa); ++n) {
            for (int way = 0; way < WAYS; ++way) {
                judge((fftc_precision)((n + (size_t)way) % 2), way, n, &random, &m);
                if (n < 40) {
                    judge((fftc_precision)((n + 1 + (size_t)way) % 2), way, n, &random, &m);
                }
            }
        }
        ck_assert_msg(m.count == 0, "%s: %d miss:%s", transform_isas[isa], m.count, m.text);
    }
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
            judge((fftc_precision)((i + (size_t)way) % 2), way, lengths[i], &random, &m);
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
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        misses m = {.count = 0};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths && transform_force_isa(isa); ++i) {
            for (int way = 0; way < WAYS; ++way) {
                size_t n = way == FFTC_DCT_I ? lengths[i] + 1 : lengths[i] - (way == FFTC_DST_I);
                judge((fftc_precision)((i + (size_t)way) % 2), way, n, &random, &m);
            }
        }
        ck_assert_msg(m.count == 0, "%s: %d miss:%s", transform_isas[isa], m.count, m.text);
    }
}
END_TEST

TESTING_MAIN("transform_real_accuracy", error_short_lengths_near_fftw, error_convolutions_near_fftw,
             error_long_lengths_near_fftw)
