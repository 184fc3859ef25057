/* SPDX-License-Identifier: MIT
 *
 * Few points that the engines cannot read as they lie (plan/few_points.c): split numbers. Those of
 * real transforms: test_transform_real_storage.c.
 */
#include "cpu/plan/plan.h"
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

TESTING_MAIN("transform_few_points", few_points_split_are_the_definition)
