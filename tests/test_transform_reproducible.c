/* SPDX-License-Identifier: MIT
 *
 * Reproducible plans: the bits of one instruction set are those of every other one, and of every
 * number of threads. tests/aarch64 has the same for another architecture.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "real_arrays.h"

static fftc_plan *create(const fftc_transform *t, int threads)
{
    const fftc_plan_options options = {.threads = threads, .reproducible = 1};
    return transform_plan_with(t, &options);
}

static char *gather(const fftc_transform *t, const char *dst)
{
    transform_axes axes = transform_axes_of(t);
    size_t item = 2 * fftc_precision_bytes(t->precision);
    char *points = malloc(axes.total * item);
    ck_assert_ptr_nonnull(points);
    for (size_t i = 0; i < axes.total; ++i) {
        memcpy(points + i * item, dst + transform_offset(&axes, axes.dst, i) * item, item);
    }
    return points;
}

/* Every instruction set that this machine has, each with another number of threads; the first of
 * them against the definition, if the transform is short enough for that. */
static void check_bits(const fftc_transform *t, testing_random *random, int *sets)
{
    transform_axes axes = transform_axes_of(t);
    size_t item = 2 * fftc_precision_bytes(t->precision);
    char *data = malloc(axes.src_span * item);
    char *first = NULL;
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    *sets = 0;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (!transform_force_isa(isa)) {
            continue;
        }
        fftc_plan *plan = create(t, 1 + *sets % 3);
        char *dst = transform_execute_whole(t, plan, data);
        fftc_plan_destroy(plan);
        ++*sets;
        ck_assert_msg(first == NULL || memcmp(first, dst, axes.dst_span * item) == 0,
                      "%s: other bits", transform_describe(t));
        if (first == NULL) {
            first = dst;
        } else {
            free(dst);
        }
    }
    if (axes.points <= 3000) {
        char *points = gather(t, first);
        long double *expected = transform_expect(t, data);
        double error = transform_error(t, points, expected);
        ck_assert_msg(error <= transform_bound(t), "%s: %g", transform_describe(t), error);
        free(points);
        free(expected);
    }
    free(first);
    free(data);
}

START_TEST(lengths_short_same_bits)
{
    testing_random random = testing_random_start("short");
    int sets = 0;
    for (size_t n = 1; n <= 160; ++n) {
        fftc_transform t = {.length = {n}, .precision = n % 2 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32};
        check_bits(&t, &random, &sets);
        t.precision = n % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        t.direction = FFTC_INVERSE;
        t.batch = 1 + n % 5;
        check_bits(&t, &random, &sets);
    }
#ifdef __x86_64__
    /* With one instruction set alone, nothing has been compared. */
    ck_assert_msg(sets >= 2 || !transform_force_isa(1), "one instruction set only");
#endif
}
END_TEST

START_TEST(lengths_long_same_bits)
{
    static const fftc_transform large[] = {
        {.length = {1024}},
        {.length = {4096}, .precision = FFTC_FLOAT64},
        {.length = {16384}, .placement = FFTC_IN_PLACE},
        {.length = {17408}},
        {.length = {65536}},
        {.length = {65536}, .src_range = {{100, 30000}}},
        {.length = {4096}, .src_range = {{0, 1024}}, .dst_range = {{700, 900}}},
        {.length = {196643}, .precision = FFTC_FLOAT64},
        {.length = {100000}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE},
        {.length = {262144}, .placement = FFTC_IN_PLACE},
        {.length = {10007}},
        {.length = {65537}},
        {.length = {60, 1009}, .precision = FFTC_FLOAT64},
        {.length = {256, 240}},
        {.length = {20, 34, 31}, .placement = FFTC_IN_PLACE},
        {.length = {1000}, .batch = 37},
        {.length = {1024}, .batch = 16, .precision = FFTC_FLOAT64, .placement = FFTC_IN_PLACE},
        {.length = {16}, .batch = 1001, .direction = FFTC_INVERSE},
        {.length = {1009}, .batch = 19},
        {.length = {360}, .batch = 100, .src_stride = {100}, .src_distance = 1},
    };
    testing_random random = testing_random_start("long");
    int sets;
    for (size_t i = 0; i < sizeof large / sizeof *large; ++i) {
        check_bits(&large[i], &random, &sets);
    }
}
END_TEST

/* Packed, out of place. */
static void check_real_bits(const fftc_transform *t, testing_random *random)
{
    size_t scalar = fftc_precision_bytes(t->precision);
    size_t room = 2;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        room *= t->length[i] + 2;
    }
    char *data = malloc(room * 2 * scalar);
    char *first = calloc(room, 2 * scalar);
    char *dst = calloc(room, 2 * scalar);
    ck_assert(data != NULL && first != NULL && dst != NULL);
    testing_fill(t->precision, data, room, random);
    bool any = false;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (transform_force_isa(isa)) {
            fftc_plan *plan = create(t, any ? 2 : 1);
            ck_assert_int_eq(fftc_plan_execute(plan, data, any ? dst : first, NULL), FFTC_SUCCESS);
            fftc_plan_destroy(plan);
            ck_assert_msg(!any || memcmp(first, dst, room * 2 * scalar) == 0,
                          "%s: kind %d: other bits", transform_describe(t), (int)t->kind);
            any = true;
        }
    }
    free(data);
    free(first);
    free(dst);
}

