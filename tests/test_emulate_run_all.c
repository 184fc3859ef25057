/* SPDX-License-Identifier: MIT
 *
 * One call for all schedules; and the rest of the configuration: three dimensions, shared arrays,
 * uninitialised memory, stores of one value, undefined values.
 */
#include <string.h>

#include "emulate_testing.h"

enum { SIZE = 64, COUNT = 3 * SIZE };

static uint32_t data[COUNT];
static const fftc_memory memory = {"data", data, sizeof *data, COUNT, false};

static fftc_emulation configuration(void)
{
    return (fftc_emulation){.workgroup_size = SIZE,
                            .workgroup_count = 3,
                            .shared_words = SIZE,
                            .memories = &memory,
                            .memory_count = 1};
}

static void fill(void)
{
    for (uint32_t i = 0; i < COUNT; ++i) {
        data[i] = i * i;
    }
}

/* Reverses the elements of each workgroup. Variants: 1 without its barrier, 2 a result that depends
 * on the size of subgroups, 3 one that depends on the order. */
static void reverse(void *user)
{
    const uint32_t *variant = user;
    uint32_t i = fftc_invocation_index();
    uint32_t at = fftc_workgroup_index() * SIZE + i;
    uint32_t x;
    fftc_memory_load(0, at, &x);
    fftc_shared_set(i, x);
    if (*variant != 1) {
        fftc_workgroup_barrier();
    }
    x = fftc_shared_get(SIZE - 1 - i);
    if (*variant == 2) {
        x += fftc_subgroup_size();
    }
    if (*variant == 3) {
        x = fftc_shared_atomic_exchange(0, i);
    }
    fftc_memory_store(0, at, &x);
}

START_TEST(run_all_is_clean_on_a_correct_kernel)
{
    fftc_emulation config = configuration();
    fftc_run_all_report report;
    uint32_t variant = 0;
    fill();
    ck_assert_int_eq(fftc_emulation_run_all(&config, reverse, &variant, NULL, &report, NULL),
                     FFTC_SUCCESS);
    ck_assert_str_eq(report.message, "");
    ck_assert_uint_eq(report.finding_count + report.differences, 0);
    ck_assert_uint_eq(report.runs, 4 * 3 * (4 + 3 * 2));
    for (uint32_t i = 0; i < COUNT; ++i) {
        uint32_t from = i / SIZE * SIZE + SIZE - 1 - i % SIZE;
        ck_assert_uint_eq(data[i], from * from);
    }
}
END_TEST

START_TEST(run_all_tells_findings_and_differences)
{
    fftc_emulation config = configuration();
    fftc_finding findings[4];
    fftc_variations variations = {.findings = findings, .findings_limit = 4, .seeds = 1};
    fftc_run_all_report report;
    for (uint32_t variant = 1; variant < 4; ++variant) {
        fill();
        ck_assert_int_eq(
            fftc_emulation_run_all(&config, reverse, &variant, &variations, &report, NULL),
            FFTC_SUCCESS);
        ck_assert_uint_eq(report.runs, 4 * 3 * 7);
        const char *says = variant == 1 ? "uninitialized-load shared[63]"
                           : variant == 2
                               ? "data[0] is not what the first run gave (subgroups of 16"
                               : "is not what the first run gave";
        ck_assert_msg(variant == 3 || strstr(report.message, says) != NULL, "%s", report.message);
        ck_assert_uint_gt(variant == 1 ? report.finding_count : report.differences, 0);
        ck_assert(report.findings_listed <= 4 && (report.findings_listed > 0) == (variant != 2));
        bool race = false;
        for (size_t i = 0; i < report.findings_listed; ++i) {
            race = race || findings[i].kind == FFTC_FINDING_RACE_SHARED;
        }
        ck_assert(race == (variant != 2));
    }
}
END_TEST

