/* SPDX-License-Identifier: MIT
 *
 * How arrays hold numbers: split complex, half. The values, what is read and what is written.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "transform_arrays.h"

static void force_any_isa(testing_random *random)
{
    while (!transform_force_isa(testing_random_below(random, TRANSFORM_ISAS))) {
    }
}

START_TEST(storage_any_of_any_description_is_the_definition)
{
    testing_random random = testing_random_start("storage");
    for (unsigned i = 0; i < 300 * transform_campaign(); ++i) {
        fftc_transform t = transform_draw(&random, i % 8 == 0 ? 3000 : 500);
        transform_draw_storage(&t, &random);
        force_any_isa(&random);
        transform_check_values(&t, &random);
    }
}
END_TEST

/* Longer ones: long lines, chirps, more columns than a vector has lanes. */
static fftc_transform draw_larger(testing_random *random)
{
    static const uint64_t lengths[][3] = {{1 << 15}, {20000},   {1009},      {40, 600},
                                          {37, 200}, {200, 37}, {16, 5, 90}, {12, 1024}};
    fftc_transform t = {.batch = testing_random_below(random, 4)};
    memcpy(t.length, lengths[testing_random_below(random, 8)], sizeof lengths[0]);
    t.direction = (fftc_direction)testing_random_below(random, 2);
    t.placement = (fftc_placement)testing_random_below(random, 2);
    t.scaling = (fftc_scaling)testing_random_below(random, 3);
    transform_draw_storage(&t, random);
    return t;
}

START_TEST(storage_any_same_bits_with_any_threads_and_memory)
{
    testing_random random = testing_random_start("storage bits");
    for (unsigned i = 0; i < 14 * transform_campaign(); ++i) {
        fftc_transform t =
            i % 2 == 0 ? draw_larger(&random) : transform_draw(&random, i % 8 == 1 ? 4000 : 600);
        if (i % 2 == 1) {
            transform_draw_storage(&t, &random);
        }
        force_any_isa(&random);
        transform_check_bits(&t, &random);
    }
}
END_TEST

/* Few split points are not staged. */
static bool is_of_few_points(const fftc_transform *t)
{
    uint64_t numbers = t->batch > 0 ? t->batch : 1;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] > 0; ++i) {
        numbers *= t->length[i];
    }
    return numbers <= 64;
}

