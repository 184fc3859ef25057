/* SPDX-License-Identifier: MIT
 *
 * Transforms of real numbers of any storage and ranges on the CPU, with every instruction set.
 */
#include <stdlib.h>

#include "real_arrays.h"

static void execute(void *threads, const fftc_transform *t, const fftc_arrays *arrays,
                    size_t src_bytes, size_t dst_bytes)
{
    fftc_plan *plan = transform_plan(t, *(const int *)threads);
    fftc_error error;
    (void)src_bytes;
    (void)dst_bytes;
    fftc_status status = t->format == FFTC_SPLIT
                             ? fftc_plan_execute_split(plan, arrays->src, arrays->src_im,
                                                       arrays->dst, arrays->dst_im, &error)
                             : fftc_plan_execute(plan, arrays->src, arrays->dst, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", real_describe(t), error.message);
    fftc_plan_destroy(plan);
}

static void check_any(fftc_kind kind, const char *stream)
{
    testing_random random = testing_random_start(stream);
    for (unsigned i = 0; i < 250 * transform_campaign(); ++i) {
        fftc_transform t = real_draw_any(kind, &random, i % 8 == 0 ? 4000 : i % 8 < 4 ? 48 : 500);
        int threads = 1 + (int)testing_random_below(&random, 3);
        size_t slack = testing_random_below(&random, 8);
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        free(real_run_checked(&(transform_runner){execute, &threads}, &t, slack, random).number);
        testing_random_next(&random);
    }
}

START_TEST(real_of_any_storage_and_ranges_is_the_plain_one)
{
    check_any(FFTC_REAL, "real storage");
}
END_TEST

/* Rows that take ranges of pairs themselves; bounds that part a pair, too. */
START_TEST(real_rows_of_ranges_are_the_plain_ones)
{
    static const size_t lengths[] = {512, 1024, 1440, 2048, 4096, 6000, 16384};
    testing_random random = testing_random_start("real ranges");
    for (unsigned i = 0; i < 24 * transform_campaign(); ++i) {
        size_t n = lengths[testing_random_below(&random, sizeof lengths / sizeof *lengths)];
        fftc_transform t = {.kind = FFTC_REAL,
                            .direction = (fftc_direction)testing_random_below(&random, 2),
                            .precision = (fftc_precision)testing_random_below(&random, 2)};
        int last = n <= 2048 && i % 2 == 0;
        t.length[0] = last == 0 ? n : 1 + testing_random_below(&random, 12);
        t.length[last] = n;
        t.batch = last == 0 && n < 5000 ? testing_random_below(&random, 3) : 0;
        bool forward = t.direction == FFTC_FORWARD;
        fftc_range *real = forward ? &t.src_range[last] : &t.dst_range[last];
        fftc_range *spectrum = forward ? &t.dst_range[last] : &t.src_range[last];
        size_t odd = testing_random_below(&random, 4) == 0;
        real->begin = testing_random_below(&random, 2) * testing_random_below(&random, n / 4) * 2;
        real->end = real->begin + 2 + 2 * testing_random_below(&random, (n - real->begin) / 2);
        real->end -= odd;
        if (i % 3 == 0) {
            spectrum->end = 1 + testing_random_below(&random, n / 2 + 1);
        }
        int threads = 1 + (int)testing_random_below(&random, 3);
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        free(real_run_checked(&(transform_runner){execute, &threads}, &t, i % 4, random).number);
        testing_random_next(&random);
    }
}
END_TEST

START_TEST(trigonometric_of_any_storage_and_ranges_is_the_plain_one)
{
    check_any(FFTC_REAL_TO_REAL, "trigonometric storage");
}
END_TEST

TESTING_MAIN("transform_real_storage", real_of_any_storage_and_ranges_is_the_plain_one,
             real_rows_of_ranges_are_the_plain_ones,
             trigonometric_of_any_storage_and_ranges_is_the_plain_one)
