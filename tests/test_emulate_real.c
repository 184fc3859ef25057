/* SPDX-License-Identifier: MIT
 *
 * Plans of real numbers for devices, in the emulator: every kind, parity, rank, stride and
 * placement right, and no finding on any schedule.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/pass_plan.h"
#include "edges_real_testing.h"

#ifdef TESTING_SANITIZED
#define ROUNDS 50u
#define LENGTHS 5u /* one of so many, of every remainder that decides below */
#else
#define ROUNDS 150u
#define LENGTHS 1u
#endif

static void check(const fftc_transform *t, edges_emulated *e, testing_random *random)
{
    void *data = edges_real_data(t, random);
    free(edges_real_check(&(transform_runner){edges_emulate, e}, t, data));
    free(data);
}

static void check_kind(fftc_kind kind, const char *name)
{
    testing_random random = testing_random_start(name);
    for (unsigned i = 0; i < ROUNDS * transform_campaign(); ++i) {
        fftc_transform t = real_draw(kind, &random, i % 8 == 0 ? 2000 : 300);
        edges_emulated e = edges_narrow(i);
        check(&t, &e, &random);
    }
}

START_TEST(real_any_description_right_and_clean)
{
    check_kind(FFTC_REAL, "emulated real");
}
END_TEST

START_TEST(trigonometric_any_description_right_and_clean)
{
    check_kind(FFTC_REAL_TO_REAL, "emulated trigonometric");
}
END_TEST

