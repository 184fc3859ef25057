/* SPDX-License-Identifier: MIT
 *
 * The fast kernel and its passes in the emulator: right, clean on every schedule and subgroup size,
 * and at the cost that is promised.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "line_testing.h"

/* A packed transform of rank 1, judged by the definition in double. */
static void check_packed(const fftc_transform *transform, const fftc_pass_limits *limits,
                         const fftc_emulation *with)
{
    line_trial t = line_trial_start(transform, limits);
    size_t total = t.points * t.batch;
    double *x = malloc(2 * total * sizeof *x);
    long double *y = malloc(2 * total * sizeof *y);
    double scale = transform->direction == FFTC_INVERSE ? 1.0 / (double)t.points : 1.0;
    testing_to_double(transform->precision, t.place[line_home(&t, FFTC_PLACE_SRC)].data, total, x);
    line_trial_run(&t, limits, with);
    testing_fftw(t.points, t.batch, transform->direction == FFTC_FORWARD ? -1 : 1, x, x);
    for (size_t i = 0; i < 2 * total; ++i) {
        y[i] = (long double)(x[i] * scale);
    }
    double error =
        testing_relative_error(transform->precision, t.place[FFTC_PLACE_DST].data, y, total);
    ck_assert_msg(error <= fftc_transform_error_bound(transform->precision, t.points),
                  "%zu points, direction %d, placement %d: error %g", t.points,
                  (int)transform->direction, (int)transform->placement, error);
    free(x);
    free(y);
    line_trial_end(&t);
}

/* Every radix alone, in pairs, lengths at which invocations come out odd, and all powers of two. */
static const uint64_t lengths[] = {
    1,   2,   3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,  14,  15,
    16,  18,  21,   22,   25,   26,   32,   33,   35,   36,   49,   60,   64,  81,  91,
    100, 105, 121,  125,  128,  143,  169,  210,  243,  256,  343,  360,  375, 512, 625,
    729, 960, 1000, 1001, 1024, 1080, 1331, 1920, 2048, 2187, 2197, 2310, 4096};

START_TEST(line_every_length_right_and_clean)
{
    uint32_t turn = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int variant = 0; variant < 4; ++variant, ++turn) {
            fftc_transform transform = {
                .length = {lengths[i]},
                .batch = 1 + (variant + i) % 5,
                .precision = (variant & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                .direction = (variant & 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                .placement = turn % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 32u << turn % 3,
                                   .seed = testing_seed() + turn};
            fftc_pass_limits limits = line_limits;
            limits.subgroup_size = with.subgroup_size;
            check_packed(&transform, &limits, &with);
        }
    }
}
END_TEST

