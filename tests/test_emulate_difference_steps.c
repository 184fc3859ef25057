/* SPDX-License-Identifier: MIT
 *
 * Steps of finite differences for devices in the emulator: the bits of the CPU for every equation,
 * order, boundary and shape of blocks, on every schedule, with subgroups of 1 to 128 lanes; no
 * findings; and what is refused.
 */
#include "fftcore/emulate_difference.h"

#include <stdlib.h>
#include <string.h>

#include "difference_steps_testing.h"

START_TEST(emulated_steps_have_the_bits_of_the_cpu)
{
    testing_random random = testing_random_start("steps");
    for (unsigned i = 0; i < 120; ++i) {
        difference_steps c = difference_steps_draw(i, &random);
        const fftc_emulation config = {
            .subgroup_size = 1u << testing_random_below(&random, 8),
            .schedule = (fftc_schedule)testing_random_below(&random, FFTC_SCHEDULE_COUNT),
            .seed = i};
        const fftc_emulated_device device = {.config = &config};
        void *arrays[2] = {c.arrays[0], c.arrays[1]};
        fftc_emulated_report report;
        fftc_error error;
        ck_assert_msg(fftc_emulate_difference(&c.difference, &c.blocks, &device, c.steps, arrays,
                                              c.medium, &report, &error) == FFTC_SUCCESS,
                      "%s: %s", c.name, error.message);
        if (report.finding_count != 0) {
            char text[512];
            fftc_finding_format(&report.findings[0], text, sizeof text);
            ck_abort_msg("%s: %s", c.name, text);
        }
        ck_assert_uint_eq(report.dispatches, c.steps);
        difference_steps_compare(&c, arrays, "emulator");
        difference_steps_free(&c);
    }
}
END_TEST

/* Vectors that one step loads, by what the block's shape says: the queue's planes, and what is
 * beside them. */
START_TEST(loads_are_those_of_the_blocks)
{
    const fftc_difference d = {
        .length = {12, 8, 60}, .order = 4, .coefficient = 1, .time_step = 0.01};
    fftc_difference_blocks blocks = {.columns = 2, .rows = 4, .planes = 6, .invocations = 32};
    float *data = calloc(2 * 12 * 8 * 60, sizeof *data);
    void *arrays[2] = {data, data + 12 * 8 * 60};
    fftc_emulated_report report;
    ck_assert_int_eq(fftc_emulate_difference(&d, &blocks, NULL, 1, arrays, NULL, &report, NULL),
                     FFTC_SUCCESS);
    /* 32 lanes, of which the last two have no points, hold rows of 60 in vectors of 2: 1 x 2 x 2
     * blocks. Each goes through 6 + 4 planes of 4 rows, and 6 times loads 4 rows beside them; its
     * first and last lane load what is beside its own rows. */
    ck_assert_uint_eq(report.total.memory_loads,
                      4u * (32u * ((6u + 4u) * 4u + 6u * 4u) + 6u * 4u * 2u));
    ck_assert_uint_eq(report.total.memory_stores, 12u * 8u * 60u / 2u);
    blocks.planes = 1u << 28; /* as many as there are: 1 x 1 x 2 blocks of 12 */
    ck_assert_int_eq(fftc_emulate_difference(&d, &blocks, NULL, 1, arrays, NULL, &report, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(report.total.memory_loads,
                      2u * (32u * ((12u + 4u) * 4u + 12u * 4u) + 12u * 4u * 2u));
    free(data);
}
END_TEST

static void refuse(const fftc_difference *d, const fftc_difference_blocks *blocks, void *arrays[2],
                   fftc_status status, const char *words)
{
    fftc_error error;
    ck_assert_int_eq(fftc_emulate_difference(d, blocks, NULL, 1, arrays, NULL, NULL, &error),
                     status);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

START_TEST(what_is_wrong_is_refused)
{
    fftc_difference d = {.length = {10, 10}, .coefficient = 1, .time_step = 0.1};
    fftc_difference_blocks blocks = {.columns = 9};
    float data[200] = {0};
    void *arrays[2] = {data, data + 100};
    refuse(NULL, NULL, arrays, FFTC_INVALID_ARGUMENT, "difference");
    refuse(&d, NULL, NULL, FFTC_INVALID_ARGUMENT, "arrays");
    refuse(&d, &blocks, arrays, FFTC_INVALID_ARGUMENT, "at most 4 columns");
    blocks = (fftc_difference_blocks){.columns = 4};
    refuse(&d, &blocks, arrays, FFTC_INVALID_ARGUMENT, "rows of 10 points");
    blocks = (fftc_difference_blocks){.columns = 3};
    refuse(&d, &blocks, arrays, FFTC_INVALID_ARGUMENT, "pass 1 or 0");
    blocks = (fftc_difference_blocks){.rows = 2};
    refuse(&d, &blocks, arrays, FFTC_INVALID_ARGUMENT, "1 rows");
    blocks = (fftc_difference_blocks){.invocations = 48};
    refuse(&d, &blocks, arrays, FFTC_INVALID_ARGUMENT, "power of two");
    blocks = (fftc_difference_blocks){.invocations = 512};
    refuse(&d, &blocks, arrays, FFTC_UNSUPPORTED, "at most 256");
    void *same[2] = {data, data + 99};
    refuse(&d, NULL, same, FFTC_INVALID_ARGUMENT, "overlap");
    d.length[0] = d.length[1] = 1 << 16;
    refuse(&d, NULL, arrays, FFTC_TOO_LARGE, "2^31");
}
END_TEST

TESTING_MAIN("emulated finite differences", emulated_steps_have_the_bits_of_the_cpu,
             loads_are_those_of_the_blocks, what_is_wrong_is_refused)
