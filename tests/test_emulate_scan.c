/* SPDX-License-Identifier: MIT
 *
 * kernel/scan.h in the emulator: every size of workgroup and subgroup, every schedule, an operation
 * that commutes and one that does not; what it costs, and that nothing is found.
 */
#include "fftcore/emulate.h"

#include <string.h>

#include "testing.h"

static uint32_t workgroup_log2_now;
static uint32_t subgroup_log2_now;
static bool maps_now;
#define FFTC_WORKGROUP_LOG2 workgroup_log2_now
#define FFTC_SUBGROUP_LOG2 subgroup_log2_now
#define FFTC_SCAN_WORDS 2u

/* As docs/writing-kernels.md has it. */
typedef struct fftc_scan_value fftc_scan_value;
static fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later);
static fftc_scan_value fftc_scan_identity(void);
#include "fftcore/kernel/scan.h"

enum { SOURCE, RESULT };

#define WORKGROUP_LOG2_MAX 8u
#define ROUNDS_MAX 3u
#define VALUES_MAX (ROUNDS_MAX << WORKGROUP_LOG2_MAX)

/* Either a sum and a maximum, side by side, or maps x -> a x + b, carried out one after the other:
 * these are associative, but do not commute. */
static fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)
{
    fftc_scan_value both;
    if (maps_now) {
        both.word[0] = later.word[0] * earlier.word[0];
        both.word[1] = later.word[0] * earlier.word[1] + later.word[1];
    } else {
        both.word[0] = earlier.word[0] + later.word[0];
        both.word[1] = earlier.word[1] > later.word[1] ? earlier.word[1] : later.word[1];
    }
    return both;
}

static fftc_scan_value fftc_scan_identity(void)
{
    fftc_scan_value identity = {{maps_now ? 1u : 0u, 0u}};
    return identity;
}

fftc_scan_value fftc_scan_load(fftc_uint index)
{
    fftc_scan_value value;
    fftc_memory_load(SOURCE, index, &value);
    return value;
}

void fftc_scan_store(fftc_uint index, fftc_scan_value value)
{
    fftc_memory_store(RESULT, index, &value);
}

typedef enum what {
    SUBGROUP_INCLUSIVE,
    SUBGROUP_EXCLUSIVE,
    SUBGROUP_REDUCE,
    WORKGROUP_INCLUSIVE,
    WORKGROUP_EXCLUSIVE,
    WORKGROUP_REDUCE,
    ARRAY_INCLUSIVE,
    ARRAY_EXCLUSIVE,
    WHAT_COUNT
} what;

static const char *const names[] = {
    "subgroup, inclusive",  "subgroup, exclusive", "subgroup, reduce", "workgroup, inclusive",
    "workgroup, exclusive", "workgroup, reduce",   "array, inclusive", "array, exclusive"};

static const fftc_scan_value start = {{5u, 77u}}; /* what an array begins with */
static uint32_t rounds_now;

static void kernel(void *user)
{
    what which = *(const what *)user;
    uint32_t t = fftc_invocation_index();
    uint32_t lanes_log2 = fftc_scan_lanes_log2();
    if (which >= ARRAY_INCLUSIVE) {
        fftc_scan_value all = fftc_workgroup_scan_array(
            rounds_now, which == ARRAY_INCLUSIVE ? FFTC_SCAN_INCLUSIVE : FFTC_SCAN_EXCLUSIVE,
            start);
        fftc_scan_store((rounds_now << FFTC_WORKGROUP_LOG2) + t, all);
        return;
    }
    fftc_scan_value value = fftc_scan_load(t);
    switch (which) {
    case SUBGROUP_INCLUSIVE: value = fftc_subgroup_scan_inclusive(value, lanes_log2); break;
    case SUBGROUP_EXCLUSIVE: value = fftc_subgroup_scan_exclusive(value, lanes_log2); break;
    case SUBGROUP_REDUCE: value = fftc_subgroup_reduce(value, lanes_log2); break;
    case WORKGROUP_INCLUSIVE: value = fftc_workgroup_scan_inclusive(value); break;
    case WORKGROUP_EXCLUSIVE: value = fftc_workgroup_scan_exclusive(value); break;
    default: value = fftc_workgroup_reduce(value);
    }
    fftc_scan_store(t, value);
}

/* One value after the other. */
static void expect(what which, uint32_t count, const fftc_scan_value *source,
                   fftc_scan_value *expected)
{
    uint32_t lanes = 1u << fftc_scan_lanes_log2();
    uint32_t group = which <= SUBGROUP_REDUCE ? lanes : count;
    bool exclusive =
        which == SUBGROUP_EXCLUSIVE || which == WORKGROUP_EXCLUSIVE || which == ARRAY_EXCLUSIVE;
    bool reduces = which == SUBGROUP_REDUCE || which == WORKGROUP_REDUCE;
    for (uint32_t first = 0; first < count; first += group) {
        fftc_scan_value sum = which >= ARRAY_INCLUSIVE ? start : fftc_scan_identity();
        for (uint32_t i = first; i < first + group; ++i) {
            expected[i] = sum;
            sum = fftc_scan_combine(sum, source[i]);
            expected[i] = exclusive ? expected[i] : sum;
        }
        for (uint32_t i = first; i < first + group && reduces; ++i) {
            expected[i] = sum;
        }
        for (uint32_t i = 0; i < 1u << workgroup_log2_now && which >= ARRAY_INCLUSIVE; ++i) {
            expected[count + i] = sum;
        }
    }
}

