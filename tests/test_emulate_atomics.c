/* SPDX-License-Identifier: MIT
 *
 * Atomic operations: what they give, what they order, and kernels that wait for one another.
 */
#include <stdio.h>
#include <string.h>

#include "emulate_testing.h"

enum { SIZE = 64, GROUPS = 6, COUNTER = 0, FLAGS, SUMS, MEMORIES };

static uint32_t counter[4];
static uint32_t flags[GROUPS];
static uint64_t sums[GROUPS * SIZE];

typedef struct {
    uint32_t variant;
    uint32_t line[2];
    uint64_t result;
} run;

static const fftc_memory memories[MEMORIES] = {{"counter", counter, sizeof *counter, 4, false},
                                               {"flags", flags, sizeof *flags, GROUPS, false},
                                               {"sums", sums, sizeof *sums, GROUPS *SIZE, false}};

static fftc_emulation configuration(void)
{
    return (fftc_emulation){.workgroup_size = SIZE,
                            .subgroup_size = 32,
                            .workgroup_count = GROUPS,
                            .shared_words = SIZE,
                            .seed = 3,
                            .memories = memories,
                            .memory_count = MEMORIES};
}

static void clear(void)
{
    memset(counter, 0, sizeof counter);
    memset(flags, 0, sizeof flags);
    memset(sums, 0, sizeof sums);
}

/* Calls `check` for every schedule, order of workgroups and number of residents. */
static void for_all(fftc_emulation config, void (*kernel)(void *user), run *r,
                    void (*check)(const run *r, const fftc_report *report,
                                  const fftc_emulation *config))
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        for (uint32_t resident = 1; resident <= GROUPS; resident += 2) {
            for (int order = 0; order < FFTC_WORKGROUP_ORDER_COUNT; ++order) {
                config.schedule = (fftc_schedule)schedule;
                config.resident_workgroups = resident;
                config.workgroup_order = (fftc_workgroup_order)order;
                fftc_emulator *emulator = emulate_create(&config);
                clear();
                fftc_report report = emulate_run(emulator, kernel, r);
                check(r, &report, &config);
                fftc_emulator_destroy(emulator);
            }
        }
    }
}

static void check_clean(const run *r, const fftc_report *report, const fftc_emulation *config)
{
    char text[512] = "";
    (void)r;
    if (report->findings_listed != 0) {
        (void)fftc_finding_format(&report->findings[0], text, sizeof text);
    }
    ck_assert_msg(report->finding_count == 0, "%u residents, order %d: %s",
                  config->resident_workgroups, (int)config->workgroup_order, text);
}

/* --- races ------------------------------------------------------------------------------------ */

static void histogram(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, 0);
    fftc_workgroup_barrier();
    (r->line[0] = __LINE__, (void)fftc_shared_atomic_add(i * i % 7, 1));
    if (r->variant == 0) {
        fftc_workgroup_barrier();
    }
    if (i < 7) {
        uint32_t n = (r->line[1] = __LINE__, fftc_shared_get(i));
        (void)fftc_memory_atomic(ADD, SUMS, i, n, FFTC_ORDER_RELAXED);
    }
}

static void check_histogram(const run *r, const fftc_report *report, const fftc_emulation *config)
{
    check_clean(r, report, config);
    for (uint32_t bin = 0; bin < 7; ++bin) {
        uint64_t expected = 0;
        for (uint32_t i = 0; i < SIZE; ++i) {
            expected += i * i % 7 == bin;
        }
        ck_assert_uint_eq(sums[bin], GROUPS * expected);
    }
    ck_assert_uint_eq(report->total.atomics, GROUPS * (SIZE + 7));
}

static void check_race(const run *r, const fftc_report *report, const fftc_emulation *config)
{
    (void)config;
    ck_assert_uint_ge(report->findings_listed, 1);
    for (size_t i = 0; i < report->findings_listed; ++i) {
        const fftc_finding *finding = &report->findings[i];
        ck_assert(finding->kind == FFTC_FINDING_RACE_SHARED ||
                  finding->kind == FFTC_FINDING_RACE_MEMORY);
        ck_assert_uint_eq(finding->first.site.line + finding->second.site.line,
                          r->line[0] + r->line[1]);
        ck_assert(finding->first.atomic != finding->second.atomic ||
                  (!finding->first.atomic && !finding->second.atomic));
    }
}

START_TEST(atomics_do_not_race_with_one_another_but_with_loads)
{
    run r = {.variant = 0};
    for_all(configuration(), histogram, &r, check_histogram);
    r.variant = 1;
    for_all(configuration(), histogram, &r, check_race);
}
END_TEST

/* --- acquire and release ---------------------------------------------------------------------- */

