/* SPDX-License-Identifier: MIT
 *
 * Cosine and sine transforms against their definition: every kind at every short length, and any
 * description.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "real_testing.h"

#define KINDS 8

static void judge(const fftc_transform *t, const void *scalars, const long double *expected)
{
    double error = real_error(t, scalars, expected);
    ck_assert_msg(error <= real_bound(t), "%s: error %.3g, bound %.3g", real_describe(t), error,
                  real_bound(t));
}

static void check_length(size_t n, fftc_trigonometric kind, fftc_precision precision,
                         testing_random *random)
{
    char data[256 * sizeof(double)];
    fftc_transform t = {
        .length = {n}, .precision = precision, .kind = FFTC_REAL_TO_REAL, .trigonometric = {kind}};
    t.scaling = (fftc_scaling)testing_random_below(random, 3);
    real_fill(precision, data, n, random);
    long double *expected = real_expect(&t, data);
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (transform_force_isa(isa)) {
            void *scalars = real_execute(&t, 1, 0, data);
            judge(&t, scalars, expected);
            free(scalars);
        }
    }
    free(expected);
}

START_TEST(length_every_short_one_is_the_definition)
{
    testing_random random = testing_random_start("dct, short");
    for (size_t n = 1; n <= 256; ++n) {
        for (int kind = 0; kind < KINDS; ++kind) {
            if (n > 1 || kind != FFTC_DCT_I) {
                check_length(n, (fftc_trigonometric)kind, (fftc_precision)((n + kind) % 2),
                             &random);
            }
        }
    }
}
END_TEST

static void check_same_bits(const fftc_transform *t, int threads, const void *data,
                            const void *scalars)
{
    real_side to = real_side_of(t, true);
    void *others = real_execute(t, threads, 1, data);
    ck_assert_msg(memcmp(others, scalars, to.items * fftc_precision_bytes(t->precision)) == 0,
                  "%s: other bits with %d threads", real_describe(t), threads);
    free(others);
}

static void check_description(const fftc_transform *t, testing_random *random)
{
    real_side from = real_side_of(t, false);
    char *data = malloc(from.span * sizeof(double));
    ck_assert_ptr_nonnull(data);
    real_fill(t->precision, data, from.span, random);
    long double *expected = real_expect(t, data);
    void *scalars = real_execute(t, 1, testing_random_below(random, 16), data);
    judge(t, scalars, expected);
    check_same_bits(t, 2 + (int)testing_random_below(random, 3), data, scalars);
    if (t->placement == FFTC_OUT_OF_PLACE &&
        memcmp(t->src_stride, t->dst_stride, sizeof t->src_stride) == 0 &&
        t->src_distance == t->dst_distance) {
        fftc_transform in_place = *t;
        in_place.placement = FFTC_IN_PLACE;
        check_same_bits(&in_place, 1, data, scalars);
    }
    free(scalars);
    free(expected);
    free(data);
}

START_TEST(description_any_is_the_definition)
{
    testing_random random = testing_random_start("dct, any");
    for (unsigned i = 0; i < 300 * transform_campaign(); ++i) {
        fftc_transform t = real_draw(FFTC_REAL_TO_REAL, &random, 1500);
        (void)transform_force_isa(i % TRANSFORM_ISAS);
        if (fftc_simd_isa_name() != NULL) {
            check_description(&t, &random);
        }
    }
}
END_TEST

START_TEST(description_many_threads_is_the_definition)
{
    testing_random random = testing_random_start("dct, threads");
    ck_assert_int_eq(setenv("FFTC_FORCE_THREADS", "1", 1), 0);
    for (unsigned i = 0; i < 100 * transform_campaign(); ++i) {
        fftc_transform t = real_draw(FFTC_REAL_TO_REAL, &random, 1000);
        check_description(&t, &random);
    }
}
END_TEST

/* Long rows: in place against out of place, and there and back. */
static void check_long(size_t n, fftc_trigonometric kind, fftc_precision precision,
                       testing_random *random)
{
    size_t scalar = fftc_precision_bytes(precision);
    fftc_transform t = {.length = {n},
                        .precision = precision,
                        .scaling = FFTC_SCALE_UNITARY,
                        .kind = FFTC_REAL_TO_REAL,
                        .trigonometric = {kind}};
    char *data = malloc(n * scalar);
    ck_assert_ptr_nonnull(data);
    real_fill(precision, data, n, random);
    void *out = real_execute(&t, 1, 3, data);
    t.placement = FFTC_IN_PLACE;
    void *in = real_execute(&t, 1, 0, data);
    ck_assert_msg(memcmp(in, out, n * scalar) == 0, "%s: other bits than out of place",
                  real_describe(&t));
    free(in);
    t.direction = FFTC_INVERSE;
    in = real_execute(&t, 1, 0, out);
    long double difference = 0;
    long double norm = 0;
    for (size_t i = 0; i < n; ++i) {
        long double x = (long double)testing_get(precision, data, i);
        long double d = (long double)testing_get(precision, in, i) - x;
        difference += d * d;
        norm += x * x;
    }
    double bound = 2 * real_bound(&t);
    ck_assert_msg(difference <= (long double)bound * (long double)bound * norm,
                  "%s: does not come back", real_describe(&t));
    free(in);
    free(out);
    free(data);
}

START_TEST(row_long_comes_back_and_in_place_has_the_same_bits)
{
    static const size_t lengths[] = {1u << 16, 65537, 99999, 100000};
    testing_random random = testing_random_start("dct, long");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int kind = 0; kind < KINDS; ++kind) {
            check_long(lengths[i], (fftc_trigonometric)kind,
                       (fftc_precision)((i + (size_t)kind) % 2), &random);
        }
    }
}
END_TEST

TESTING_MAIN("transform_dct", length_every_short_one_is_the_definition,
             description_any_is_the_definition, description_many_threads_is_the_definition,
             row_long_comes_back_and_in_place_has_the_same_bits)
