/* SPDX-License-Identifier: MIT
 *
 * Zero-padded and pruned transforms: the values, and that nothing outside the ranges is read or
 * written.
 */
#include <stdlib.h>
#include <string.h>

#include "transform_arrays.h"

static void check_values(const fftc_transform *t, testing_random *random)
{
    double *source = transform_draw_source(t, random);
    double *result = transform_run(t, 1, testing_random_below(random, 16), false, source);
    double error = transform_run_error(t, source, result);
    double bound = transform_bound(t);
    ck_assert_msg(error <= bound, "%s: error %.3g, bound %.3g", transform_describe(t), error,
                  bound);
    free(result);
    free(source);
}

START_TEST(ranges_any_of_any_description_are_the_definition)
{
    testing_random random = testing_random_start("ranges");
    for (unsigned i = 0; i < 300 * transform_campaign(); ++i) {
        fftc_transform t = transform_draw(&random, i % 8 == 0 ? 3000 : 500);
        transform_draw_storage(&t, &random);
        transform_draw_ranges(&t, &random);
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        check_values(&t, &random);
    }
}
END_TEST

TESTING_MAIN("transform_ranges", ranges_any_of_any_description_are_the_definition)