/* Passes: limits so narrow that lines go in two and three of them, in tiles, rounds and parts. */
START_TEST(line_passes_right_and_clean)
{
    static const uint64_t long_lengths[] = {64, 210, 256, 1001, 1024, 2310, 4096};
    uint32_t turn = 0;
    for (size_t i = 0; i < sizeof long_lengths / sizeof *long_lengths; ++i) {
        for (int variant = 0; variant < 4; ++variant, ++turn) {
            fftc_pass_limits narrow = line_limits;
            fftc_transform transform = {
                .length = {long_lengths[i]},
                .batch = 1 + turn % 3,
                .precision = (variant & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                .direction = (variant & 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                .placement = turn % 2 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)((turn + 3) % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 4u << turn % 6,
                                   .seed = testing_seed() + turn};
            narrow.invocations_max = 16u << turn % 3;
            narrow.shared_bytes = 256u << turn % 4;
            narrow.subgroup_size = 0;
            check_packed(&transform, &narrow, &with);
        }
    }
}
END_TEST

static void check_lengths(const uint64_t *list, size_t count)
{
    uint32_t turn = 0;
    for (size_t i = 0; i < count; ++i) {
        for (int variant = 0; variant < 4; ++variant, ++turn) {
            fftc_pass_limits limits = line_limits;
            fftc_transform transform = {
                .length = {list[i]},
                .batch = 1 + turn % 3,
                .precision = (variant & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                .direction = (variant & 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                .placement = turn % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 32u << turn % 3,
                                   .seed = testing_seed() + turn};
            if ((turn + turn / 4) % 2 == 0) {
                limits.invocations_max = 16u << turn % 3;
                limits.shared_bytes = 256u << turn % 3;
                limits.subgroup_size = 0;
                with.subgroup_size = 4u << turn % 6;
            }
            check_packed(&transform, &limits, &with);
        }
    }
}

/* Lengths with large prime factors, by convolutions of one dispatch; of three and five where
 * limits are narrow. */
START_TEST(line_large_primes_right_and_clean)
{
    static const uint64_t primes[] = {37, 74, 97, 127, 1009};
    check_lengths(primes, sizeof primes / sizeof *primes);
}
END_TEST

/* Codelets of primes up to 31 and of 25, alone, gathered, and as stages and passes; of coprime
 * factors. */
START_TEST(line_odd_radices_right_and_clean)
{
    static const uint64_t odd[] = {3, 9, 25, 17, 19, 23, 29, 31, 34, 323, 899};
    static const uint64_t coprime[] = {18, 20, 21, 22, 24, 26, 28, 30};
    check_lengths(odd, sizeof odd / sizeof *odd);
    check_lengths(coprime, sizeof coprime / sizeof *coprime);
}
END_TEST

/* What Vulkan requires of every device, with and without subgroups of the least size:
 * one pass, two, three. */
START_TEST(line_least_limits_right_and_clean)
{
#ifdef TESTING_SANITIZED
    static const uint64_t classes[] = {1, 13, 60, 1000, 2187, 8192, 30030};
#else
    static const uint64_t classes[] = {1,    13,   60,    1000,  2048,  2187,
                                       4096, 8192, 16384, 30030, 100000};
#endif
    for (size_t i = 0; i < 2 * sizeof classes / sizeof *classes; ++i) {
        fftc_transform transform = {.length = {classes[i / 2]},
                                    .batch = classes[i / 2] > 5000 ? 1 : 3,
                                    .precision = i % 3 == 1 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                                    .direction = i % 4 >= 2 ? FFTC_INVERSE : FFTC_FORWARD,
                                    .placement = i % 2 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
        const fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                     .subgroup_size = 4,
                                     .seed = testing_seed() + i};
        const fftc_pass_limits least = {.name = "the least device",
                                        .invocations_max = 128,
                                        .shared_bytes = 16384,
                                        .subgroup_size = i % 2 == 0 ? 0 : 4,
                                        .buffer_bytes_max = (uint64_t)1 << 27};
        line_trial t = line_trial_start(&transform, &least);
        for (uint32_t p = 0; p < t.plan.count; ++p) {
            const fftc_line_schedule *line = &t.plan.pass[p].key.line;
            ck_assert_uint_le(line->count * line->invocations, 128);
            ck_assert_uint_le(4 * fftc_line_shared_words(line), 16384);
        }
        line_trial_end(&t);
        check_packed(&transform, &least, &with);
    }
}
END_TEST

/* Two passes with narrow tiles: what lies between them stands in bricks, whose edges divide what
 * invocations step by, or do not. */
START_TEST(line_bricks_right_and_clean)
{
    static const struct {
        uint64_t points;
        uint32_t invocations;
        uint32_t shared_bytes;
        fftc_precision precision;
    } cases[] = {{576, 64, 512, FFTC_FLOAT32},   {576, 64, 1024, FFTC_FLOAT32},
                 {576, 16, 256, FFTC_FLOAT64},   {1024, 32, 1024, FFTC_FLOAT32},
                 {1024, 16, 512, FFTC_FLOAT64},  {1296, 32, 512, FFTC_FLOAT32},
                 {1296, 64, 1024, FFTC_FLOAT64}, {1600, 32, 2048, FFTC_FLOAT32},
                 {2048, 16, 1024, FFTC_FLOAT64}, {2048, 32, 1024, FFTC_FLOAT32}};
    uint32_t turn = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (uint32_t variant = 0; variant < 2; ++variant, ++turn) {
            fftc_transform transform = {.length = {cases[i].points},
                                        .batch = 2 + turn % 2,
                                        .precision = cases[i].precision,
                                        .direction = turn % 4 == 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                        .placement =
                                            variant == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 4u << turn % 6,
                                   .seed = testing_seed() + turn};
            fftc_pass_limits narrow = line_limits;
            narrow.invocations_max = cases[i].invocations;
            narrow.shared_bytes = cases[i].shared_bytes;
            narrow.subgroup_size = 0;
            line_trial t = line_trial_start(&transform, &narrow);
            ck_assert_uint_eq(t.plan.count, 2);
            ck_assert_msg(t.plan.pass[0].key.dst_bricks.columns != 0 &&
                              t.plan.pass[1].key.src_bricks.columns != 0,
                          "%u points: no bricks", (unsigned)cases[i].points);
            line_trial_end(&t);
            check_packed(&transform, &narrow, &with);
        }
    }
}
END_TEST

/* Tables of products, of which a device with so little shared memory has one early. */
START_TEST(line_products_of_factors_right_and_clean)
{
    static const uint64_t cases[] = {4096, 6000, 8192};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {.length = {cases[i / 2]},
                                    .precision = i % 2 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                                    .placement = i % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i,
                               .seed = testing_seed() + i};
        fftc_pass_limits narrow = line_limits;
        narrow.invocations_max = 32;
        narrow.shared_bytes = 128;
        narrow.subgroup_size = 0;
        line_trial t = line_trial_start(&transform, &narrow);
        uint32_t last = t.plan.count - 1;
        ck_assert_msg(t.plan.pass[last].key.fine != 0, "%u points: all factors are in the table",
                      (unsigned)cases[i / 2]);
        line_trial_end(&t);
        check_packed(&transform, &narrow, &with);
    }
}
END_TEST

START_TEST(line_bricks_where_both_tiles_are_narrow)
{
    static const struct {
        uint64_t points;
        uint64_t first; /* points of the first pass */
        bool bricks;
        uint32_t columns; /* of a workgroup there; 0: not checked */
        fftc_precision precision;
    } cases[] = {{1 << 16, 256, false, 0, FFTC_FLOAT32},  {1 << 19, 1024, false, 0, FFTC_FLOAT32},
                 {1 << 20, 1024, true, 8, FFTC_FLOAT32},  {1 << 21, 1024, true, 8, FFTC_FLOAT32},
                 {1 << 22, 2048, true, 4, FFTC_FLOAT32},  {1000000, 1000, true, 0, FFTC_FLOAT32},
                 {1 << 23, 2048, true, 8, FFTC_FLOAT32},  {1 << 24, 256, false, 0, FFTC_FLOAT32},
                 {1 << 20, 1024, false, 0, FFTC_FLOAT16}, {1 << 21, 1024, true, 8, FFTC_FLOAT16},
                 {1 << 22, 2048, true, 8, FFTC_FLOAT16}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {
            .length = {cases[i / 2].points}, .batch = 2, .precision = cases[i / 2].precision};
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        bool less = i % 2 != 0;
        bool halves = cases[i / 2].precision == FFTC_FLOAT16; /* floats do not fit dst */
        bool bricks = cases[i / 2].bricks && (halves || !less);
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        large.passes.less_scratch = less;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        /* From 2^23 on, which, not alone, is two passes in bricks, three need scratch in any
         * case. */
        bool three = cases[i / 2].points > 1 << 22 && !bricks;
        ck_assert_uint_eq(plan.count, three ? 3 : 2);
        ck_assert_uint_eq(plan.elements[FFTC_PLACE_SCRATCH],
                          bricks || three || halves ? 2 * cases[i / 2].points : 0);
        ck_assert_int_eq(plan.pass[0].key.dst_bricks.columns != 0, bricks);
        ck_assert_int_eq(plan.pass[1].key.src_bricks.columns != 0, bricks);
        if (bricks && cases[i / 2].columns != 0) {
            ck_assert_uint_eq(plan.pass[0].key.line.count, cases[i / 2].columns);
        }
        ck_assert_msg(less || plan.pass[0].key.line.points == cases[i / 2].first,
                      "%llu points begin with %u", (unsigned long long)cases[i / 2].points,
                      (unsigned)plan.pass[0].key.line.points);
    }
}
END_TEST

/* Lines of double are not divided where the registers of one multiprocessor of an H200 suffice. */
START_TEST(line_of_double_whole_where_registers_do)
{
    static const struct {
        uint64_t points;
        uint32_t passes;
    } cases[] = {{8192, 1},  {8448, 1},  {8640, 1},  {9216, 1},  {9408, 1},  {9000, 1},  {9261, 1},
                 {9720, 2},  {9800, 2},  {10000, 1}, {10080, 1}, {10240, 1}, {10290, 2}, {10368, 2},
                 {10800, 1}, {11264, 2}, {11520, 1}, {12288, 2}, {16384, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const fftc_transform transform = {
            .length = {cases[i].points}, .batch = 1000, .precision = FFTC_FLOAT64};
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        ck_assert_msg(plan.count == cases[i].passes, "%llu points: %u passes",
                      (unsigned long long)cases[i].points, (unsigned)plan.count);
    }
    const fftc_emulation with = {.subgroup_size = 32};
    const fftc_transform idle = {.length = {9216}, .precision = FFTC_FLOAT64};
    fftc_pass_limits large = line_limits;
    large.invocations_max = 1024;
    large.shared_bytes = 49152;
    check_packed(&idle, &large, &with);
}
END_TEST

/* A codelet of 25 points where that is faster than two stages. */
START_TEST(line_of_25_in_one_stage_where_faster)
{
    static const struct {
        fftc_transform transform;
        uint32_t stages;
    } cases[] = {
        {{.length = {25}}, 1},
        {{.length = {25}, .precision = FFTC_FLOAT16}, 2},
        {{.length = {25}, .kind = FFTC_REAL}, 1},
        {{.length = {50}, .kind = FFTC_REAL, .direction = FFTC_INVERSE}, 1},
        {{.length = {25}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_II}}, 2},
        {{.length = {25}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_III}}, 2},
        {{.length = {50}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_II}}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = cases[i].transform;
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        transform.batch = 100000;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        ck_assert_msg(plan.pass[0].key.line.stages == cases[i].stages, "case %zu: %u stages", i,
                      (unsigned)plan.pass[0].key.line.stages);
    }
}
END_TEST

/* Long lines, for which no other schedule waits as seldom: three or four stages of large radices,
 * of float in rounds; and powers of three of float. Not where a dispatch is soon over. */
START_TEST(line_in_three_stages_or_rounds_right_and_clean)
{
    static const struct {
        uint64_t points;
        fftc_precision precision;
        uint32_t radix[4];
        uint32_t rounds;
        bool checked;
    } cases[] = {{4608, FFTC_FLOAT64, {8, 24, 24, 1}, 1, true},
                 {6400, FFTC_FLOAT64, {20, 16, 20, 1}, 1, false},
                 {8192, FFTC_FLOAT64, {8, 32, 32, 1}, 1, false},
                 {9600, FFTC_FLOAT64, {20, 20, 24, 1}, 1, false},
                 {6600, FFTC_FLOAT64, {15, 20, 22, 1}, 1, false},
                 {8750, FFTC_FLOAT64, {14, 25, 25, 1}, 1, false},
                 {10000, FFTC_FLOAT64, {20, 20, 25, 1}, 1, true},
                 {4750, FFTC_FLOAT64, {10, 19, 25, 1}, 1, true},
                 {10240, FFTC_FLOAT64, {10, 32, 32, 1}, 1, true},
                 {2187, FFTC_FLOAT32, {9, 9, 27, 1}, 3, true},
                 {6561, FFTC_FLOAT32, {9, 27, 27, 1}, 3, true},
                 {4802, FFTC_FLOAT32, {7, 7, 7, 14}, 2, true},
                 {7000, FFTC_FLOAT32, {10, 25, 28, 1}, 2, true},
                 {9216, FFTC_FLOAT32, {24, 16, 24, 1}, 2, false},
                 {12000, FFTC_FLOAT32, {20, 24, 25, 1}, 1, false},
                 {16000, FFTC_FLOAT32, {20, 25, 32, 1}, 2, true},
                 {20000, FFTC_FLOAT32, {5, 10, 10, 10}, 3, true}, /* two have no room */
                 {5005, FFTC_FLOAT32, {5, 7, 11, 13}, 1, false},
                 {16384, FFTC_FLOAT32, {32, 16, 32, 1}, 2, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        uint64_t bytes = fftc_precision_bytes(cases[i].precision) * 2 * cases[i].points;
        fftc_transform transform = {.length = {cases[i].points},
                                    .batch = ((uint64_t)8 << 20) / bytes + 1,
                                    .precision = cases[i].precision};
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        const fftc_line_schedule *s = &plan.pass[0].key.line;
        ck_assert_uint_eq(plan.count, 1);
        for (int k = 0; k < 4; ++k) {
            ck_assert_msg(s->radix[k] == cases[i].radix[k], "%llu points: radix %u",
                          (unsigned long long)cases[i].points, (unsigned)s->radix[k]);
        }
        ck_assert_uint_eq(s->rounds, cases[i].rounds);
        if (cases[i].checked) {
            const fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                         .subgroup_size = 32,
                                         .seed = testing_seed() + i};
            check_packed(&transform, &large, &with);
        }
        transform.batch = 1;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        ck_assert(s->stages > 3 || s->rounds == 1 || cases[i].points > 12288);
    }
}
END_TEST

/* A last pass of few points waits for memory, if a workgroup holds few of them. */
START_TEST(line_of_a_last_pass_not_short)
{
    static const struct {
        uint64_t points;
        uint64_t across;
        fftc_precision precision;
        uint32_t last;
    } cases[] = {{8192, 1000, FFTC_FLOAT32, 64}, /* of columns */
                 {13500, 0, FFTC_FLOAT64, 100},
                 {12288, 0, FFTC_FLOAT64, 48}}; /* of which it holds enough */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const fftc_transform transform = {.length = {cases[i].points, cases[i].across},
                                          .batch = 100,
                                          .precision = cases[i].precision};
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(plan.pass[plan.count - 1].key.line.points, cases[i].last);
    }
}
END_TEST