/* Groups take tickets, and the last one adds up what all have stored. Variants: 0 by orders, 1
 * by fences, 2 relaxed, which is wrong, 3 without the barrier before the ticket, which is wrong,
 * too. */
static void last_block(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint64_t x = fftc_workgroup_index() * SIZE + i;
    (r->line[0] = __LINE__, fftc_memory_store(SUMS, fftc_workgroup_index() * SIZE + i, &x));
    if (r->variant != 3) {
        fftc_workgroup_barrier_buffers();
    }
    if (i == 0) {
        if (r->variant == 1) {
            fftc_buffer_fence();
        }
        fftc_shared_set(0, (uint32_t)fftc_memory_atomic(ADD, COUNTER, 0, 1,
                                                        r->variant == 1 || r->variant == 2
                                                            ? FFTC_ORDER_RELAXED
                                                            : FFTC_ORDER_ACQUIRE_RELEASE));
        if (r->variant == 1) {
            fftc_buffer_fence();
        }
    }
    fftc_workgroup_barrier_buffers();
    if (fftc_shared_get(0) == GROUPS - 1 && i == 5) {
        uint64_t sum = 0;
        for (uint32_t n = 0; n < GROUPS * SIZE; ++n) {
            uint64_t y;
            (r->line[1] = __LINE__, fftc_memory_load(SUMS, n, &y));
            sum += y;
        }
        r->result = sum;
    }
}

static void check_last_block(const run *r, const fftc_report *report, const fftc_emulation *config)
{
    check_clean(r, report, config);
    ck_assert_uint_eq(r->result, GROUPS * SIZE * (GROUPS * SIZE - 1) / 2);
}

START_TEST(last_block_reduction_needs_release_and_acquire)
{
    run r = {.variant = 0};
    for_all(configuration(), last_block, &r, check_last_block);
    r.variant = 1;
    for_all(configuration(), last_block, &r, check_last_block);
    for (r.variant = 2; r.variant < 4; ++r.variant) {
        for_all(configuration(), last_block, &r, check_race);
    }
}
END_TEST

/* Decoupled look-back: a group waits for the one before it. Variants: 0 numbers from a counter,
 * 1 without release and acquire, 2 numbers from the dispatch. */
static void look_back(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    if (i == 0) {
        fftc_shared_set(0, r->variant == 2 ? fftc_workgroup_index()
                                           : (uint32_t)fftc_memory_atomic(ADD, COUNTER, 0, 1,
                                                                          FFTC_ORDER_RELAXED));
    }
    fftc_workgroup_barrier();
    uint32_t group = fftc_shared_get(0);
    if (i == 0) {
        uint64_t sum = group + 1;
        if (group > 0) {
            uint64_t before;
            while (fftc_memory_atomic(LOAD, FLAGS, group - 1, 0,
                                      r->variant == 1 ? FFTC_ORDER_RELAXED : FFTC_ORDER_ACQUIRE) ==
                   0) {
            }
            (r->line[1] = __LINE__, fftc_memory_load(SUMS, group - 1, &before));
            sum += before;
        }
        (r->line[0] = __LINE__, fftc_memory_store(SUMS, group, &sum));
        (void)fftc_memory_atomic(STORE, FLAGS, group, 1,
                                 r->variant == 1 ? FFTC_ORDER_RELAXED : FFTC_ORDER_RELEASE);
    }
}

static void check_look_back(const run *r, const fftc_report *report, const fftc_emulation *config)
{
    check_clean(r, report, config);
    for (uint32_t g = 0; g < GROUPS; ++g) {
        ck_assert_uint_eq(sums[g], (uint64_t)(g + 1) * (g + 2) / 2);
    }
}

START_TEST(look_back_is_ordered_by_release_and_acquire)
{
    run r = {.variant = 0};
    for_all(configuration(), look_back, &r, check_look_back);
    r.variant = 1;
    for_all(configuration(), look_back, &r, check_race);
}
END_TEST

