/* SPDX-License-Identifier: MIT
 *
 * kernel/difference_block.h in the emulator: blocks of several shapes on every schedule, with and
 * without subgroup operations, have the bits of the sums in the header's order, whatever lies
 * beyond the array.
 */
#include <stdlib.h>
#include <string.h>

#include "difference_testing.h"
#include "testing.h"

extern const difference_unit difference_1_2_2_1_32;
extern const difference_unit difference_2_4_4_1_64;
extern const difference_unit difference_3_1_2_2_32;
extern const difference_unit difference_3_3_1_3_64;

static const difference_unit *const units[] = {&difference_1_2_2_1_32, &difference_2_4_4_1_64,
                                               &difference_3_1_2_2_32, &difference_3_3_1_3_64};

enum { MOST = 40 * 13 * 9 };

static difference_case draw(const difference_unit *u, testing_random *random)
{
    difference_case c = {.length = {1, 1, 1}};
    static const uint32_t most[] = {40, 13, 9};
    for (uint32_t axis = 0; axis < 3; ++axis) {
        bool there = axis == 0 || u->axes == 3 || (u->axes == 2 && axis == 2);
        c.length[axis] = there ? 1 + (uint32_t)testing_random_below(random, most[axis]) : 1;
        c.boundary[axis] = there ? (uint32_t)testing_random_below(random, 3) : 0;
    }
    c.planes = u->axes == 1 ? 1 : 1 + (uint32_t)testing_random_below(random, 5);
    c.length[0] = (c.length[0] + u->columns - 1) / u->columns * u->columns;
    c.lanes_log2 = (uint32_t)testing_random_below(random, 5);
    c.subgroup_size_log2 = c.lanes_log2 + (uint32_t)testing_random_below(random, 2);
    c.shuffle = u->columns >= u->reach && testing_random_below(random, 4) != 0;
    c.workgroup_size = (1 + (uint32_t)testing_random_below(random, 2)) << c.subgroup_size_log2;
    c.schedule = (fftc_schedule)testing_random_below(random, FFTC_SCHEDULE_COUNT);
    return c;
}

START_TEST(blocks_have_the_bits_of_the_definition)
{
    static char points[MOST * sizeof(double)];
    static char result[MOST * sizeof(double)];
    static char expected[MOST * sizeof(double)];
    testing_random random = testing_random_start("difference");
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i) {
        const difference_unit *u = units[i];
        const fftc_precision precision = u->real_bytes == 4 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        for (int trial = 0; trial < 40; ++trial) {
            difference_case c = draw(u, &random);
            const size_t count = (size_t)c.length[0] * c.length[1] * c.length[2];
            char weight[3 * 5 * sizeof(double)];
            c.weight = weight;
            testing_fill(precision, points, (MOST + 1) / 2, &random);
            testing_fill(precision, weight, 3 * 5 / 2, &random);
            memset(result, 0xa5, sizeof result);
            u->run(&c, points, result);
            u->expect(&c, points, expected);
            ck_assert_msg(memcmp(result, expected, count * u->real_bytes) == 0,
                          "unit %zu, trial %d: %u x %u x %u, boundaries %u %u %u, planes %u, 2^%u "
                          "lanes%s, schedule %d",
                          i, trial, c.length[0], c.length[1], c.length[2], c.boundary[0],
                          c.boundary[1], c.boundary[2], c.planes, c.lanes_log2,
                          c.shuffle ? ", shuffles" : "", (int)c.schedule);
        }
    }
}
END_TEST

TESTING_MAIN("emulate_difference", blocks_have_the_bits_of_the_definition)