/* Rows of every length that goes by pairs, by one and several passes, in both directions. */
START_TEST(real_every_length_right_and_clean)
{
    testing_random random = testing_random_start("emulated rows");
    for (unsigned n = 1; n <= 200; n += LENGTHS) {
        fftc_transform t = {.kind = FFTC_REAL,
                            .length = {n},
                            .batch = 1 + n % 4,
                            .precision = n % 8 == 5 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                            .placement = n % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
        for (int way = 0; way < 4; ++way) {
            edges_emulated e = edges_narrow(n);
            if (way % 2 == 0) {
                e.emulation = (fftc_emulated_device){.invocations_max = 64};
            }
            t.direction = way < 2 ? FFTC_FORWARD : FFTC_INVERSE;
            check(&t, &e, &random);
        }
    }
}
END_TEST

static fftc_emulated_report report_of(const fftc_transform *t,
                                      const fftc_emulated_device *emulation)
{
    fftc_emulated_report report;
    fftc_error error;
    size_t bytes = 2 * (t->length[0] + 2) * (t->batch + 1) * sizeof(float);
    void *src = calloc(1, bytes);
    void *dst = calloc(1, bytes);
    ck_assert(src != NULL && dst != NULL);
    ck_assert_msg(fftc_emulate_plan(t, emulation, &(fftc_arrays){.src = src, .dst = dst}, &report,
                                    &error) == FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_uint_eq(report.finding_count, 0);
    free(src);
    free(dst);
    return report;
}

/* Half as many complex numbers, read once and written once in every pass: no pass of its own takes
 * the spectrum apart. (The middle element is its own mirror, and is written twice.) */
START_TEST(real_rows_of_even_length_take_no_pass_more)
{
    fftc_transform t = {.kind = FFTC_REAL, .length = {512}, .batch = 3};
    fftc_emulated_device one = {.invocations_max = 64};
    fftc_emulated_device two = {.invocations_max = 32, .shared_bytes = 512};
    fftc_emulated_report r = report_of(&t, &one);
    ck_assert_uint_eq(r.dispatches, 1);
    ck_assert_uint_eq(r.total.memory_stores, 3 * (256 + 2));
    r = report_of(&t, &two);
    ck_assert_uint_eq(r.dispatches, 2);
    ck_assert_uint_eq(r.total.memory_stores, 3 * (256 + 256 + 2));
    t.direction = FFTC_INVERSE;
    r = report_of(&t, &one);
    ck_assert_uint_eq(r.dispatches, 1);
    ck_assert_uint_eq(r.total.memory_stores, 3 * 256);
    r = report_of(&t, &two);
    ck_assert_uint_eq(r.dispatches, 2);
    ck_assert_uint_eq(r.total.memory_stores, 3 * 512);
}
END_TEST

/* Kinds II and III of an even length are real transforms with other edges: the same crossings
 * of shared memory, and every number written once. */
START_TEST(trigonometric_rows_of_even_length_take_half_the_points)
{
    const fftc_emulated_device one = {.invocations_max = 64};
    for (int inverse = 0; inverse < 2; ++inverse) {
        fftc_transform t = {.kind = FFTC_REAL, .length = {512}, .batch = 3};
        t.direction = inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD;
        fftc_emulated_report real = report_of(&t, &one);
        t.kind = FFTC_REAL_TO_REAL;
        for (int sine = 0; sine < 2; ++sine) {
            t.trigonometric[0] = sine != 0 ? FFTC_DST_II : FFTC_DCT_II;
            fftc_emulated_report r = report_of(&t, &one);
            ck_assert_uint_eq(r.dispatches, 1);
            ck_assert_uint_eq(r.total.shared_stores, real.total.shared_stores);
            ck_assert_uint_eq(r.total.memory_stores, 3 * 512);
        }
    }
}
END_TEST

/* Rows of one or two invocations: what a subgroup reads or writes at a time is in hardly more
 * sectors than its bytes fill, and every item is written once. */
START_TEST(real_short_rows_are_read_and_written_side_by_side)
{
    static const unsigned lengths[] = {4, 8, 20, 27, 32, 48, 52, 60, 64};
    const fftc_emulation config = {.subgroup_size = 32};
    const fftc_emulated_device usual = {
        .shared_bytes = 49152, .passes.pair_batch = true, .config = &config};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int inverse = 0; inverse < 2; ++inverse) {
            fftc_transform t = {.kind = FFTC_REAL, .length = {lengths[i]}, .batch = 512};
            t.direction = inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD;
            fftc_emulated_report r = report_of(&t, &usual);
            double ratio = (double)r.total.transactions / (double)r.total.transactions_ideal;
            unsigned items = lengths[i] / 2 + 1;
            unsigned reals = lengths[i] % 2 == 0 ? lengths[i] / 2 : lengths[i];
            ck_assert_msg(ratio <= (lengths[i] % 2 == 0 ? 1.01 : 1.3), "%u numbers: %.3f",
                          lengths[i], ratio);
            ck_assert_uint_eq(r.total.memory_stores, 512 * (inverse != 0 ? reals : items));
        }
    }
}
END_TEST

/* Longer rows, powers of two: the barriers of half as many complex numbers, and hardly more sectors
 * than those that rows of n / 2 + 1 items, which begin within one, and loads of mirrors need. */
