/* SPDX-License-Identifier: MIT
 *
 * Transforms against their definition: every short length, and any description.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "transform_testing.h"

#ifdef TESTING_SANITIZED
#define SHORT_MAX 256
#else
#define SHORT_MAX 1024
#endif

/* FFTW as the judge; the definition takes too long. */
static double *fftw_of(const fftc_transform *t, const void *data)
{
    size_t n = t->length[0];
    double *x = malloc(2 * n * sizeof *x);
    ck_assert_ptr_nonnull(x);
    testing_to_double(t->precision, data, n, x);
    testing_fftw(n, 1, t->direction == FFTC_INVERSE ? 1 : -1, x, x);
    for (size_t i = 0; i < 2 * n; ++i) {
        x[i] /= t->direction == FFTC_INVERSE ? (double)n : 1.0;
    }
    return x;
}

/* Checks both directions by one sum: the inverse is the forward transform with its frequencies
 * reversed. */
static void check_length(size_t n, fftc_precision precision, testing_random *random)
{
    char data[2 * 1024 * sizeof(double)];
    fftc_transform t = {.length = {n}, .precision = precision, .scaling = FFTC_SCALE_NONE};
    testing_fill(precision, data, n, random);
    long double *forward = transform_expect(&t, data);
    long double *inverse = malloc(2 * n * sizeof *inverse);
    ck_assert_ptr_nonnull(inverse);
    for (size_t f = 0; f < n; ++f) {
        memcpy(inverse + 2 * f, forward + 2 * ((n - f) % n), 2 * sizeof *inverse);
    }
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (int direction = 0; direction < 2 && transform_force_isa(isa); ++direction) {
            t.direction = (fftc_direction)direction;
            void *points = transform_execute(&t, 1, 0, data);
            double error = transform_error(&t, points, direction == 0 ? forward : inverse);
            ck_assert_msg(error <= fftc_transform_error_bound(precision, n),
                          "%s: error %.3g, bound %.3g", transform_describe(&t), error,
                          fftc_transform_error_bound(precision, n));
            free(points);
        }
    }
    free(forward);
    free(inverse);
}

static void check_lengths(fftc_precision precision, const char *stream)
{
    testing_random random = testing_random_start(stream);
    for (size_t n = 1; n <= SHORT_MAX; ++n) {
        check_length(n, precision, &random);
    }
}

START_TEST(length_every_short_one_is_the_definition_f32)
{
    check_lengths(FFTC_FLOAT32, "short f32");
}
END_TEST

START_TEST(length_every_short_one_is_the_definition_f64)
{
    check_lengths(FFTC_FLOAT64, "short f64");
}
END_TEST

/* Bits that must not depend on how the transform is carried out. */
static void check_same_bits(const fftc_transform *t, const void *data, const void *points,
                            testing_random *random)
{
    size_t bytes = transform_axes_of(t).total * 2 * fftc_precision_bytes(t->precision);
    for (int threads = 2; threads <= 3; ++threads) {
        void *again = transform_execute(t, threads, testing_random_below(random, 16), data);
        ck_assert_msg(memcmp(points, again, bytes) == 0, "%s: other bits with %d threads",
                      transform_describe(t), threads);
        free(again);
    }
    if (t->placement == FFTC_IN_PLACE) {
        fftc_transform moved = *t;
        moved.placement = FFTC_OUT_OF_PLACE;
        void *again = transform_execute(&moved, 1, testing_random_below(random, 16), data);
        ck_assert_msg(memcmp(points, again, bytes) == 0, "%s: other bits out of place",
                      transform_describe(t));
        free(again);
    }
}

static void check_description(const fftc_transform *t, testing_random *random)
{
    transform_axes axes = transform_axes_of(t);
    size_t item = 2 * fftc_precision_bytes(t->precision);
    void *data = malloc(axes.src_span * item);
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    long double *expected = transform_expect(t, data);
    void *points = transform_execute(t, 1, testing_random_below(random, 16), data);
    double error = transform_error(t, points, expected);
    double bound = transform_bound(t);
    ck_assert_msg(error <= bound, "%s: error %.3g, bound %.3g", transform_describe(t), error,
                  bound);
    check_same_bits(t, data, points, random);
    free(points);
    free(expected);
    free(data);
}

START_TEST(description_any_is_the_definition_in_the_same_bits)
{
    testing_random random = testing_random_start("descriptions");
    for (unsigned i = 0; i < 400 * transform_campaign(); ++i) {
        fftc_transform t = transform_draw(&random, i % 8 == 0 ? 4000 : 600);
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        check_description(&t, &random);
    }
}
END_TEST

/* Draws lengths up to 2^18, half of them products of small factors. */
static size_t draw_long_length(testing_random *random)
{
    static const size_t factors[] = {2, 2, 2, 3, 3, 4, 5, 7, 8, 11, 13, 16};
    size_t most = (size_t)1 << (10 + testing_random_below(random, 9));
    if (testing_random_below(random, 2) == 0) {
        return 513 + testing_random_below(random, most);
    }
    size_t n = 1;
    for (;;) {
        size_t factor = factors[testing_random_below(random, sizeof factors / sizeof *factors)];
        if (n * factor > most) {
            return n;
        }
        n *= factor;
    }
}

START_TEST(length_long_agrees_with_fftw)
{
    testing_random random = testing_random_start("long");
    for (unsigned i = 0; i < 60 * transform_campaign(); ++i) {
        fftc_transform t = {.length = {draw_long_length(&random)}};
        t.precision = (fftc_precision)(i % 2);
        t.direction = (fftc_direction)testing_random_below(&random, 2);
        t.placement = (fftc_placement)testing_random_below(&random, 2);
        size_t n = t.length[0];
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        void *data = malloc(n * 2 * fftc_precision_bytes(t.precision));
        double *actual = malloc(2 * n * sizeof *actual);
        ck_assert(data != NULL && actual != NULL);
        testing_fill(t.precision, data, n, &random);
        double *expected = fftw_of(&t, data);
        void *points = transform_execute(&t, 1, testing_random_below(&random, 16), data);
        testing_to_double(t.precision, points, n, actual);
        double error = testing_relative_error_double(actual, expected, n);
        /* In double the judge's own error counts too. */
        double bound = transform_bound(&t) * (t.precision == FFTC_FLOAT64 ? 1.5 : 1.0);
        ck_assert_msg(error <= bound, "%s: error %.3g, bound %.3g", transform_describe(&t), error,
                      bound);
        check_same_bits(&t, data, points, &random);
        free(points);
        free(expected);
        free(actual);
        free(data);
    }
}
END_TEST

TESTING_MAIN("transform", length_every_short_one_is_the_definition_f32,
             length_every_short_one_is_the_definition_f64,
             description_any_is_the_definition_in_the_same_bits, length_long_agrees_with_fftw)
