/* SPDX-License-Identifier: MIT
 *
 * No error is above 1.2 times FFTW's, whatever the length.
 * Both are measured against FFTW in long double (which test_transform's definition vouches for: the
 * same lengths pass there), as root mean squares over enough random numbers that chance is small.
 *
 * FFTCORE_TEST_VERBOSE=1 prints every length.
 */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "transform_testing.h"

#define MOST_RATIO 1.2
/* Sanitized runs are too few to compare errors by: they are held to the bound of all transforms. */
#ifdef TESTING_SANITIZED
#define NUMBERS 600
#define DRAWN 0u
#else
#define NUMBERS 6000 /* complex ones that a length is judged by, at least */
#define DRAWN 20u    /* long lengths, beside those that are listed */
#endif
/* The ratio of errors scatters by a hundredth with NUMBERS: whoever is less than five times
 * its scatter from the limit, or beyond it, is measured again with MORE times as many, up
 * to MOST_ROUNDS times. */
#define MORE 20
#define MOST_ROUNDS 3
#define SCATTER 0.01

#ifndef TESTING_SANITIZED
/* Has FFTW of the same precision transform in place, forward and unscaled, by a plan that it makes
 * without measuring. */
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

#endif

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

/* How rows are given to plans: they have other ways for each. */
typedef enum form {
    FORM_BATCH,
    FORM_COLUMNS,      /* side by side */
    FORM_SINGLE,       /* one row a plan */
    FORM_REPRODUCIBLE, /* reproducible plans */
    FORMS
} form;

static void ours_along(fftc_precision precision, size_t n, size_t batch, char *data)
{
    fftc_transform t = {.length = {n}, .batch = batch, .precision = precision};
    t.placement = FFTC_IN_PLACE;
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, data, data, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}

static void ours_single(fftc_precision precision, size_t n, size_t batch, bool reproducible,
                        char *data)
{
    size_t bytes = n * 2 * fftc_precision_bytes(precision);
    fftc_transform t = {.length = {n}, .precision = precision};
    fftc_plan_options options = {.threads = 1, .reproducible = reproducible};
    t.placement = FFTC_IN_PLACE;
    fftc_plan *plan = transform_plan_with(&t, &options);
    for (size_t b = 0; b < batch; ++b) {
        char *row = data + b * bytes;
        ck_assert_int_eq(fftc_plan_execute(plan, row, row, NULL), FFTC_SUCCESS);
    }
    fftc_plan_destroy(plan);
}

/* b[j * rows + i] = a[i * columns + j], complex numbers. */
static void transpose(size_t item, size_t rows, size_t columns, const char *a, char *b)
{
    for (size_t i = 0; i < rows * columns; ++i) {
        memcpy(b + (i % columns * rows + i / columns) * item, a + i * item, item);
    }
}

static void ours_across(fftc_precision precision, size_t n, size_t batch, char *data)
{
    size_t item = 2 * fftc_precision_bytes(precision);
    fftc_transform t = {.length = {n}, .batch = batch, .precision = precision};
    t.src_stride[0] = t.dst_stride[0] = batch;
    t.src_distance = t.dst_distance = 1;
    t.placement = FFTC_IN_PLACE;
    char *transposed = malloc(n * batch * item);
    ck_assert_ptr_nonnull(transposed);
    transpose(item, batch, n, data, transposed);
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, transposed, transposed, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    transpose(item, n, batch, transposed, data);
    free(transposed);
}

static void ours(form how, fftc_precision precision, size_t n, size_t batch, char *data)
{
    switch (how) {
    case FORM_BATCH: ours_along(precision, n, batch, data); break;
    case FORM_COLUMNS: ours_across(precision, n, batch, data); break;
    default: ours_single(precision, n, batch, how == FORM_REPRODUCIBLE, data);
    }
}

/* Lengths that miss are listed together: they tend to have a cause together. */
typedef struct misses {
    char text[2000];
    int count;
} misses;

/* One length's numbers: the truth, FFTW's own error, and a place for ours. */
typedef struct trial {
    fftc_precision precision;
    size_t n;
    size_t batch;
    size_t bytes;
    form form;
    char *src;
    char *dst;
    long double *truth;
    double fftw;
} trial;

static trial trial_create(fftc_precision precision, size_t n, size_t numbers,
                          testing_random *random)
{
    trial t = {.precision = precision, .n = n, .batch = (numbers + n - 1) / n};
    size_t count = n * t.batch;
    t.bytes = count * 2 * fftc_precision_bytes(precision);
    t.src = malloc(t.bytes);
    t.dst = malloc(t.bytes);
    t.truth = fftwl_malloc(count * 2 * sizeof *t.truth);
    ck_assert(t.src != NULL && t.dst != NULL && t.truth != NULL);
    testing_fill(precision, t.src, count, random);
    testing_to_long_double(precision, t.src, count, t.truth);
    fftw_long_double(n, t.batch, t.truth);
#ifdef TESTING_SANITIZED
    t.fftw = fftc_transform_error_bound(precision, n) / MOST_RATIO;
#else
    memcpy(t.dst, t.src, t.bytes);
    fftw_own(precision, n, t.batch, t.dst);
    t.fftw = testing_relative_error(precision, t.dst, t.truth, count);
#endif
    return t;
}