START_TEST(real_long_rows_cost_as_promised)
{
    static const unsigned lengths[] = {256, 512, 1024, 2048, 4096, 8192};
    const fftc_emulation config = {.subgroup_size = 32};
    const fftc_emulated_device usual = {
        .invocations_max = 1024, .shared_bytes = 49152, .config = &config};
    const fftc_pass_limits limits = {.name = "the emulator",
                                     .invocations_max = usual.invocations_max,
                                     .shared_bytes = usual.shared_bytes,
                                     .subgroup_size = config.subgroup_size,
                                     .buffer_bytes_max = UINT64_MAX};
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; ++i) {
        const fftc_transform t = {.kind = FFTC_REAL,
                                  .length = {lengths[i / 2]},
                                  .batch = 16,
                                  .direction = (fftc_direction)(i % 2)};
        fftc_pass_plan plan;
        ck_assert_int_eq(fftc_pass_plan_make(&t, &limits, &plan, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(plan.count, 1);
        fftc_emulated_report r = report_of(&t, &usual);
        const fftc_line_schedule *line = &plan.pass[0].key.line;
        uint64_t barriers = (uint64_t)fftc_line_barriers(line) * plan.pass[0].groups;
        uint64_t subgroups = (line->count * line->invocations + 31) / 32;
        bool inside = line->in_subgroup != 0;
        ck_assert_uint_eq(line->points, lengths[i / 2] / 2);
        ck_assert_uint_eq(r.total.workgroup_barriers, inside ? 0 : barriers);
        ck_assert_uint_eq(r.total.subgroup_barriers, inside ? barriers * subgroups : 0);
        double ratio = (double)r.total.transactions / (double)r.total.transactions_ideal;
        ck_assert_msg(ratio <= (lengths[i / 2] < 1024 ? 1.21 : 1.06), "%u numbers: %.3f",
                      lengths[i / 2], ratio);
    }
}
END_TEST

/* Long rows of other lengths, in large radices and two rounds: the stage of mirrors has pairs. */
START_TEST(real_long_rows_in_large_radices_right_and_clean)
{
    testing_random random = testing_random_start("emulated long rows");
    for (unsigned i = 0; i < 2; ++i) {
        const unsigned n = i == 0 ? 9000 : 16000;
        const fftc_pass_limits limits = {.name = "the emulator",
                                         .invocations_max = 1024,
                                         .shared_bytes = 49152,
                                         .subgroup_size = 32,
                                         .buffer_bytes_max = UINT64_MAX};
        const fftc_transform t = {.kind = FFTC_REAL,
                                  .length = {n},
                                  .batch = ((unsigned)2 << 20) / n + 1, /* no short dispatch */
                                  .direction = (fftc_direction)i};
        fftc_pass_plan plan;
        ck_assert_int_eq(fftc_pass_plan_make(&t, &limits, &plan, NULL), FFTC_SUCCESS);
        const fftc_line_schedule *line = &plan.pass[0].key.line;
        ck_assert_uint_eq(plan.count, 1);
        ck_assert_uint_eq(line->stages, 3);
        ck_assert_uint_eq(line->rounds, 2);
        uint32_t each = line->invocations * line->radix[i == 0 ? 2 : 0];
        ck_assert_uint_eq((n / 2 + each - 1) / each % 2, 0);
        edges_emulated e = edges_narrow(i);
        e.emulation = (fftc_emulated_device){.invocations_max = 1024, .shared_bytes = 49152};
        check(&t, &e, &random);
    }
}
END_TEST

/* Where two passes would write half spectra in pieces of 32 bytes, or pair lines that fill a
 * multiprocessor's registers, there are three, but only for more data than a cache holds. */
START_TEST(real_very_long_rows_take_a_pass_more)
{
    static const struct {
        fftc_precision precision;
        fftc_direction direction;
        unsigned log2;
        uint64_t batch;
        uint32_t points[3];
    } cases[] = {{FFTC_FLOAT32, FFTC_FORWARD, 20, 256, {2048, 256}},
                 {FFTC_FLOAT32, FFTC_FORWARD, 21, 128, {1024, 1024}},
                 {FFTC_FLOAT32, FFTC_FORWARD, 21, 1, {1024, 1024}},
                 {FFTC_FLOAT32, FFTC_FORWARD, 22, 64, {2048, 1024}},
                 {FFTC_FLOAT32, FFTC_FORWARD, 23, 32, {2048, 2048}},
                 {FFTC_FLOAT32, FFTC_FORWARD, 24, 16, {512, 128, 128}},
                 {FFTC_FLOAT32, FFTC_INVERSE, 22, 64, {1024, 2048}},
                 {FFTC_FLOAT64, FFTC_FORWARD, 22, 32, {2048, 1024}},
                 {FFTC_FLOAT64, FFTC_FORWARD, 23, 16, {256, 128, 128}},
                 {FFTC_FLOAT64, FFTC_INVERSE, 23, 16, {64, 256, 256}},
                 {FFTC_FLOAT16, FFTC_FORWARD, 21, 255, {1024, 1024}},
                 {FFTC_FLOAT16, FFTC_FORWARD, 23, 63, {256, 128, 128}},
                 {FFTC_FLOAT16, FFTC_INVERSE, 21, 255, {1024, 1024}},
                 {FFTC_FLOAT16, FFTC_INVERSE, 22, 127, {64, 128, 256}}};
    const fftc_pass_limits limits = {.name = "a device",
                                     .invocations_max = 1024,
                                     .shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .buffer_bytes_max = UINT64_MAX};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const fftc_transform t = {.kind = FFTC_REAL,
                                  .length = {(uint64_t)1 << cases[i].log2},
                                  .batch = cases[i].batch,
                                  .precision = cases[i].precision,
                                  .direction = cases[i].direction};
        fftc_pass_plan plan;
        ck_assert_int_eq(fftc_pass_plan_make(&t, &limits, &plan, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(plan.count, cases[i].points[2] != 0 ? 3 : 2);
        for (uint32_t k = 0; k < plan.count; ++k) {
            ck_assert_uint_eq(plan.pass[k].key.line.points, cases[i].points[k]);
        }
    }
}
END_TEST

static bool has_small_factors(uint64_t n)
{
    for (uint64_t p = 2; p <= 7; ++p) {
        while (n % p == 0) {
            n /= p;
        }
    }
    return n == 1;
}

/* Of all ways to several passes those that cost least may have no place for pairs of lines. There
 * is another one wherever both factors can be even. */
START_TEST(real_rows_of_several_passes_take_half_the_points)
{
    const fftc_pass_limits limits = {.name = "a device",
                                     .invocations_max = 1024,
                                     .shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .buffer_bytes_max = UINT64_MAX};
    unsigned several = 0;
    for (uint64_t n = 8; n < 400000; n += 8) {
        for (unsigned way = 0; way < 4 && has_small_factors(n); ++way) {
            const fftc_transform t = {.kind = FFTC_REAL,
                                      .length = {n},
                                      .batch = way < 2 ? 1 : (1 << 28) / n,
                                      .precision = n / 8 % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64,
                                      .direction = (fftc_direction)(way % 2)};
            fftc_pass_plan plan;
            uint64_t points = 1;
            ck_assert_int_eq(fftc_pass_plan_make(&t, &limits, &plan, NULL), FFTC_SUCCESS);
            for (uint32_t k = 0; k < plan.count; ++k) {
                points *= plan.pass[k].key.line.points;
            }
            ck_assert_msg(points == n / 2, "%llu numbers: %llu points", (unsigned long long)n,
                          (unsigned long long)points);
            several += plan.count > 1;
        }
    }
    ck_assert_uint_gt(several, 1000);
}
END_TEST

/* Two rows of an odd length are one complex one, in either direction: of one array, or if options
 * allow it of two. */
START_TEST(real_rows_of_odd_length_go_in_twos)
{
    const fftc_emulated_device one = {.invocations_max = 64, .passes.pair_batch = true};
    for (int inverse = 0; inverse < 2; ++inverse) {
        fftc_transform t = {.length = {243}, .batch = 2};
        t.direction = inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD;
        fftc_emulated_report complex_rows = report_of(&t, &one);
        t.kind = FFTC_REAL;
        t.batch = 4;
        fftc_emulated_report r = report_of(&t, &one);
        ck_assert_uint_eq(r.dispatches, 1);
        ck_assert_uint_eq(r.total.shared_stores, complex_rows.total.shared_stores);
        ck_assert_uint_eq(r.total.memory_stores, inverse != 0 ? 4 * 243 : 4 * 122);
        t.batch = 3; /* one is left over: all by themselves */
        r = report_of(&t, &one);
        ck_assert_uint_eq(2 * r.total.shared_stores, 3 * complex_rows.total.shared_stores);
        t.batch = 4;
        r = report_of(&t, &(fftc_emulated_device){.invocations_max = 64});
        ck_assert_uint_eq(r.total.shared_stores, 2 * complex_rows.total.shared_stores);
    }
}
END_TEST

/* A transform of the batch that is not a number leaves the others' bits as they are. */
START_TEST(real_transforms_of_a_batch_do_not_meet)
{
    enum { BATCH = 4, MOST = 40 };
    for (unsigned n = 2; n <= MOST; ++n) {
        for (unsigned way = 0; way < 6; ++way) {
            fftc_transform t = {.length = {way >= 4 ? 2 : n, way >= 4 ? n : 0},
                                .batch = BATCH,
                                .kind = way % 4 < 2 ? FFTC_REAL : FFTC_REAL_TO_REAL,
                                .direction = (fftc_direction)(way % 2)};
            float src[BATCH * 2 * (MOST + 2)];
            float dst[2][BATCH * 2 * (MOST + 2)];
            size_t bytes[2];
            const edges_emulated e = edges_narrow(4 * n + 2); /* without pair_batch */
            ck_assert_int_eq(fftc_transform_bytes(&t, &bytes[0], &bytes[1], NULL), FFTC_SUCCESS);
            const size_t from = bytes[0] / sizeof *src / BATCH;
            const size_t to = bytes[1] / sizeof *src / BATCH;
            for (size_t i = 0; i < BATCH * from; ++i) {
                src[i] = (float)(i * 7 % 11) - 5.0f;
            }
            for (int bad = 0; bad < 2; ++bad) {
                const fftc_arrays arrays = {.src = src, .dst = dst[bad]};
                src[from] = bad ? NAN : src[from];
                ck_assert_int_eq(fftc_emulate_plan(&t, &e.emulation, &arrays, NULL, NULL),
                                 FFTC_SUCCESS);
            }
            ck_assert(isnan(dst[1][to]));
            ck_assert_mem_eq(dst[0], dst[1], to * sizeof *src);
            ck_assert_mem_eq(dst[0] + 2 * to, dst[1] + 2 * to, 2 * to * sizeof *src);
        }
    }
}
END_TEST

/* Columns of half spectra, beside which rows of the scratch have a gap: no schedule finds what
 * nobody wrote in it, and nobody else's numbers are touched. */
START_TEST(real_arrays_of_rows_with_gaps_right_and_clean)
{
    static const uint64_t lengths[][3] = {{40, 125}, {48, 250}, {35, 28}, {128, 61}, {6, 16, 29}};
    testing_random random = testing_random_start("emulated gaps");
    for (unsigned i = 0; i < 4 * sizeof lengths / sizeof *lengths; ++i) {
        fftc_transform t = {.kind = FFTC_REAL,
                            .batch = 1 + i % 3,
                            .direction = i % 2 == 0 ? FFTC_INVERSE : FFTC_FORWARD,
                            .precision = i / 4 == 2 ? FFTC_FLOAT64 : FFTC_FLOAT32};
        edges_emulated e = edges_narrow(i);
        memcpy(t.length, lengths[i / 4], sizeof lengths[0]);
        if (i % 4 < 2) {
            e.emulation = (fftc_emulated_device){.invocations_max = 256};
        }
        check(&t, &e, &random);
    }
}
END_TEST

TESTING_MAIN("emulate_real", real_arrays_of_rows_with_gaps_right_and_clean,
             real_rows_of_even_length_take_no_pass_more, real_rows_of_odd_length_go_in_twos,
             real_transforms_of_a_batch_do_not_meet,
             real_short_rows_are_read_and_written_side_by_side, real_long_rows_cost_as_promised,
             real_long_rows_in_large_radices_right_and_clean, real_very_long_rows_take_a_pass_more,
             real_rows_of_several_passes_take_half_the_points,
             trigonometric_rows_of_even_length_take_half_the_points,
             real_any_description_right_and_clean, trigonometric_any_description_right_and_clean,
             real_every_length_right_and_clean)
