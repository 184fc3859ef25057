/* SPDX-License-Identifier: MIT
 *
 * Columns of arrays in the emulator, beside one another and in panels: right, clean on every
 * schedule and subgroup size, and no memory touched more than it takes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "line_testing.h"

/* Runs the trial; the relative L2 distance of all of dst from what the CPU makes of the same
 * source. */
static double distance_from_cpu(line_trial *t, const fftc_pass_limits *limits,
                                const fftc_emulation *with)
{
    bool in_place = t->transform.placement == FFTC_IN_PLACE;
    size_t count = t->plan.elements[FFTC_PLACE_DST];
    size_t bytes = count * line_element_bytes(&t->transform);
    const void *result = t->place[FFTC_PLACE_DST].data;
    char *expected = malloc(bytes);
    const void *src = in_place ? expected : t->place[FFTC_PLACE_SRC].data;
    fftc_plan *plan;
    fftc_error error;
    double difference = 0.0;
    double norm = 0.0;
    ck_assert_ptr_nonnull(expected);
    memcpy(expected, result, bytes);
    line_trial_run(t, limits, with);
    ck_assert_msg(fftc_plan_create(&t->transform, NULL, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(fftc_plan_execute(plan, src, expected, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < 2 * count; ++i) {
        double y = testing_get(t->transform.precision, expected, i);
        double e = testing_get(t->transform.precision, result, i) - y;
        difference += e * e;
        norm += y * y;
    }
    fftc_plan_destroy(plan);
    free(expected);
    return sqrt(difference / norm);
}

/* The report of a transform of zeros. */
static fftc_emulated_report report_of(const fftc_transform *transform,
                                      const fftc_emulated_device *emulation)
{
    size_t items = (size_t)(transform->batch == 0 ? 1 : transform->batch);
    for (int i = 0; i < FFTC_MAX_RANK && transform->length[i] != 0; ++i) {
        items *= transform->length[i];
    }
    void *src = calloc(items, line_element_bytes(transform));
    void *dst = calloc(items, line_element_bytes(transform));
    const fftc_arrays arrays = {.src = src, .dst = dst};
    fftc_emulated_report report;
    ck_assert(src != NULL && dst != NULL);
    ck_assert_int_eq(fftc_emulate_plan(transform, emulation, &arrays, &report, NULL), FFTC_SUCCESS);
    free(src);
    free(dst);
    return report;
}

/* Columns of an array, in passes of several: lines that stand side by side in memory are of
 * different columns, as many as there are, and then of the same ones again. */
START_TEST(columns_of_several_passes_right_and_clean)
{
    static const uint64_t cases[][2] = {{128, 16}, {125, 7}, {256, 33}, {360, 2}, {64, 21}};
    for (uint32_t i = 0; i < 4 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {.length = {cases[i / 4][0], cases[i / 4][1]},
                                    .batch = 1 + i % 2,
                                    .kind = i % 4 < 2 ? FFTC_COMPLEX : FFTC_REAL,
                                    .direction = i % 4 == 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                    .precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i % 6,
                               .seed = testing_seed() + i};
        fftc_pass_limits narrow = line_limits;
        narrow.invocations_max = 16;
        narrow.shared_bytes = 128;
        narrow.subgroup_size = 0;
        line_trial t = line_trial_start(&transform, &narrow);
        uint32_t across = 0;
        for (uint32_t k = 0; k < t.plan.count; ++k) {
            across += t.plan.pass[k].key.across != 0;
        }
        ck_assert_uint_ge(across, 2);
        double error = distance_from_cpu(&t, &narrow, &with);
        ck_assert_msg(error <= 2 * fftc_transform_error_bound(transform.precision, t.points),
                      "%u x %u, kind %d: error %g", (unsigned)cases[i / 4][0],
                      (unsigned)cases[i / 4][1], (int)transform.kind, error);
        line_trial_end(&t);
    }
}
END_TEST

/* No sector of memory is touched more often than its bytes take, in rows as in columns. */
START_TEST(columns_of_several_passes_in_tiles)
{
    const fftc_emulation with = {.subgroup_size = 32};
#ifdef TESTING_SANITIZED
    const fftc_transform transform = {.length = {256, 16}};
    const fftc_emulated_device emulation = {
        .invocations_max = 32, .shared_bytes = 128, .config = &with};
#else
    const fftc_transform transform = {.length = {4096, 32}};
    const fftc_emulated_device emulation = {
        .invocations_max = 1024, .shared_bytes = 49152, .config = &with};
#endif
    fftc_emulated_report report = report_of(&transform, &emulation);
    ck_assert_uint_ge(report.dispatches, 3);
    ck_assert_uint_eq(report.total.transactions, report.total.transactions_ideal);
}
END_TEST

static const fftc_pass *pass_of_panels(const fftc_pass_plan *plan)
{
    for (uint32_t i = 0; i < plan->count; ++i) {
        if (plan->pass[i].key.src_all != 0) {
            return &plan->pass[i];
        }
    }
    return NULL;
}

static const struct {
    uint64_t length[4];
    uint64_t batch;
    uint32_t invocations;
    uint32_t shared_bytes;
    fftc_precision precision;
} panelled[] = {{{96, 40}, 11, 32, 512, FFTC_FLOAT64},
                {{60, 48}, 15, 64, 512, FFTC_FLOAT32},
                {{64, 4, 16, 8}, 3, 32, 1024, FFTC_FLOAT32},
#ifndef TESTING_SANITIZED
                {{100, 60}, 7, 32, 512, FFTC_FLOAT64},
                {{72, 6, 12}, 8, 32, 512, FFTC_FLOAT64},
                {{64, 32}, 40, 32, 1024, FFTC_FLOAT32},
                {{128, 8, 12}, 10, 16, 1024, FFTC_FLOAT64}
#endif
};

/* Columns of large primes: they become rows of the work in tiles of a few columns and a few of
 * their numbers, and columns again. */
START_TEST(columns_of_large_primes_right_and_clean)
{
    static const uint64_t cases[][3] = {{67, 16, 1}, {61, 24, 1}, {3, 101, 8}, {131, 32, 1}};
    for (uint32_t i = 0; i < 4 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {.batch = 1 + i % 2,
                                    .direction = i % 4 == 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                    .placement = i % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                                    .precision = i % 4 < 2 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i % 6,
                               .seed = testing_seed() + i};
        fftc_pass_limits narrow = line_limits;
        memcpy(transform.length, cases[i / 4], (cases[i / 4][2] == 1 ? 2 : 3) * sizeof cases[0][0]);
        narrow.invocations_max = 16;
        narrow.shared_bytes = 128;
        narrow.subgroup_size = 0;
        line_trial t = line_trial_start(&transform, &narrow);
        uint32_t edge_products = 0;
        for (uint32_t k = 0; k < t.plan.count; ++k) {
            const fftc_pass_key *key = &t.plan.pass[k].key;
            edge_products += key->convolution.role != FFTC_ROLE_TRANSFORM && key->across != 0;
        }
        ck_assert_uint_eq(edge_products, 2);
        double error = distance_from_cpu(&t, &narrow, &with);
        ck_assert_msg(error <= 2 * fftc_transform_error_bound(transform.precision, t.points),
                      "case %u: error %g", (unsigned)i, error);
        line_trial_end(&t);
    }
}
END_TEST

/* What columns of 2039 and 4093 points become within the limits of an H200. */
START_TEST(columns_of_large_primes_that_no_workgroup_has_side_by_side)
{
    for (uint32_t i = 0; i < 2; ++i) {
        const fftc_transform transform = {.length = {i == 0 ? 2039 : 4093, 1024}, .batch = 8};
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(plan.count, i == 0 ? 2 : 4);
        ck_assert_uint_eq(plan.pass[1].key.across, i == 0 ? 0 : 8);
    }
}
END_TEST

/* Between two axes: columns of which a workgroup holds few. */
START_TEST(panels_right_and_clean)
{
    for (uint32_t i = 0; i < sizeof panelled / sizeof *panelled; ++i) {
        fftc_transform transform = {.batch = panelled[i].batch,
                                    .precision = panelled[i].precision,
                                    .direction = i % 2 == 0 ? FFTC_INVERSE : FFTC_FORWARD};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i % 6,
                               .seed = testing_seed() + i};
        fftc_pass_limits narrow = line_limits;
        memcpy(transform.length, panelled[i].length, sizeof panelled[i].length);
        narrow.invocations_max = panelled[i].invocations;
        narrow.shared_bytes = panelled[i].shared_bytes;
        narrow.subgroup_size = 0;
        line_trial t = line_trial_start(&transform, &narrow);
        ck_assert_msg(pass_of_panels(&t.plan) != NULL, "case %u: no panels", (unsigned)i);
        double error = distance_from_cpu(&t, &narrow, &with);
        double bound = 2 * fftc_transform_error_bound(transform.precision, t.points);
        ck_assert_msg(error <= bound, "case %u: error %g", (unsigned)i, error);
        line_trial_end(&t);
        /* A row has three numbers more. */
        transform.placement = FFTC_IN_PLACE;
        uint64_t stride = 1;
        for (int k = FFTC_MAX_RANK - 1; k >= 0; --k) {
            if (transform.length[k] != 0) {
                transform.src_stride[k] = transform.dst_stride[k] = stride;
                stride = stride * transform.length[k] + (stride == 1 ? 3 : 0);
            }
        }
        transform.src_distance = transform.dst_distance = stride;
        t = line_trial_start(&transform, &narrow);
        error = distance_from_cpu(&t, &narrow, &with);
        ck_assert_msg(error <= bound, "case %u, in place: error %g", (unsigned)i, error);
        line_trial_end(&t);
    }
}
END_TEST

/* Pieces of a sector, two columns of double: none is touched twice, as it would be without panels,
 * which so little data does not have that threads can be watched at it. */
START_TEST(panels_touched_no_more_than_they_take)
{
    const fftc_emulation with = {.subgroup_size = 32};
    const fftc_transform transform = {.length = {64, 32}, .batch = 20, .precision = FFTC_FLOAT64};
    const fftc_emulated_device emulation = {
        .invocations_max = 32, .shared_bytes = 1024, .passes.no_subgroups = true, .config = &with};
    fftc_emulated_report report = report_of(&transform, &emulation);
    ck_assert_uint_eq(report.finding_count, 0);
    ck_assert_uint_eq(report.total.transactions, report.total.transactions_ideal);
}
END_TEST

/* The limits are those of an H200. */
START_TEST(panels_where_columns_are_narrow)
{
    static const struct {
        fftc_transform transform;
        uint32_t passes;
        uint32_t columns; /* of a panel; 0: none */
        uint32_t registers;
    } cases[] = {
        {{.length = {4096, 4096}}, 2, 4, 32},
        {{.length = {4096, 1024}}, 2, 4, 32},
        {{.length = {2048, 1024}, .batch = 2}, 2, 4, 16},
        {{.length = {2048, 2048}}, 2, 8, 32},
        {{.length = {2048, 64, 80}}, 3, 8, 32},
        {{.length = {1024, 1024}, .batch = 4, .placement = FFTC_IN_PLACE}, 2, 8, 16},
        {{.length = {4096, 4096}, .precision = FFTC_FLOAT64}, 2, 2, 16},
        {{.length = {1024, 1024}, .batch = 4, .precision = FFTC_FLOAT16}, 2, 8, 32},
        {{.length = {2048, 1024}}, 2, 0, 0}, /* little */
        {{.length = {512, 512}, .batch = 64}, 2, 0, 0},
        {{.length = {8192, 1000}}, 3, 0, 0}, /* no workgroup holds four of them */
        {{.length = {4096, 1023}}, 3, 0, 0},
        {{.length = {1024, 1024}, .batch = 4, .src_range = {{0}, {0, 512}}}, 2, 0, 0},
        {{.length = {2048, 1024}, .batch = 2, .src_stride = {1040, 1}, .src_distance = 2129921},
         2,
         4,
         16},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        const fftc_transform *t = &cases[i / 2].transform;
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        bool less = i % 2 != 0;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        large.passes.less_scratch = less;
        ck_assert_int_eq(fftc_pass_plan_make(t, &large, &plan, NULL), FFTC_SUCCESS);
        const fftc_pass *pass = pass_of_panels(&plan);
        ck_assert_msg((pass != NULL) == (cases[i / 2].columns != 0 && !less), "case %u",
                      (unsigned)i);
        ck_assert_msg(less || plan.count == cases[i / 2].passes, "case %u: %u passes", (unsigned)i,
                      (unsigned)plan.count);
        if (pass != NULL) {
            ck_assert_uint_eq(pass->key.src_bricks.rows + 1, cases[i / 2].columns);
            ck_assert_uint_eq(pass->key.line.count, cases[i / 2].columns);
            ck_assert_uint_eq(pass->key.line.registers, cases[i / 2].registers);
            ck_assert_uint_eq(fftc_line_conflicts(&pass->key.line), 0);
        }
    }
}
END_TEST

/* Within the limits of an H200, columns of half spectra, whose rows have an odd length, are written
 * to the scratch in whole pieces of 128 bytes, or of what a workgroup has. */
START_TEST(columns_of_spectra_in_whole_pieces)
{
    static const struct {
        fftc_transform transform;
        uint32_t pass; /* the pass that writes to the scratch */
        uint32_t beside;
        uint32_t all;
        uint32_t stride;
    } cases[] = {
        {{.length = {1024, 1024}, .batch = 9, .direction = FFTC_INVERSE}, 0, 513, 520, 528},
        {{.length = {4096, 4096}, .batch = 2, .direction = FFTC_INVERSE}, 0, 2049, 2080, 2064},
        {{.length = {8192, 1024}, .batch = 3}, 1, 513, 544, 528},
        {{.length = {2048, 2048}, .precision = FFTC_FLOAT64, .batch = 2, .direction = FFTC_INVERSE},
         0,
         1025,
         1026,
         1032},
        /* All that stands beside the first axis is one row. */
        {{.length = {256, 256, 256}, .direction = FFTC_INVERSE}, 0, 0, 0, 33024},
        /* The gap would be a large part of them. */
        {{.length = {1024, 64}, .batch = 9, .direction = FFTC_INVERSE}, 0, 0, 0, 33},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_transform t = cases[i].transform;
        fftc_pass_limits large = line_limits;
        fftc_pass_plan plan;
        t.kind = FFTC_REAL;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        ck_assert_int_eq(fftc_pass_plan_make(&t, &large, &plan, NULL), FFTC_SUCCESS);
        const fftc_pass *pass = &plan.pass[cases[i].pass];
        ck_assert_int_eq(pass->dst, FFTC_PLACE_SCRATCH);
        ck_assert_msg(pass->key.beside == cases[i].beside && pass->key.beside_all == cases[i].all,
                      "case %u: %u of %u", (unsigned)i, (unsigned)pass->key.beside,
                      (unsigned)pass->key.beside_all);
        ck_assert_uint_eq(pass->key.dst_stride, cases[i].stride);
        ck_assert(pass->key.beside == 0 || pass->key.beside_all % pass->key.line.count == 0);
    }
}
END_TEST

/* Planes of rows and columns in one workgroup: all of them, or the first points of the columns. Out
 * of place, in place, and in rows with gaps. */
START_TEST(planes_right_and_clean)
{
    static const struct {
        uint64_t length[4];
        uint64_t batch;
        uint32_t passes;
        uint32_t registers; /* few: several passes where a plane has but some of the rows */
    } cases[] = {{{8, 32}, 64, 1, 0},  {{16, 64}, 65, 1, 0},    {{256, 16}, 7, 2, 4},
                 {{2, 512}, 64, 1, 0}, {{32, 32}, 70, 1, 0},    {{3, 8, 64}, 22, 2, 0},
                 {{64, 64}, 64, 1, 0}, {{2, 512, 16}, 5, 3, 4}, {{3, 256, 16}, 5, 3, 4}};
    for (uint32_t i = 0; i < 6 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {.batch = cases[i / 6].batch,
                                    .precision = i % 6 < 3 ? FFTC_FLOAT32 : FFTC_FLOAT64,
                                    .placement = i % 3 != 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                                    .direction = i % 2 == 0 ? FFTC_INVERSE : FFTC_FORWARD};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i % 6,
                               .seed = testing_seed() + i};
        fftc_pass_limits limits = line_limits;
        memcpy(transform.length, cases[i / 6].length, sizeof cases[0].length);
        limits.passes.registers = cases[i / 6].registers;
        limits.invocations_max = limits.passes.registers != 0 ? 32 : i % 2 == 0 ? 128 : 1024;
        limits.shared_bytes = limits.passes.registers != 0 ? 1024 : i % 2 == 0 ? 4096 : 49152;
        limits.subgroup_size = 0;
        uint64_t stride = 1;
        for (int k = FFTC_MAX_RANK - 1; k >= 0 && i % 3 == 2; --k) {
            if (transform.length[k] != 0) {
                transform.src_stride[k] = transform.dst_stride[k] = stride;
                stride = stride * transform.length[k] + 3;
            }
        }
        transform.src_distance = transform.dst_distance = i % 3 == 2 ? stride : 0;
        line_trial t = line_trial_start(&transform, &limits);
        if (i % 2 != 0) {
            ck_assert_msg(t.plan.pass[0].key.line.plane != 0, "case %u: no plane", (unsigned)i);
            ck_assert_msg(t.plan.count == cases[i / 6].passes, "case %u: %u passes", (unsigned)i,
                          (unsigned)t.plan.count);
        }
        double error = distance_from_cpu(&t, &limits, &with);
        ck_assert_msg(error <= 2 * fftc_transform_error_bound(transform.precision, t.points),
                      "case %u: error %g", (unsigned)i, error);
        line_trial_end(&t);
    }
}
END_TEST

TESTING_MAIN("emulate_columns", columns_of_large_primes_right_and_clean,
             columns_of_large_primes_that_no_workgroup_has_side_by_side, planes_right_and_clean,
             columns_of_spectra_in_whole_pieces, columns_of_several_passes_right_and_clean,
             columns_of_several_passes_in_tiles, panels_right_and_clean,
             panels_touched_no_more_than_they_take, panels_where_columns_are_narrow)