/* Barriers, as scan.h says; each shuffle after a sync; no bank hit twice unless a lane takes a
 * share of several totals. */
static void check_cost(what which, const fftc_counts *counts)
{
    uint32_t several = workgroup_log2_now > fftc_scan_lanes_log2() ? 1 : 0;
    uint32_t barriers = 0;
    if (which >= WORKGROUP_INCLUSIVE && which < ARRAY_INCLUSIVE) {
        barriers = subgroup_log2_now == 0
                       ? workgroup_log2_now + (which == WORKGROUP_INCLUSIVE ? 0 : 1)
                       : several;
    } else if (which >= ARRAY_INCLUSIVE) {
        uint32_t scan = subgroup_log2_now == 0 ? workgroup_log2_now : several;
        barriers = rounds_now * (scan + 3) - 1;
    }
    ck_assert_uint_eq(counts->workgroup_barriers, barriers);
    ck_assert_uint_eq(counts->subgroup_barriers, counts->shuffles);
    if (subgroup_log2_now == 0 && which > SUBGROUP_REDUCE) {
        ck_assert_uint_eq(counts->shuffles, 0);
    }
    if (workgroup_log2_now <= 2 * subgroup_log2_now || subgroup_log2_now == 0) {
        ck_assert_uint_eq(counts->bank_conflicts, 0);
    }
}

static void check(what which, fftc_schedule schedule, const fftc_scan_value *source)
{
    static fftc_scan_value result[VALUES_MAX + (1u << WORKGROUP_LOG2_MAX)];
    static fftc_scan_value expected[VALUES_MAX + (1u << WORKGROUP_LOG2_MAX)];
    uint32_t size = 1u << workgroup_log2_now;
    uint32_t count = which >= ARRAY_INCLUSIVE ? rounds_now * size : size;
    uint32_t results = which >= ARRAY_INCLUSIVE ? count + size : count;
    fftc_memory memories[] = {{"source", (void *)source, sizeof *source, count, true},
                              {"result", result, sizeof *result, results, false}};
    fftc_emulation config = {.workgroup_size = size,
                             .subgroup_size = 1u << subgroup_log2_now,
                             .shared_words = FFTC_SCAN_SHARED_WORDS,
                             .schedule = schedule,
                             .seed = testing_seed(),
                             .memories = memories,
                             .memory_count = 2};
    fftc_emulator *emulator = NULL;
    fftc_report report;
    memset(result, 0xa5, sizeof result);
    ck_assert_int_eq(fftc_emulator_create(&config, &emulator, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_emulator_run(emulator, kernel, &which, &report, NULL), FFTC_SUCCESS);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("%s, W = %u, S = %u: %s", names[which], workgroup_log2_now, subgroup_log2_now,
                     text);
    }
    check_cost(which, &report.total);
    fftc_emulator_destroy(emulator);
    expect(which, count, source, expected);
    for (uint32_t i = 0; i < results; ++i) {
        ck_assert_msg(memcmp(&result[i], &expected[i], sizeof *result) == 0,
                      "%s, W = %u, S = %u, schedule %s, maps %d: %u has %u %u, not %u %u",
                      names[which], workgroup_log2_now, subgroup_log2_now,
                      fftc_schedule_name(schedule), maps_now, i, result[i].word[0],
                      result[i].word[1], expected[i].word[0], expected[i].word[1]);
    }
}

static void check_sizes(what first, what end)
{
    static fftc_scan_value source[VALUES_MAX];
    testing_random random = testing_random_start("scan");
    for (size_t i = 0; i < VALUES_MAX; ++i) {
        source[i].word[0] = (uint32_t)testing_random_next(&random);
        source[i].word[1] = (uint32_t)testing_random_next(&random);
    }
    for (workgroup_log2_now = 0; workgroup_log2_now <= WORKGROUP_LOG2_MAX; ++workgroup_log2_now) {
        for (subgroup_log2_now = 0; subgroup_log2_now <= 7; ++subgroup_log2_now) {
            for (what which = first; which < end; ++which) {
                for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
                    maps_now = testing_random_below(&random, 2) == 0;
                    rounds_now = 1 + (uint32_t)testing_random_below(&random, ROUNDS_MAX);
                    check(which, (fftc_schedule)schedule, source);
                }
            }
        }
    }
}

START_TEST(subgroups_scan_and_reduce)
{
    check_sizes(SUBGROUP_INCLUSIVE, WORKGROUP_INCLUSIVE);
}
END_TEST

START_TEST(workgroups_scan_and_reduce)
{
    check_sizes(WORKGROUP_INCLUSIVE, ARRAY_INCLUSIVE);
}
END_TEST

START_TEST(arrays_scan)
{
    check_sizes(ARRAY_INCLUSIVE, WHAT_COUNT);
}
END_TEST

TESTING_MAIN("emulate_scan", subgroups_scan_and_reduce, workgroups_scan_and_reduce, arrays_scan)
