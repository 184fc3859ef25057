/* SPDX-License-Identifier: MIT
 *
 * OpenMP's threads as a plan's: the bits of one thread, and tasks in a parallel region.
 */
#include "fftcore/openmp.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "transform_testing.h"

START_TEST(plan_on_openmp_same_bits)
{
    static const fftc_transform cases[] = {
        {.length = {64}, .batch = 3000}, {.length = {1 << 17}}, {.length = {240, 250}}};
    testing_random random = testing_random_start("openmp");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const transform_axes axes = transform_axes_of(&cases[i]);
        const size_t bytes = axes.src_span * 2 * sizeof(float);
        char *data = malloc(bytes);
        ck_assert_ptr_nonnull(data);
        testing_fill(FFTC_FLOAT32, data, axes.src_span, &random);
        char *expected = transform_execute(&cases[i], 1, 0, data);
        for (int threads = 2; threads <= 5; ++threads) {
            const fftc_plan_options options = {.threads = threads, .pool = &fftc_openmp_pool};
            fftc_plan *plan = transform_plan_with(&cases[i], &options);
            char *actual = transform_execute_whole(&cases[i], plan, data);
            ck_assert_msg(memcmp(actual, expected, bytes) == 0, "%s: other bits with %d threads",
                          transform_describe(&cases[i]), threads);
            fftc_plan_destroy(plan);
            free(actual);
        }
        free(expected);
        free(data);
    }
}
END_TEST

static void look(void *context, int i)
{
    atomic_int *seen = context;
    (void)atomic_fetch_add(&seen[i], omp_in_parallel() ? omp_get_num_threads() : 100);
}

START_TEST(pool_runs_each_task_in_a_region)
{
    atomic_int seen[3] = {0, 0, 0};
    omp_set_dynamic(0);
    fftc_openmp_pool.run(fftc_openmp_pool.user, 3, look, seen);
    for (int i = 0; i < 3; ++i) {
        ck_assert_int_eq(atomic_load(&seen[i]), 3);
    }
}
END_TEST

TESTING_MAIN("openmp", plan_on_openmp_same_bits, pool_runs_each_task_in_a_region)
