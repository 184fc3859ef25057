/* SPDX-License-Identifier: MIT
 *
 * Few points that the engines cannot read as they lie (plan/few_points.c): split numbers. Those of
 * real transforms: test_transform_real_storage.c.
 */
#include "cpu/plan/plan.h"

#include <stdlib.h>

#include "transform_arrays.h"

static bool is_of_few_points(const fftc_transform *t)
{
    fftc_plan *plan = transform_plan_with(t, &(fftc_plan_options){.threads = 1});
    const bool answer = plan->few_points != NULL;
    fftc_plan_destroy(plan);
    return answer;
}

/* The way of few points, and where it ends. */
START_TEST(few_points_split_are_the_definition)
{
    testing_random random = testing_random_start("few points");
    unsigned found = 0;
    for (unsigned i = 0; i < 600 * transform_campaign(); ++i) {
        fftc_transform t = {.length = {2 + testing_random_below(&random, 7)}};
        t.batch = testing_random_below(&random, 4);
        t.length[1] = i % 3 == 0 ? 2 + testing_random_below(&random, 4) : 0;
        t.direction = (fftc_direction)testing_random_below(&random, 2);
        t.placement = (fftc_placement)testing_random_below(&random, 2);
        t.scaling = (fftc_scaling)testing_random_below(&random, 3);
        t.precision = (fftc_precision)testing_random_below(&random, 2);
        t.format = FFTC_SPLIT;
        if (testing_random_below(&random, 3) == 0) {
            t.src_range[0] = (fftc_range){testing_random_below(&random, 2), t.length[0]};
            t.dst_range[0] = (fftc_range){0, 1 + testing_random_below(&random, t.length[0])};
        }
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        found += is_of_few_points(&t);
        transform_check_values(&t, &random);
    }
    ck_assert_uint_gt(found, 300);
    ck_assert(is_of_few_points(&(fftc_transform){.length = {8, 8}, .format = FFTC_SPLIT}));
    ck_assert(!is_of_few_points(&(fftc_transform){.length = {9}, .format = FFTC_SPLIT}));
    ck_assert(
        !is_of_few_points(&(fftc_transform){.length = {8}, .batch = 9, .format = FFTC_SPLIT}));
}
END_TEST

/* Cubes in two threads, where numbers lie as the engines want them: no copies, no few points. */
START_TEST(few_points_depend_on_no_threads)
{
    testing_random random = testing_random_start("threads");
    static const size_t cubes[][3] = {{2, 2, 2}, {3, 3, 3}, {2, 4, 4}, {2, 2}, {5}, {3, 4}};
    ck_assert_int_eq(setenv("FFTCORE_FORCE_THREADS", "1", 1), 0);
    for (size_t i = 0; i < sizeof cubes / sizeof *cubes; ++i) {
        fftc_transform t = {.length = {cubes[i][0], cubes[i][1], cubes[i][2]}, .batch = 2};
        fftc_plan *plan = transform_plan_with(&t, &(fftc_plan_options){.threads = 2});
        const bool few = plan->few_points != NULL;
        fftc_plan_destroy(plan);
        ck_assert_int_eq(few, is_of_few_points(&t));
        transform_check_values(&t, &random);
        transform_check_bits(&t, &random);
    }
}
END_TEST

/* Interleaved numbers have no second array. */
START_TEST(few_points_second_arrays_refused)
{
    static float src[16];
    static float dst[16];
    static float more[2][16];
    const fftc_transform t = {.length = {6}, .src_range = {{1, 5}}};
    fftc_plan *plan = transform_plan_with(&t, &(fftc_plan_options){.threads = 1});
    const fftc_arrays arrays = {.src = src, .src_im = more[0], .dst = dst, .dst_im = more[1]};
    ck_assert_int_eq(fftc_plan_check_arrays(plan, &arrays, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, &arrays, NULL), FFTC_INVALID_ARGUMENT);
    fftc_plan_destroy(plan);
}
END_TEST

TESTING_MAIN("transform_few_points", few_points_split_are_the_definition,
             few_points_depend_on_no_threads, few_points_second_arrays_refused)