/* Along contiguous axes no sector of memory is touched more often than its bytes take, and up to
 * 1024 points no word of shared memory stands in another's way; of lengths that are no powers of
 * two, whose rows begin within sectors, few are. */
START_TEST(line_memory_touched_no_more_than_it_takes)
{
    const fftc_emulation with = {.subgroup_size = 32};
    const fftc_emulated_device emulation = {
        .invocations_max = 1024, .shared_bytes = 49152, .config = &with};
#ifdef TESTING_SANITIZED
    static const uint64_t touched[] = {4, 13, 32, 60, 243, 1024, 2310};
#else
    static const uint64_t touched[] = {4,   8,   12,  13,   16,   17,   32,   60,   64,   128,
                                       243, 256, 512, 1000, 1024, 1920, 2048, 2187, 2310, 4096};
#endif
    for (size_t i = 0; i < 3 * sizeof touched / sizeof *touched; ++i) {
        uint64_t n = touched[i / 3];
        fftc_transform transform = {
            .length = {n}, .batch = 16, .precision = (fftc_precision)(i % 3)};
        float *src = calloc(16 * n, 16);
        float *dst = calloc(16 * n, 16);
        const fftc_arrays arrays = {.src = src, .dst = dst};
        fftc_emulated_report report;
        ck_assert(src != NULL && dst != NULL);
        ck_assert_int_eq(fftc_emulate_plan(&transform, &emulation, &arrays, &report, NULL),
                         FFTC_SUCCESS);
        bool power = (n & (n - 1)) == 0;
        double ratio = (double)report.total.transactions / (double)report.total.transactions_ideal;
        ck_assert_uint_eq(report.dispatches, 1);
        ck_assert_msg(
            power ? report.total.transactions == report.total.transactions_ideal : ratio <= 1.17,
            "%u points, precision %d: %g times the sectors", (unsigned)n, (int)(i % 3), ratio);
        ck_assert_msg(!power || n > 1024 || report.total.bank_conflicts == 0 ||
                          transform.precision == FFTC_FLOAT64,
                      "%u points, precision %d: %u bank conflicts", (unsigned)n, (int)(i % 3),
                      (unsigned)report.total.bank_conflicts);
        free(src);
        free(dst);
    }
}
END_TEST