/* Small planes and cubes and short columns of interleaved numbers have ways of their own. */
static bool in_one_call(const fftc_transform *t)
{
    char text[512];
    size_t bytes;
    fftc_plan *plan = transform_plan_with(t, &(fftc_plan_options){.threads = 1});
    ck_assert_int_eq(fftc_plan_save(plan, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    return strstr(text, " 20.") != NULL || strstr(text, " 22.") != NULL;
}

/* Takes both results. */
static void check_same(const fftc_transform *t, double *interleaved, double *split)
{
    ck_assert_msg(memcmp(interleaved, split, 2 * transform_wanted(t) * sizeof *split) == 0,
                  "%s: other bits than interleaved", transform_describe(t));
    free(interleaved);
    free(split);
}

START_TEST(split_has_the_bits_of_interleaved)
{
    testing_random random = testing_random_start("split");
    for (unsigned i = 0; i < 40 * transform_campaign(); ++i) {
        fftc_transform split = i % 2 == 0 ? draw_larger(&random) : transform_draw(&random, 3000);
        force_any_isa(&random);
        double *source = transform_draw_source(&split, &random);
        split.format = FFTC_SPLIT;
        fftc_transform interleaved = split;
        interleaved.format = FFTC_INTERLEAVED;
        check_same(&split, transform_run_reproducibly(&interleaved, source),
                   transform_run_reproducibly(&split, source));
        if (!in_one_call(&interleaved) && !is_of_few_points(&split)) {
            check_same(&split, transform_run(&interleaved, 1, 0, false, source),
                       transform_run(&split, 2, 0, false, source));
        }
        free(source);
    }
}
END_TEST

/* Along one axis half is nothing but float with a rounding at the end, out of place and in. */
START_TEST(half_of_one_axis_is_float_rounded_once)
{
    testing_random random = testing_random_start("half");
    for (unsigned i = 0; i < 40 * transform_campaign(); ++i) {
        fftc_transform t = {.length = {1 + testing_random_below(&random, 5000)}};
        t.batch = 1 + testing_random_below(&random, 3);
        t.direction = (fftc_direction)testing_random_below(&random, 2);
        t.placement = (fftc_placement)testing_random_below(&random, 2);
        t.format = (fftc_format)testing_random_below(&random, 2);
        t.precision = FFTC_FLOAT16;
        force_any_isa(&random);
        double *source = transform_draw_source(&t, &random);
        double *half = transform_run(&t, 1, testing_random_below(&random, 8), false, source);
        t.precision = FFTC_FLOAT32;
        double *exact = transform_run(&t, 1, 0, false, source);
        for (size_t k = 0; k < 2 * transform_wanted(&t); ++k) {
            uint16_t bits;
            testing_set(FFTC_FLOAT16, &bits, 0, exact[k]);
            ck_assert_msg(half[k] == testing_get(FFTC_FLOAT16, &bits, 0),
                          "%s: number %zu is %g, %g rounded", transform_describe(&t), k, half[k],
                          exact[k]);
        }
        free(half);
        free(exact);
        free(source);
    }
}
END_TEST

/* A point alone is only converted there and back: so every half is seen to survive. */
START_TEST(half_every_value_survives_conversion)
{
    fftc_transform t = {.length = {1}, .precision = FFTC_FLOAT16};
    uint16_t *src = malloc(65536 * sizeof *src);
    uint16_t *dst = malloc(65536 * sizeof *dst);
    ck_assert(src != NULL && dst != NULL);
    for (unsigned i = 0; i < 65536; ++i) {
        src[i] = (uint16_t)i;
    }
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        /* Side by side, as the widest vectors have them; two by two; one by one. */
        for (size_t apart = 0; apart < 3 && transform_force_isa(isa); ++apart) {
            t.dst_distance = t.src_distance = apart == 1 ? 2 : 1;
            t.batch = apart == 1 ? 16384 : 32768;
            t.format = apart == 2 ? FFTC_SPLIT : FFTC_INTERLEAVED;
            memset(dst, 0, 65536 * sizeof *dst);
            fftc_plan *plan = transform_plan(&t, 1);
            fftc_arrays a = {.src = src, .dst = dst};
            a.src_im = apart == 2 ? src + 32768 : NULL;
            a.dst_im = apart == 2 ? dst + 32768 : NULL;
            ck_assert_int_eq(fftc_plan_execute_arrays(plan, &a, NULL), FFTC_SUCCESS);
            fftc_plan_destroy(plan);
            for (unsigned i = 0; i < 65536; ++i) {
                bool there = apart != 1 || i % 4 < 2;
                bool nan = (i & 0x7fff) > 0x7c00;
                ck_assert_msg(!there || dst[i] == (nan ? (i | 0x200) : i), "%s: %04x became %04x",
                              transform_isas[isa], i, dst[i]);
            }
        }
    }
    free(src);
    free(dst);
}
END_TEST

START_TEST(half_beyond_its_range_is_infinite)
{
    fftc_transform t = {.length = {4}, .precision = FFTC_FLOAT16};
    uint16_t src[8];
    uint16_t dst[8];
    for (size_t i = 0; i < 8; ++i) {
        testing_set(FFTC_FLOAT16, src, i, i % 2 == 0 ? 60000.0 : -16380.0);
    }
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    ck_assert(isinf(testing_get(FFTC_FLOAT16, dst, 0)));
    /* 65520 is the middle between the largest half and what would be next: it rounds up. */
    ck_assert(isinf(testing_get(FFTC_FLOAT16, dst, 1)));
    for (size_t i = 2; i < 8; ++i) {
        ck_assert(testing_get(FFTC_FLOAT16, dst, i) == 0.0);
    }
}
END_TEST

/* The scale of an inverse is spread over its axes: at once it would leave nothing but zeros. */
START_TEST(half_of_large_inverses_keeps_small_numbers)
{
    fftc_transform t = {.length = {512, 512}, .precision = FFTC_FLOAT16};
    size_t count = (size_t)512 * 512;
    testing_random random = testing_random_start("large");
    double *source = transform_draw_source(&t, &random);
    fftc_transform back = t;
    t.scaling = FFTC_SCALE_UNITARY;
    double *spectrum = transform_run(&t, 1, 0, false, source);
    back.direction = FFTC_INVERSE;
    double *signal = transform_run(&back, 1, 0, false, spectrum);
    double difference = 0.0;
    double norm = 0.0;
    for (size_t i = 0; i < 2 * count; ++i) {
        difference += (512.0 * signal[i] - source[i]) * (512.0 * signal[i] - source[i]);
        norm += source[i] * source[i];
    }
    ck_assert(sqrt(difference) <= 4.0 * fftc_transform_error_bound(FFTC_FLOAT16, 512) * sqrt(norm));
    free(signal);
    free(spectrum);
    free(source);
}
END_TEST

TESTING_MAIN("transform_storage", storage_any_of_any_description_is_the_definition,
             storage_any_same_bits_with_any_threads_and_memory, split_has_the_bits_of_interleaved,
             half_of_one_axis_is_float_rounded_once, half_every_value_survives_conversion,
             half_beyond_its_range_is_infinite, half_of_large_inverses_keeps_small_numbers)