static void count_runs(void *user)
{
    uint32_t *runs = user;
    if (fftc_invocation_index() == 0 && fftc_workgroup_index() == 0) {
        ++runs[0];
    }
    runs[1] = 7;
}

START_TEST(run_all_takes_variations_and_compares_a_result)
{
    static const uint32_t sizes[] = {1, 128};
    fftc_emulation config = {.workgroup_size = SIZE};
    uint32_t runs[2] = {0, 0};
    fftc_variations variations = {.subgroup_sizes = sizes,
                                  .subgroup_size_count = 2,
                                  .schedules =
                                      1u << FFTC_SCHEDULE_RANDOM | 1u << FFTC_SCHEDULE_REVERSE,
                                  .seeds = 5,
                                  .result = &runs[1],
                                  .result_bytes = sizeof runs[1]};
    fftc_run_all_report report;
    ck_assert_int_eq(fftc_emulation_run_all(&config, count_runs, runs, &variations, &report, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(report.runs, 12);
    ck_assert_uint_eq(runs[0], 12);
    ck_assert_uint_eq(report.differences, 0);
    variations.result = &runs[0]; /* begins anew with each run */
    variations.result_bytes = sizeof runs;
    ck_assert_int_eq(fftc_emulation_run_all(&config, count_runs, runs, &variations, &report, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(report.differences, 0);
    ck_assert_uint_eq(runs[0], 13);
}
END_TEST

START_TEST(run_all_refuses_what_makes_no_sense)
{
    static const uint32_t three = 3;
    fftc_emulation config = {.workgroup_size = SIZE};
    const fftc_emulation none = {.workgroup_size = 0};
    fftc_run_all_report report;
    fftc_error error;
    const struct {
        fftc_variations variations;
        const char *message;
    } cases[] = {{{.subgroup_size_count = 1}, "subgroup_sizes is NULL"},
                 {{.subgroup_size_count = 1, .subgroup_sizes = &three}, "power of two"},
                 {{.schedules = 1u << FFTC_SCHEDULE_COUNT}, "schedules"},
                 {{.result_bytes = 4}, "result is NULL"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ck_assert_int_eq(fftc_emulation_run_all(&config, count_runs, NULL, &cases[i].variations,
                                                &report, &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, cases[i].message) != NULL, "%s", error.message);
    }
    ck_assert_int_eq(fftc_emulation_run_all(&none, count_runs, NULL, NULL, &report, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_emulation_run_all(NULL, count_runs, NULL, NULL, &report, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_emulation_run_all(&config, NULL, NULL, NULL, &report, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_emulation_run_all(&config, count_runs, NULL, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
}
END_TEST

/* --- three dimensions ------------------------------------------------------------------------- */

static void mark_cell(void *user)
{
    uint8_t *seen = user;
    uint32_t at[3];
    uint32_t all = 0;
    for (uint32_t axis = 3; axis-- > 0;) {
        at[axis] = fftc_workgroup_id(axis) * fftc_workgroup_size(axis) + fftc_local_id(axis);
        all = all * fftc_workgroup_size(axis) * fftc_workgroup_count(axis) + at[axis];
    }
    ck_assert_uint_eq(fftc_invocation_index(),
                      fftc_local_id(0) + 5 * fftc_local_id(1) + 15 * fftc_local_id(2));
    ck_assert_uint_eq(fftc_workgroup_index(), fftc_workgroup_id(0));
    ++seen[all];
}

START_TEST(three_dimensions_every_cell_once)
{
    for (uint32_t resident = 1; resident < 100; resident *= 7) {
        for (int order = 0; order < FFTC_WORKGROUP_ORDER_COUNT; ++order) {
            uint8_t seen[5 * 3 * 2 * 2 * 7 * 3] = {0};
            fftc_emulation config = {.workgroup_size = 5,
                                     .workgroup_size_y = 3,
                                     .workgroup_size_z = 2,
                                     .workgroup_count = 2,
                                     .workgroup_count_y = 7,
                                     .workgroup_count_z = 3,
                                     .resident_workgroups = resident,
                                     .workgroup_order = (fftc_workgroup_order)order,
                                     .seed = 11};
            (void)emulate_once(&config, mark_cell, seen);
            for (size_t i = 0; i < sizeof seen; ++i) {
                ck_assert_uint_eq(seen[i], 1);
            }
        }
    }
}
END_TEST

START_TEST(sizes_that_do_not_fit_are_refused)
{
    const struct {
        fftc_emulation config;
        fftc_status status;
        const char *message;
    } cases[] = {
        {{.workgroup_size = 64, .workgroup_size_y = 65}, FFTC_INVALID_ARGUMENT, "64 x 65 x 1"},
        {{.workgroup_size = 1u << 31, .workgroup_size_y = 1u << 31, .workgroup_size_z = 4},
         FFTC_INVALID_ARGUMENT,
         "workgroup_size"},
        {{.workgroup_size = 1, .workgroup_count = 1u << 31, .workgroup_count_y = 2},
         FFTC_TOO_LARGE,
         "workgroups"},
        {{.workgroup_size = 1024, .workgroup_count = 17, .resident_workgroups = 17},
         FFTC_TOO_LARGE,
         "resident_workgroups"},
        {{.workgroup_size = 1, .workgroup_order = (fftc_workgroup_order)3},
         FFTC_INVALID_ARGUMENT,
         "workgroup_order"},
        {{.workgroup_size = 1, .reconvergence = (fftc_reconvergence)2},
         FFTC_INVALID_ARGUMENT,
         "reconvergence"},
        {{.workgroup_size = 1, .shared_array_count = 1}, FFTC_INVALID_ARGUMENT, "shared_arrays"},
        {{.workgroup_size = 1, .shared_words = UINT32_MAX}, FFTC_TOO_LARGE, "2^31 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_emulator *emulator;
        fftc_error error;
        ck_assert_int_eq(fftc_emulator_create(&cases[i].config, &emulator, &error),
                         cases[i].status);
        ck_assert_msg(strstr(error.message, cases[i].message) != NULL, "%s", error.message);
    }
}
END_TEST

/* --- shared arrays and elements --------------------------------------------------------------- */

enum { HALVES, DOUBLES, BYTES };

static void use_arrays(void *user)
{
    const uint32_t *beyond = user;
    uint32_t i = fftc_invocation_index();
    uint16_t half = (uint16_t)(3 * i);
    double number = 0.25 * i;
    uint8_t byte = (uint8_t)i;
    fftc_shared_store(HALVES, i + *beyond, &half);
    fftc_shared_store(DOUBLES, i, &number);
    fftc_shared_store(BYTES, i, &byte);
    fftc_workgroup_barrier();
    fftc_shared_load(HALVES, SIZE - 1 - i, &half);
    fftc_shared_load(DOUBLES, SIZE - 1 - i, &number);
    fftc_shared_load(BYTES, SIZE - 1 - i, &byte);
    if (*beyond == 0) {
        ck_assert_uint_eq(half, 3 * (SIZE - 1 - i));
        ck_assert(number == 0.25 * (SIZE - 1 - i)); // NOLINT
        ck_assert_uint_eq(byte, SIZE - 1 - i);
    }
}

START_TEST(shared_arrays_have_names_types_and_bounds)
{
    const fftc_memory arrays[] = {{"halves", NULL, 2, SIZE, false},
                                  {"doubles", NULL, 8, SIZE, false},
                                  {"bytes", NULL, 1, SIZE, false}};
    fftc_emulation config = {
        .workgroup_size = SIZE, .shared_arrays = arrays, .shared_array_count = 3};
    for (uint32_t beyond = 0; beyond < 2; ++beyond) {
        fftc_emulator *emulator = emulate_create(&config);
        fftc_report report = emulate_run(emulator, use_arrays, &beyond);
        ck_assert_uint_eq(report.finding_count, 2 * beyond);
        if (beyond != 0) { /* one index beyond the end, and the first that nothing has written */
            const fftc_finding *finding = &report.findings[0];
            ck_assert_int_eq(finding->kind, FFTC_FINDING_OUT_OF_BOUNDS);
            ck_assert_str_eq(finding->memory, "halves");
            ck_assert_uint_eq(finding->address, SIZE);
            ck_assert_int_eq(report.findings[1].kind, FFTC_FINDING_UNINITIALIZED);
        }
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* --- options ---------------------------------------------------------------------------------- */

static void load_or_store(void *user)
{
    const uint32_t *variant = user;
    uint32_t i = fftc_invocation_index();
    uint32_t x = *variant == 1 ? i : 5;
    if (*variant == 2) {
        fftc_memory_load(0, i, &x);
    } else {
        fftc_memory_store(0, 0, &x);
    }
}

START_TEST(stores_of_one_value_by_many_may_be_allowed)
{
    fftc_emulation config = configuration();
    config.workgroup_count = 1;
    for (uint32_t variant = 0; variant < 2; ++variant) {
        for (int allowed = 0; allowed < 2; ++allowed) {
            config.allow_same_stores = allowed != 0;
            fftc_emulator *emulator = emulate_create(&config);
            fftc_report report = emulate_run(emulator, load_or_store, &variant);
            ck_assert_uint_eq(report.finding_count, variant == 0 && allowed ? 0 : SIZE - 1);
            fftc_emulator_destroy(emulator);
        }
    }
}
END_TEST

START_TEST(uninitialized_memory_is_told_on_request)
{
    const bool uninitialized = true;
    fftc_emulation config = configuration();
    uint32_t variant = 2;
    config.workgroup_count = 1;
    for (int asked = 0; asked < 2; ++asked) {
        config.uninitialized = asked ? &uninitialized : NULL;
        fftc_emulator *emulator = emulate_create(&config);
        for (int again = 0; again < 2; ++again) {
            fftc_report report = emulate_run(emulator, load_or_store, &variant);
            ck_assert_uint_eq(report.finding_count, asked ? SIZE : 0);
            ck_assert(!asked || report.findings[0].kind == FFTC_FINDING_UNINITIALIZED);
        }
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

static void store_undefined(void *user)
{
    const uint32_t *variant = user;
    uint32_t i = fftc_invocation_index();
    uint32_t x = fftc_subgroup_shuffle_up(i, 1);
    x = *variant == 0 && fftc_subgroup_lane() == 0 ? 0 : x;
    if (*variant == 2) {
        fftc_memory_load(0, x, &i);
    } else {
        fftc_memory_store(0, i, &x);
    }
}

START_TEST(undefined_values_that_are_stored_or_are_addresses_are_told)
{
    fftc_emulation config = configuration();
    config.workgroup_count = 1;
    for (uint32_t variant = 0; variant < 3; ++variant) {
        fftc_emulator *emulator = emulate_create(&config);
        fftc_report report = emulate_run(emulator, store_undefined, &variant);
        ck_assert_uint_eq(report.finding_count, variant == 0 ? 0 : 2);
        ck_assert(variant == 0 || report.findings[0].kind == FFTC_FINDING_UNDEFINED);
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

TESTING_MAIN("emulate_run_all", run_all_is_clean_on_a_correct_kernel,
             run_all_tells_findings_and_differences, run_all_takes_variations_and_compares_a_result,
             run_all_refuses_what_makes_no_sense, three_dimensions_every_cell_once,
             sizes_that_do_not_fit_are_refused, shared_arrays_have_names_types_and_bounds,
             stores_of_one_value_by_many_may_be_allowed, uninitialized_memory_is_told_on_request,
             undefined_values_that_are_stored_or_are_addresses_are_told)