/* A line that has a multiprocessor for itself has a subgroup for each of its four schedulers, of
 * which some have nothing to do in the first stage; not where other lines want their places. */
START_TEST(line_alone_idle_in_its_first_stage)
{
    fftc_pass_limits limits = line_limits; /* planned, not carried out */
    limits.invocations_max = 256;
    for (int many = 0; many < 2; ++many) {
        const fftc_transform transform = {.length = {1024}, .batch = many != 0 ? 4096 : 1};
        fftc_pass_plan plan;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &limits, &plan, NULL), FFTC_SUCCESS);
        const fftc_line_schedule *line = &plan.pass[0].key.line;
        ck_assert_uint_eq(plan.count, 1);
        if (many != 0) {
            ck_assert_uint_le(line->radix[0] * line->invocations, 1024);
        } else {
            ck_assert_uint_eq(line->invocations, 128);
            ck_assert_uint_eq(line->radix[0] * line->invocations, 2048);
        }
    }
}
END_TEST

/* What the schedule promises is what the emulator counts. */
START_TEST(line_costs_as_promised)
{
    static const uint64_t costed[] = {8, 12, 13, 17, 32, 60, 64, 243, 256, 1000, 1024, 4096};
    for (size_t i = 0; i < sizeof costed / sizeof *costed; ++i) {
        fftc_transform transform = {.length = {costed[i]}, .batch = 4};
        fftc_emulation with = {.subgroup_size = 32};
        line_trial t = line_trial_start(&transform, &line_limits);
        line_trial_run(&t, &line_limits, &with);
        ck_assert_uint_eq(t.plan.count, 1);
        const fftc_pass *pass = &t.plan.pass[0];
        uint64_t groups = pass->groups;
        uint32_t subgroups = (pass->key.line.count * pass->key.line.invocations + 31) / 32;
        uint64_t barriers = fftc_line_barriers(&pass->key.line) * groups;
        ck_assert_uint_eq(t.counts.workgroup_barriers,
                          pass->key.line.in_subgroup != 0 ? 0 : barriers);
        ck_assert_uint_eq(t.counts.subgroup_barriers,
                          pass->key.line.in_subgroup != 0 ? barriers * subgroups : 0);
        /* Lines that a workgroup has beyond the batch cross shared memory with the others. */
        uint64_t lines = groups * pass->key.line.count;
        uint64_t crossings = pass->key.line.gathered != 0 ? 2 : pass->key.line.stages - 1;
        ck_assert_msg(t.counts.shared_stores == 2 * lines * costed[i] * crossings,
                      "%u points in %u stages: %llu words stored", (unsigned)costed[i],
                      (unsigned)pass->key.line.stages, (unsigned long long)t.counts.shared_stores);
        ck_assert_uint_eq(t.counts.shared_loads, t.counts.shared_stores);
        ck_assert_uint_eq(t.counts.memory_stores, 4 * costed[i]);
        if (pass->key.line.radix[0] * pass->key.line.radix[1] == costed[i]) {
            /* Two stages: no word stands in another's way. */
            ck_assert_uint_eq(fftc_line_conflicts(&pass->key.line) * groups,
                              (costed[i] & (costed[i] - 1)) == 0 ? 0 : t.counts.bank_conflicts / 2);
        }
        if (pass->key.line.gathered != 0) {
            ck_assert_uint_eq(fftc_line_conflicts(&pass->key.line) * groups,
                              t.counts.bank_conflicts / 2);
            ck_assert_msg(costed[i] % 2 == 0 || t.counts.bank_conflicts == 0,
                          "%u points: %llu conflicts", (unsigned)costed[i],
                          (unsigned long long)t.counts.bank_conflicts);
        }
        line_trial_end(&t);
    }
}
END_TEST