START_TEST(waiting_for_a_workgroup_that_has_not_started_is_told)
{
    fftc_emulation config = configuration();
    run r = {.variant = 2};
    char text[512];
    config.resident_workgroups = 2;
    config.workgroup_order = FFTC_WORKGROUPS_REVERSED;
    config.event_limit = 10000;
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        config.schedule = (fftc_schedule)schedule;
        fftc_emulator *emulator = emulate_create(&config);
        clear();
        fftc_report report = emulate_run(emulator, look_back, &r);
        ck_assert_uint_eq(report.finding_count, 2);
        ck_assert_int_eq(report.findings[0].kind, FFTC_FINDING_ENDLESS);
        ck_assert(report.findings[0].second.unstarted);
        ck_assert_uint_eq(report.findings[0].second.workgroup, GROUPS - 3);
        ck_assert_uint_le(report.events, 10001);
        (void)fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_assert_msg(strstr(text, "workgroup 3 has not started") != NULL, "%s", text);
        /* The same emulator goes on as if nothing had been. */
        r.variant = 0;
        clear();
        report = emulate_run(emulator, look_back, &r);
        check_look_back(&r, &report, &config);
        r.variant = 2;
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* The scope of a subgroup reaches no other one. */
static void fence_of_a_barrier(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint64_t x = i;
    (r->line[0] = __LINE__, fftc_memory_store(SUMS, i, &x));
    if (r->variant == 0) {
        fftc_buffer_fence();
    }
    fftc_workgroup_barrier();
    (r->line[1] = __LINE__, fftc_memory_load(SUMS, i ^ 33, &x));
}

START_TEST(fence_before_a_barrier_orders_buffers)
{
    fftc_emulation config = configuration();
    run r = {.variant = 0};
    config.workgroup_count = 1;
    for_all(config, fence_of_a_barrier, &r, check_clean);
    r.variant = 1;
    for_all(config, fence_of_a_barrier, &r, check_race);
}
END_TEST

/* --- loops that never end --------------------------------------------------------------------- */

/* All lanes want one lock. Where lanes share a program counter, the one that has it waits for the
 * others behind the loop, so that it never gives it back. */
static void spin_lock(void *user)
{
    uint32_t i = fftc_invocation_index();
    (void)user;
    if (i == 0) {
        fftc_shared_set(0, 0);
        fftc_shared_set(1, 0);
    }
    fftc_workgroup_barrier();
    while (fftc_shared_atomic_compare(0, 0, 1) != 0) {
    }
    fftc_reconverge();
    (void)fftc_shared_atomic_add(1, 1);
    (void)fftc_shared_atomic_exchange(0, 0);
    fftc_workgroup_barrier();
    ck_assert_uint_eq(fftc_shared_get(1), SIZE);
}

START_TEST(spin_lock_ends_but_where_lanes_share_a_counter)
{
    fftc_emulation config = configuration();
    config.workgroup_count = 1;
    config.event_limit = 1000000;
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        config.schedule = (fftc_schedule)schedule;
        fftc_emulator *emulator = emulate_create(&config);
        fftc_report report = emulate_run(emulator, spin_lock, NULL);
        if (schedule == FFTC_SCHEDULE_SIMT) {
            ck_assert_uint_eq(report.finding_count, SIZE);
            ck_assert_uint_eq(report.findings_listed, 2); /* at the lock, and behind the loop */
            ck_assert_int_eq(report.findings[0].kind, FFTC_FINDING_ENDLESS);
            ck_assert(!report.findings[0].second.unstarted);
        } else {
            ck_assert_uint_eq(report.finding_count, 0);
        }
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* A plain word is polled: a race, and it ends on every schedule, or at the limit. */
static void poll(void *user)
{
    const run *r = user;
    uint32_t i = fftc_invocation_index();
    if (i == 0) {
        fftc_shared_set(0, 0);
    }
    fftc_workgroup_barrier();
    if (i == 9) {
        while (fftc_shared_get(0) != 1) {
        }
    }
    if (i == 40 && r->variant == 0) {
        fftc_shared_set(0, 1);
    }
}

START_TEST(polling_ends_or_is_told)
{
    fftc_emulation config = configuration();
    run r = {.variant = 0};
    config.workgroup_count = 1;
    config.event_limit = 200000;
    for (r.variant = 0; r.variant < 2; ++r.variant) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            config.schedule = (fftc_schedule)schedule;
            fftc_emulator *emulator = emulate_create(&config);
            fftc_report report = emulate_run(emulator, poll, &r);
            ck_assert_uint_ge(report.findings_listed, 1);
            ck_assert_int_eq(report.findings[0].kind,
                             r.variant == 0 ? FFTC_FINDING_RACE_SHARED : FFTC_FINDING_ENDLESS);
            fftc_emulator_destroy(emulator);
        }
    }
}
END_TEST

/* --- what each gives -------------------------------------------------------------------------- */

static uint64_t apply(fftc_atomic_operation operation, uint32_t memory, uint64_t old,
                      uint64_t value)
{
    if (memory == SUMS) {
        sums[0] = old;
    } else {
        counter[0] = (uint32_t)old;
    }
    ck_assert_uint_eq(fftc_emulate_memory_atomic(operation, memory, 0, value, 5, FFTC_ORDER_RELAXED,
                                                 __FILE__, __LINE__),
                      operation == FFTC_ATOMIC_STORE ? 0 : old);
    return memory == SUMS ? sums[0] : counter[0];
}