START_TEST(kinds_real_same_bits)
{
    testing_random random = testing_random_start("real");
    for (unsigned round = 0; round < 150; ++round) {
        fftc_transform t = {.length = {2 + testing_random_below(&random, 300)},
                            .kind = testing_random_below(&random, 2) == 0 ? FFTC_REAL
                                                                          : FFTC_REAL_TO_REAL};
        t.precision = (fftc_precision)testing_random_below(&random, 2);
        t.direction = (fftc_direction)testing_random_below(&random, 2);
        if (testing_random_below(&random, 2) == 0) {
            t.length[1] = 2 + testing_random_below(&random, 30);
        }
        for (int i = 0; i < 2; ++i) {
            fftc_trigonometric drawn = (fftc_trigonometric)testing_random_below(&random, 8);
            bool takes = t.kind == FFTC_REAL_TO_REAL && t.length[i] != 0;
            t.trigonometric[i] = takes ? drawn : FFTC_DCT_II;
        }
        check_real_bits(&t, &random);
    }
    fftc_transform large = {.length = {1 << 16}, .kind = FFTC_REAL};
    check_real_bits(&large, &random);
    large.kind = FFTC_REAL_TO_REAL;
    check_real_bits(&large, &random);
    /* Whose columns were small planes with vectors of 128 bits alone. */
    for (uint64_t last = 1; last <= 2; ++last) {
        fftc_transform planes = {.length = {15, 15, last}, .kind = FFTC_REAL};
        check_real_bits(&planes, &random);
        planes.direction = FFTC_INVERSE;
        check_real_bits(&planes, &random);
    }
}
END_TEST

START_TEST(descriptions_drawn_same_bits)
{
    testing_random random = testing_random_start("drawn");
    int sets;
    for (unsigned round = 0; round < 60 * transform_campaign(); ++round) {
        fftc_transform t = transform_draw(&random, 3000);
        check_bits(&t, &random, &sets);
    }
}
END_TEST

/* Numbers of dst in order, by an execution of a plan of `threads`. */
static void execute(void *threads, const fftc_transform *t, const fftc_arrays *arrays,
                    size_t src_bytes, size_t dst_bytes)
{
    fftc_plan *plan = create(t, *(const int *)threads);
    fftc_error error;
    (void)src_bytes;
    (void)dst_bytes;
    fftc_status status = fftc_plan_execute_arrays(plan, arrays, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", transform_describe(t), error.message);
    fftc_plan_destroy(plan);
}

static real_result run_of_any_kind(const fftc_transform *t, int threads, size_t slack,
                                   testing_random random)
{
    const transform_runner runner = {execute, &threads};
    if (t->kind != FFTC_COMPLEX) {
        return real_run_by(&runner, t, slack, random);
    }
    double *source = transform_draw_source(t, &random);
    real_result result = {.number = transform_run_by(&runner, t, slack, source),
                          .count = 2 * transform_wanted(t)};
    free(source);
    return result;
}

/* Halves, split numbers, ranges: what a pass does itself with one instruction set, and what it
 * leaves to a stage with another, must not show. */
START_TEST(storages_and_ranges_drawn_same_bits)
{
    testing_random random = testing_random_start("stored");
    for (unsigned round = 0; round < 240 * transform_campaign(); ++round) {
        size_t most = round % 8 == 0 ? 6000 : 600;
        fftc_transform t = {.kind = (fftc_kind)(round % 3)};
        if (t.kind == FFTC_COMPLEX) {
            t = transform_draw(&random, most);
            transform_draw_storage(&t, &random);
            transform_draw_ranges(&t, &random);
        } else {
            t = real_draw_any(t.kind, &random, most);
        }
        real_result first = {.number = NULL};
        int sets = 0;
        for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
            if (!transform_force_isa(isa)) {
                continue;
            }
            real_result r = run_of_any_kind(&t, 1 + sets % 3, (size_t)sets, random);
            ++sets;
            ck_assert_msg(first.number == NULL ||
                              memcmp(first.number, r.number, r.count * sizeof(double)) == 0,
                          "%s: kind %d: other bits", transform_describe(&t), (int)t.kind);
            if (first.number == NULL) {
                first = r;
            } else {
                free(r.number);
            }
        }
        free(first.number);
        testing_random_next(&random);
    }
}
END_TEST

/* Measuring does not make them differ, and a line that was saved is good for every set. */
START_TEST(plan_measured_and_saved_elsewhere_same_bits)
{
    testing_random random = testing_random_start("elsewhere");
    fftc_transform t = {.length = {360, 1000}};
    transform_axes axes = transform_axes_of(&t);
    char *data = malloc(axes.src_span * 8);
    char text[4096] = "";
    char *first = NULL;
    ck_assert_ptr_nonnull(data);
    testing_fill(t.precision, data, axes.src_span, &random);
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (!transform_force_isa(isa)) {
            continue;
        }
        char again[4096];
        size_t bytes;
        fftc_plan_options options = {.reproducible = 1,
                                     .effort = text[0] != '\0' ? FFTC_SAVED : FFTC_MEASURE,
                                     .saved = text};
        fftc_plan *plan;
        fftc_error error;
        ck_assert_msg(fftc_plan_create(&t, &options, &plan, &error) == FFTC_SUCCESS, "%s",
                      error.message);
        ck_assert_int_eq(fftc_plan_save(plan, again, sizeof again, &bytes, NULL), FFTC_SUCCESS);
        ck_assert_ptr_nonnull(strstr(again, " any "));
        ck_assert(text[0] == '\0' || strcmp(text, again) == 0);
        memcpy(text, again, sizeof text);
        char *dst = transform_execute_whole(&t, plan, data);
        fftc_plan_destroy(plan);
        ck_assert(first == NULL || memcmp(first, dst, axes.dst_span * 8) == 0);
        free(first);
        first = dst;
    }
    free(first);
    free(data);
}
END_TEST

TESTING_MAIN("transform_reproducible", lengths_short_same_bits, lengths_long_same_bits,
             kinds_real_same_bits, descriptions_drawn_same_bits,
             storages_and_ranges_drawn_same_bits, plan_measured_and_saved_elsewhere_same_bits)