START_TEST(options_that_leave_no_way_refused_with_what_to_change)
{
    static const struct {
        fftc_emulated_device emulation;
        uint64_t length;
        fftc_status status;
        const char *word;
    } refused[] = {
        {{.passes.registers = 1}, 64, FFTC_INVALID_ARGUMENT, "registers is 1: pass 2 to 32"},
        {{.passes.registers = 33}, 64, FFTC_INVALID_ARGUMENT, "registers is 33"},
        {{.passes.line_invocations = 5000}, 64, FFTC_UNSUPPORTED, "64 points are"},
        {{.passes.line_invocations = 5000}, 64, FFTC_UNSUPPORTED, "line_invocations 0"},
        {{.passes.line_invocations = 5000}, 17, FFTC_UNSUPPORTED, "line_invocations 0"}};
    static float data[2 * 64];
    static float result[2 * 64];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        fftc_transform t = {.length = {refused[i].length}};
        fftc_arrays arrays = {.src = data, .dst = result};
        fftc_error error;
        fftc_emulated_report report;
        fftc_emulated_report before;
        memset(&report, 0x5a, sizeof report);
        memcpy(&before, &report, sizeof report);
        ck_assert_int_eq(fftc_emulate_plan(&t, &refused[i].emulation, &arrays, &report, &error),
                         refused[i].status);
        ck_assert_mem_eq(&report, &before, sizeof report);
        ck_assert_msg(strstr(error.message, refused[i].word) != NULL, "\"%s\" lacks \"%s\"",
                      error.message, refused[i].word);
    }
}
END_TEST

TESTING_MAIN("emulate_line", options_that_leave_no_way_refused_with_what_to_change,
             line_every_length_right_and_clean, line_passes_right_and_clean,
             line_large_primes_right_and_clean, line_odd_radices_right_and_clean,
             line_least_limits_right_and_clean, line_products_of_factors_right_and_clean,
             line_bricks_right_and_clean, line_bricks_where_both_tiles_are_narrow,
             line_of_double_whole_where_registers_do, line_of_25_in_one_stage_where_faster,
             line_in_three_stages_or_rounds_right_and_clean, line_of_a_last_pass_not_short,
             line_memory_touched_no_more_than_it_takes, line_alone_idle_in_its_first_stage,
             line_costs_as_promised)