static void every_operation(void *user)
{
    float half = 0.5f;
    float two = 2.0f;
    float sum = 2.5f;
    uint32_t words[3];
    (void)user;
    memcpy(&words[0], &half, sizeof half);
    memcpy(&words[1], &two, sizeof two);
    memcpy(&words[2], &sum, sizeof sum);
    for (uint32_t memory = COUNTER; memory <= SUMS; memory += 2) {
        uint64_t minus_one = memory == SUMS ? UINT64_MAX : UINT32_MAX;
        ck_assert_uint_eq(apply(FFTC_ATOMIC_LOAD, memory, 12, 10), 12);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_STORE, memory, 12, 10), 10);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_EXCHANGE, memory, 12, 10), 10);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_COMPARE_EXCHANGE, memory, 12, 10), 12);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_COMPARE_EXCHANGE, memory, 5, 10), 10);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_ADD, memory, minus_one, 3), 2);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_SUB, memory, 2, 3), minus_one);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_AND, memory, 12, 10), 8);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_OR, memory, 12, 10), 14);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_XOR, memory, 12, 10), 6);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_MIN, memory, minus_one, 3), 3);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_MAX, memory, minus_one, 3), minus_one);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_SIGNED_MIN, memory, minus_one, 3), minus_one);
        ck_assert_uint_eq(apply(FFTC_ATOMIC_SIGNED_MAX, memory, minus_one, 3), 3);
    }
    ck_assert_uint_eq(apply(FFTC_ATOMIC_FLOAT_ADD, COUNTER, words[0], words[1]), words[2]);
    ck_assert_uint_eq(apply(FFTC_ATOMIC_FLOAT_MIN, COUNTER, words[0], words[1]), words[0]);
    ck_assert_uint_eq(apply(FFTC_ATOMIC_FLOAT_MAX, COUNTER, words[0], words[1]), words[1]);
}

START_TEST(atomic_operations_give_what_was_there)
{
    fftc_emulation config = configuration();
    config.workgroup_size = 1;
    config.workgroup_count = 1;
    (void)emulate_once(&config, every_operation, NULL);
}
END_TEST

static void atomic_outside(void *user)
{
    (void)user;
    ck_assert_uint_eq(fftc_shared_atomic_add(SIZE, 1), 0);
    ck_assert_uint_eq(fftc_memory_atomic(ADD, COUNTER, UINT64_MAX, 1, FFTC_ORDER_RELAXED), 0);
    ck_assert_uint_eq(fftc_memory_atomic(ADD, MEMORIES, 0, 1, FFTC_ORDER_RELAXED), 0);
}

START_TEST(atomic_operations_out_of_bounds_are_told)
{
    fftc_emulation config = configuration();
    config.workgroup_size = 1;
    config.workgroup_count = 1;
    fftc_emulator *emulator = emulate_create(&config);
    fftc_report report = emulate_run(emulator, atomic_outside, NULL);
    ck_assert_uint_eq(report.findings_listed, 3);
    for (int i = 0; i < 3; ++i) {
        ck_assert_int_eq(report.findings[i].kind, FFTC_FINDING_OUT_OF_BOUNDS);
        ck_assert(report.findings[i].first.atomic);
    }
    ck_assert_uint_eq(fftc_shared_atomic_add(0, 1), 0); /* outside of a run */
    fftc_emulator_destroy(emulator);
}
END_TEST

static void atomic_of_wide_elements(void *user)
{
    (void)user;
    ck_assert_uint_eq(fftc_memory_atomic(ADD, 0, 1, 1, FFTC_ORDER_RELAXED), 0);
}

START_TEST(atomic_operations_of_wide_elements_are_told)
{
    uint64_t data[4] = {1, 1, 1, 1};
    const fftc_memory memory = {
        .name = "wide", .data = data, .element_bytes = 16, .element_count = 2};
    const fftc_emulation config = {.workgroup_size = 1, .memories = &memory, .memory_count = 1};
    fftc_emulator *emulator = emulate_create(&config);
    fftc_report report = emulate_run(emulator, atomic_of_wide_elements, NULL);
    ck_assert_uint_eq(report.findings_listed, 1);
    ck_assert_int_eq(report.findings[0].kind, FFTC_FINDING_OUT_OF_BOUNDS);
    ck_assert_uint_eq(report.findings[0].address, 1);
    ck_assert_uint_eq(data[2], 1);
    fftc_emulator_destroy(emulator);
}
END_TEST

TESTING_MAIN("emulate_atomics", atomics_do_not_race_with_one_another_but_with_loads,
             last_block_reduction_needs_release_and_acquire,
             look_back_is_ordered_by_release_and_acquire,
             waiting_for_a_workgroup_that_has_not_started_is_told,
             fence_before_a_barrier_orders_buffers, spin_lock_ends_but_where_lanes_share_a_counter,
             polling_ends_or_is_told, atomic_operations_give_what_was_there,
             atomic_operations_out_of_bounds_are_told, atomic_operations_of_wide_elements_are_told)
