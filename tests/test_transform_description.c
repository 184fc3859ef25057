/* SPDX-License-Identifier: MIT
 *
 * What callers do with descriptions and arrays beside executing them: the one form, its hash, good
 * sizes, checks of arrays, and structures that are older or newer than the library.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "real_testing.h"

static fftc_transform normal_of(const fftc_transform *t)
{
    fftc_transform normal;
    fftc_error error;
    memset(&normal, 0xa5, sizeof normal);
    ck_assert_msg(fftc_transform_normalise(t, &normal, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return normal;
}

static void check_alike(const fftc_transform *a, const fftc_transform *b, bool alike)
{
    const fftc_transform one = normal_of(a);
    const fftc_transform other = normal_of(b);
    ck_assert_int_eq(memcmp(&one, &other, sizeof one) == 0, alike);
    ck_assert_int_eq(fftc_transform_hash(&one) == fftc_transform_hash(&other), alike);
}

START_TEST(descriptions_that_mean_the_same_have_one_form)
{
    const fftc_transform plain = {.length = {6, 8}, .kind = FFTC_REAL};
    fftc_transform same = {.length = {6, 8},
                           .batch = 1,
                           .kind = FFTC_REAL,
                           .scaling = FFTC_SCALE_NONE,
                           .src_stride = {8, 1},
                           .dst_stride = {5, 1},
                           .dst_distance = 30,
                           .src_range = {{0, 6}, {0, 8}},
                           .factor = 1.0};
    check_alike(&plain, &same, true);
    same.factor = 2.0;
    check_alike(&plain, &same, false);
    same.factor = -0.0;
    check_alike(&plain, &same, true);
    same.dst_stride[0] = 6;
    check_alike(&plain, &same, false);
    fftc_transform itself = plain;
    ck_assert_int_eq(fftc_transform_normalise(&itself, &itself, NULL), FFTC_SUCCESS);
    const fftc_transform normal = normal_of(&plain);
    ck_assert_mem_eq(&itself, &normal, sizeof normal);
}
END_TEST

/* Whatever is drawn, its form is its own form. */
START_TEST(normal_form_of_random_descriptions_stays)
{
    testing_random random = testing_random_start("normal forms");
    for (int i = 0; i < 300; ++i) {
        const fftc_transform t = real_draw(i % 2 ? FFTC_REAL : FFTC_REAL_TO_REAL, &random, 500);
        const fftc_transform once = normal_of(&t);
        const fftc_transform twice = normal_of(&once);
        ck_assert_mem_eq(&once, &twice, sizeof once);
    }
}
END_TEST

START_TEST(normalise_refuses_what_plans_refuse)
{
    fftc_error error;
    fftc_transform normal;
    const fftc_transform bad = {.length = {4, 0, 4}};
    ck_assert_int_eq(fftc_transform_normalise(NULL, &normal, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_transform_normalise(&bad, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_transform_normalise(&bad, &normal, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "length[2]"));
}
END_TEST

static bool is_good(uint64_t n)
{
    for (uint64_t p = 2; p <= 13; ++p) {
        while (n % p == 0) {
            n /= p;
        }
    }
    return n == 1;
}

START_TEST(good_size_is_the_least_one)
{
    uint64_t next = 1;
    for (uint64_t n = 1; n < 5000; ++n) {
        while (next < n || !is_good(next)) {
            ++next;
        }
        ck_assert_uint_eq(fftc_good_size(n), next);
    }
    ck_assert_uint_eq(fftc_good_size(0), 0);
    ck_assert_uint_eq(fftc_good_size((uint64_t)1 << 31), (uint64_t)1 << 31);
    ck_assert_uint_eq(fftc_good_size(((uint64_t)1 << 31) + 1), 0);
    ck_assert_uint_eq(fftc_good_size(UINT64_MAX), 0);
    ck_assert_uint_eq(fftc_good_size(((uint64_t)1 << 31) - 1), (uint64_t)1 << 31);
}
END_TEST

/* The same numbers times the factor, within rounding, of real kinds, drawn at random. */
START_TEST(factor_multiplies_the_results)
{
    testing_random random = testing_random_start("factors");
    for (int i = 0; i < 200; ++i) {
        fftc_transform t = real_draw((fftc_kind)(1 + i % 2), &random, 400);
        const real_side src = real_side_of(&t, false);
        const real_side dst = real_side_of(&t, true);
        const size_t count = dst.items * dst.scalars;
        const size_t given = src.span * src.scalars;
        float *data = malloc(given * sizeof *data);
        t.precision = FFTC_FLOAT32;
        real_fill(t.precision, data, given, &random);
        float *plain = real_execute(&t, 1, 0, data);
        t.factor = -0.375;
        float *scaled = real_execute(&t, 1, 0, data);
        double error = 0.0;
        double norm = 0.0;
        for (size_t k = 0; k < count; ++k) {
            const double difference = (double)scaled[k] + 0.375 * (double)plain[k];
            error += difference * difference;
            norm += (double)plain[k] * (double)plain[k];
        }
        ck_assert_msg(error <= 1e-12 * norm, "%s: %g of %g", real_describe(&t), error, norm);
        free(scaled);
        free(plain);
        free(data);
    }
}
END_TEST

START_TEST(factor_must_be_finite)
{
    fftc_error error;
    fftc_plan *plan;
    fftc_transform t = {.length = {8}, .factor = (double)INFINITY};
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "factor"));
    t.factor = (double)NAN;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
}
END_TEST

START_TEST(arrays_are_checked_without_executing)
{
    float src[128];
    float dst[128] = {0};
    fftc_plan *plan;
    fftc_error error;
    const fftc_transform t = {.length = {64}};
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    fftc_arrays arrays = {.src = src, .dst = dst};
    ck_assert_int_eq(fftc_plan_check_arrays(plan, &arrays, &error), FFTC_SUCCESS);
    ck_assert_str_eq(error.message, "");
    for (int i = 0; i < 128; ++i) {
        ck_assert(dst[i] == 0.0f);
    }
    arrays.dst = src + 1;
    ck_assert_int_eq(fftc_plan_check_arrays(plan, &arrays, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "shares memory"));
    arrays.dst = NULL;
    ck_assert_int_eq(fftc_plan_check_arrays(plan, &arrays, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_plan_check_arrays(NULL, &arrays, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_plan_check_arrays(plan, NULL, &error), FFTC_INVALID_ARGUMENT);
    fftc_plan_destroy(plan);
}
END_TEST

/* A program with a newer header sets what this library has as reserved. */
START_TEST(fields_of_newer_headers_are_refused)
{
    fftc_error error;
    fftc_plan *plan;
    for (size_t i = 0; i < 8; ++i) {
        fftc_transform t = {.length = {8}};
        fftc_plan_options options = {0};
        t.reserved[i] = 1;
        ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.message, "reserved"));
        t.reserved[i] = 0;
        options.reserved[i] = 1;
        ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, &error), FFTC_INVALID_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.message, "reserved"));
    }
}
END_TEST

TESTING_MAIN("transform_description", descriptions_that_mean_the_same_have_one_form,
             normal_form_of_random_descriptions_stays, normalise_refuses_what_plans_refuse,
             good_size_is_the_least_one, factor_multiplies_the_results, factor_must_be_finite,
             arrays_are_checked_without_executing, fields_of_newer_headers_are_refused)