static void trial_destroy(trial *t)
{
    free(t->src);
    free(t->dst);
    fftwl_free(t->truth);
}

/* By the instruction set that is forced. */
static double error_of(trial *t)
{
    memcpy(t->dst, t->src, t->bytes);
    ours(t->form, t->precision, t->n, t->batch, t->dst);
    return testing_relative_error(t->precision, t->dst, t->truth, t->n * t->batch);
}

static void judge(trial *t, testing_random *random, misses *m)
{
    double error = error_of(t);
    double fftw = t->fftw;
    double near = 5.0 * SCATTER;
    size_t numbers = NUMBERS;
    for (int round = 1; round < MOST_ROUNDS && error > (MOST_RATIO - near) * fftw; ++round) {
        numbers *= MORE;
        near /= sqrt(MORE);
        trial again = trial_create(t->precision, t->n, numbers, random);
        again.form = t->form;
        error = error_of(&again);
        fftw = again.fftw;
        trial_destroy(&again);
    }
    size_t used = strlen(m->text);
    if (getenv("FFTCORE_TEST_VERBOSE") != NULL) {
        printf("%zu %.3g %.3g %.2f\n", t->n, error / testing_unit(t->precision),
               fftw / testing_unit(t->precision), error / fftw);
    }
    if (!(error <= MOST_RATIO * fftw)) {
        ++m->count;
        (void)snprintf(m->text + used, sizeof m->text - used, " %zu (%.2g, %.2f times)", t->n,
                       error, error / fftw);
    }
}

static void check_short(fftc_precision precision, size_t most, form how)
{
    static const char *const names[FORMS] = {"accuracy, batches", "accuracy, columns",
                                             "accuracy, single rows", "accuracy, reproducible"};
    testing_random random = testing_random_start(names[how]);
    misses m[TRANSFORM_ISAS] = {{.count = 0}};
    for (size_t n = 1; n <= most; ++n) {
        trial t = trial_create(precision, n, NUMBERS, &random);
        t.form = how;
        for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
            if (transform_force_isa(isa)) {
                judge(&t, &random, &m[isa]);
            }
        }
        trial_destroy(&t);
    }
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        ck_assert_msg(m[isa].count == 0, "%s: %d lengths miss:%s", transform_isas[isa],
                      m[isa].count, m[isa].text);
    }
}

START_TEST(error_every_short_length_near_fftw_f32)
{
    check_short(FFTC_FLOAT32, transform_campaign() > 1 ? 1024 : 512, FORM_BATCH);
}
END_TEST

START_TEST(error_every_short_length_near_fftw_f64)
{
    check_short(FFTC_FLOAT64, transform_campaign() > 1 ? 1024 : 512, FORM_BATCH);
}
END_TEST

START_TEST(error_single_rows_near_fftw_f32)
{
    check_short(FFTC_FLOAT32, transform_campaign() > 1 ? 1024 : 512, FORM_SINGLE);
}
END_TEST

START_TEST(error_single_rows_near_fftw_f64)
{
    check_short(FFTC_FLOAT64, transform_campaign() > 1 ? 1024 : 512, FORM_SINGLE);
}
END_TEST

START_TEST(error_reproducible_rows_near_fftw)
{
    check_short(FFTC_FLOAT32, transform_campaign() > 1 ? 1024 : 256, FORM_REPRODUCIBLE);
    check_short(FFTC_FLOAT64, transform_campaign() > 1 ? 1024 : 256, FORM_REPRODUCIBLE);
}
END_TEST

/* Short columns have other passes than rows, and other radices. */
START_TEST(error_short_columns_near_fftw)
{
    check_short(FFTC_FLOAT32, transform_campaign() > 1 ? 512 : 100, FORM_COLUMNS);
    check_short(FFTC_FLOAT64, transform_campaign() > 1 ? 512 : 100, FORM_COLUMNS);
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
        size_t fixed = sizeof lengths / sizeof *lengths;
        for (size_t i = 0; i < fixed + DRAWN * transform_campaign(); ++i) {
            size_t n = i < fixed ? lengths[i] : 513 + testing_random_below(&random, 60000);
            trial t = trial_create((fftc_precision)precision, n, NUMBERS, &random);
            judge(&t, &random, &m);
            trial_destroy(&t);
        }
        ck_assert_msg(m.count == 0, "f%d: %d lengths miss:%s", 32 + 32 * precision, m.count,
                      m.text);
    }
}
END_TEST

TESTING_MAIN("transform_accuracy", error_every_short_length_near_fftw_f32,
             error_every_short_length_near_fftw_f64, error_single_rows_near_fftw_f32,
             error_single_rows_near_fftw_f64, error_reproducible_rows_near_fftw,
             error_short_columns_near_fftw, error_long_lengths_near_fftw)
