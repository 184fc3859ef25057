/* SPDX-License-Identifier: MIT
 *
 * No error is above 1.2 times FFTW's, whatever the length.
 * Both are measured against FFTW in long double (which test_transform's definition vouches for: the
 * same lengths pass there), as root mean squares over enough random numbers that chance is small.
 *
 * FFTC_TEST_VERBOSE=1 prints every length.
 */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transform_testing.h"

#define MOST_RATIO 1.2
/* Complex numbers that a length is judged by, at least. The ratio of errors scatters by a hundredth with
 * that many: whoever is less than five times its scatter from the limit, or beyond it, is measured again
 * with MORE times as many, up to MOST_ROUNDS times. */
#define NUMBERS 6000
#define MORE 20
#define MOST_ROUNDS 3
#define SCATTER 0.01

/* In place, forward, unscaled: the precision's own FFTW, by a plan that it makes without
 * measuring. */
static void fftw_own(fftc_precision precision, size_t n, size_t batch, void *data)
{
    int length = (int)n;
    if (precision == FFTC_FLOAT64) {
        testing_fftw(n, batch, -1, data, data);
        return;
    }
    fftwf_complex *work = fftwf_malloc(n * batch * sizeof *work);
    ck_assert_ptr_nonnull(work);
    fftwf_plan plan = fftwf_plan_many_dft(1, &length, (int)batch, work, NULL, 1, length, work, NULL,
                                          1, length, FFTW_FORWARD, FFTW_ESTIMATE);
    ck_assert_ptr_nonnull(plan);
    memcpy(work, data, n * batch * sizeof *work);
    fftwf_execute(plan);
    memcpy(data, work, n * batch * sizeof *work);
    fftwf_destroy_plan(plan);
    fftwf_free(work);
}

static void fftw_long_double(size_t n, size_t batch, long double *data)
{
    int length = (int)n;
    fftwl_complex *x = (fftwl_complex *)data;
    fftwl_plan plan = fftwl_plan_many_dft(1, &length, (int)batch, x, NULL, 1, length, x, NULL, 1,
                                          length, FFTW_FORWARD, FFTW_ESTIMATE);
    ck_assert_ptr_nonnull(plan);
    fftwl_execute(plan);
    fftwl_destroy_plan(plan);
}

static void ours(fftc_precision precision, size_t n, size_t batch, void *data)
{
    fftc_transform t = {.length = {n}, .batch = batch, .precision = precision};
    t.placement = FFTC_IN_PLACE;
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, data, data, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}

typedef struct errors {
    double ours;
    double fftw;
} errors;

static errors measure(fftc_precision precision, size_t n, size_t numbers, testing_random *random)
{
    size_t batch = (numbers + n - 1) / n;
    size_t count = n * batch;
    size_t bytes = count * 2 * fftc_precision_bytes(precision);
    char *a = malloc(bytes);
    char *b = malloc(bytes);
    long double *truth = fftwl_malloc(count * 2 * sizeof *truth);
    ck_assert(a != NULL && b != NULL && truth != NULL);
    testing_fill(precision, a, count, random);
    memcpy(b, a, bytes);
    testing_to_long_double(precision, a, count, truth);
    fftw_long_double(n, batch, truth);
    ours(precision, n, batch, a);
    fftw_own(precision, n, batch, b);
    errors e = {testing_relative_error(precision, a, truth, count),
                testing_relative_error(precision, b, truth, count)};
    free(a);
    free(b);
    fftwl_free(truth);
    return e;
}

/* Lengths that miss are listed together: they tend to have a cause together. */
typedef struct misses {
    char text[2000];
    int count;
} misses;

static void judge(fftc_precision precision, size_t n, testing_random *random, misses *m)
{
    errors e = measure(precision, n, NUMBERS, random);
    size_t numbers = NUMBERS * MORE;
    double near = 5.0 * SCATTER / sqrt(MORE);
    bool close = e.ours > (MOST_RATIO - 5.0 * SCATTER) * e.fftw;
    for (int round = 1; close && round < MOST_ROUNDS && n < numbers; ++round) {
        e = measure(precision, n, numbers, random);
        close = e.ours > (MOST_RATIO - near) * e.fftw;
        numbers *= MORE;
        near /= sqrt(MORE);
    }
    size_t used = strlen(m->text);
    if (getenv("FFTC_TEST_VERBOSE") != NULL) {
        printf("%zu %.3g %.3g %.2f\n", n, e.ours / testing_unit(precision),
               e.fftw / testing_unit(precision), e.ours / e.fftw);
    }
    if (!(e.ours <= MOST_RATIO * e.fftw)) {
        ++m->count;
        (void)snprintf(m->text + used, sizeof m->text - used, " %zu (%.2g, %.2f times)", n, e.ours,
                       e.ours / e.fftw);
    }
}

static void check_short(fftc_precision precision)
{
    testing_random random = testing_random_start("accuracy");
    size_t most = transform_campaign() > 1 ? 1024 : 512;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        misses m = {.count = 0};
        for (size_t n = 1; n <= most && transform_force_isa(isa); ++n) {
            judge(precision, n, &random, &m);
        }
        ck_assert_msg(m.count == 0, "%s: %d lengths miss:%s", transform_isas[isa], m.count, m.text);
    }
}

START_TEST(error_every_short_length_near_fftw_f32)
{
    check_short(FFTC_FLOAT32);
}
END_TEST

START_TEST(error_every_short_length_near_fftw_f64)
{
    check_short(FFTC_FLOAT64);
}
END_TEST

START_TEST(error_long_lengths_near_fftw)
{
    static const size_t lengths[] = {202,    1261,   3318,   4015,   1080,    1920,
                                     2187,   2310,   4096,   5005,   4913,    10007,
                                     16384,  65536,  65537,  83521,  100000,  131072,
                                     177147, 262144, 524288, 823543, 1000000, 1048576};
    testing_random random = testing_random_start("accuracy, long");
    for (int precision = 0; precision < 2; ++precision) {
        misses m = {.count = 0};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            judge((fftc_precision)precision, lengths[i], &random, &m);
        }
        for (unsigned i = 0; i < 20 * transform_campaign(); ++i) {
            judge((fftc_precision)precision, 513 + testing_random_below(&random, 60000), &random,
                  &m);
        }
        ck_assert_msg(m.count == 0, "f%d: %d lengths miss:%s", 32 + 32 * precision, m.count,
                      m.text);
    }
}
END_TEST

TESTING_MAIN("transform_accuracy", error_every_short_length_near_fftw_f32,
             error_every_short_length_near_fftw_f64, error_long_lengths_near_fftw)
