/* SPDX-License-Identifier: MIT
 *
 * Batches of rows that are larger than the caches: out of place they are written past these
 * (src/cpu/plan/stream.h), in place they are not.
 */
#include <stdlib.h>
#include <string.h>

#include "transform_testing.h"

/* The batch in place against the batch out of place, to a copy of the same numbers that begins `slack`
 * scalars off an aligned address: the gaps between the rows, and what is around, must be the same too. */
static void check_batch(size_t n, size_t gap, fftc_transform t, testing_random *random)
{
    size_t item = 2 * fftc_precision_bytes(t.precision);
    size_t slack = testing_random_below(random, 32) * fftc_precision_bytes(t.precision);
    t.length[0] = n;
    t.batch = ((size_t)9 << 20) / (n * item);
    t.src_distance = t.dst_distance = n + gap;
    fftc_transform in_place = t;
    in_place.placement = FFTC_IN_PLACE;
    size_t bytes = transform_axes_of(&t).dst_span * item + 2 * slack;
    char *data = malloc(bytes);
    char *dst = malloc(bytes);
    char *expected = malloc(bytes);
    ck_assert(data != NULL && dst != NULL && expected != NULL);
    testing_fill(t.precision, data, bytes / item, random);
    memset(data + bytes / item * item, 0, bytes % item);
    memcpy(expected, data, bytes);
    fftc_plan *plan = transform_plan(&in_place, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, expected + slack, expected + slack, NULL),
                     FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    for (int threads = 1; threads <= 2; ++threads) {
        memcpy(dst, data, bytes);
        plan = transform_plan(&t, threads);
        ck_assert_int_eq(fftc_plan_execute(plan, data + slack, dst + slack, NULL), FFTC_SUCCESS);
        fftc_plan_destroy(plan);
        ck_assert_msg(memcmp(dst, expected, bytes) == 0, "%s: other bits than in place, %d threads",
                      transform_describe(&t), threads);
    }
    free(data);
    free(dst);
    free(expected);
}

START_TEST(batch_beyond_the_caches_same_bits_as_in_place)
{
    static const size_t lengths[] = {16, 60, 127, 1000, 16384};
    testing_random random = testing_random_start("batches");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        fftc_transform t = {.direction = (fftc_direction)(i % 2)};
        check_batch(lengths[i], i % 2 == 0 ? 0 : testing_random_below(&random, 8), t, &random);
    }
    fftc_transform wide = {.precision = FFTC_FLOAT64};
    check_batch(500, 3, wide, &random);
}
END_TEST

/* Zeros of a padded row that the row before left behind would show. */
START_TEST(batch_beyond_the_caches_padded_rows_same_bits_as_in_place)
{
    testing_random random = testing_random_start("padded batches");
    fftc_transform t = {.src_range = {{5, 701}}};
    check_batch(1024, 0, t, &random);
}
END_TEST

TESTING_MAIN("transform_batches", batch_beyond_the_caches_same_bits_as_in_place,
             batch_beyond_the_caches_padded_rows_same_bits_as_in_place)
