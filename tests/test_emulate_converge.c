/* SPDX-License-Identifier: MIT
 *
 * Where lanes meet: operations of subgroups in divergent code, told apart by dynamic instance.
 */
#include <stdio.h>
#include <string.h>

#include "emulate_testing.h"

enum { SIZE = 64, LANES = 32 };

typedef struct {
    uint32_t result[SIZE];
    uint32_t line[2];
} run;

static fftc_emulation configuration(fftc_schedule schedule)
{
    return (fftc_emulation){.workgroup_size = SIZE,
                            .subgroup_size = LANES,
                            .shared_words = SIZE,
                            .schedule = schedule,
                            .seed = 7};
}

/* A kernel that is right: no finding and the same results on every schedule. */
static void check_clean(void (*kernel)(void *user), run *expected)
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        fftc_emulation config = configuration((fftc_schedule)schedule);
        run r = {{0}, {0}};
        (void)emulate_once(&config, kernel, &r);
        for (int i = 0; i < SIZE; ++i) {
            ck_assert_msg(r.result[i] == expected->result[i], "%s: invocation %d: %u, not %u",
                          fftc_schedule_name(config.schedule), i, r.result[i], expected->result[i]);
        }
    }
}

/* --- branches ------------------------------------------------------------------------------- */

/* The lanes that take part are all there, in either branch and after them. */
static void shuffle_in_a_branch(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint32_t x = i;
    fftc_subgroup_sync();
    if (fftc_subgroup_lane() < 16) {
        fftc_subgroup_sync();
        x += 100 * fftc_subgroup_shuffle_xor(i, 8);
    }
    fftc_subgroup_sync();
    r->result[i] = x + 10000 * fftc_subgroup_shuffle_xor(i, 31);
}

/* The mirror image: the upper lanes are in the branch. */
static void shuffle_in_a_branch_of_upper_lanes(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint32_t x = i;
    fftc_subgroup_sync();
    if (fftc_subgroup_lane() >= 16) {
        x += 100 * fftc_subgroup_shuffle_xor(i, 8);
    }
    fftc_subgroup_sync();
    r->result[i] = x + 10000 * fftc_subgroup_shuffle_xor(i, 31);
}

START_TEST(shuffles_in_branches_are_no_faults)
{
    run expected = {{0}, {0}};
    for (uint32_t i = 0; i < SIZE; ++i) {
        expected.result[i] = i + (i % 32 < 16 ? 100 * (i ^ 8) : 0) + 10000 * (i ^ 31);
    }
    check_clean(shuffle_in_a_branch, &expected);
    for (uint32_t i = 0; i < SIZE; ++i) {
        expected.result[i] = i + (i % 32 >= 16 ? 100 * (i ^ 8) : 0) + 10000 * (i ^ 31);
    }
    check_clean(shuffle_in_a_branch_of_upper_lanes, &expected);
}
END_TEST

/* A barrier of part of a subgroup orders what these lanes do. */
static void trade_in_a_branch(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint32_t x = 0;
    if (fftc_subgroup_lane() < 8) {
        fftc_shared_set(i, 3 * i);
        fftc_subgroup_barrier();
        x = fftc_shared_get(i ^ 7);
    }
    r->result[i] = x;
}

START_TEST(barriers_in_branches_order_those_who_pass_them)
{
    run expected = {{0}, {0}};
    for (uint32_t i = 0; i < SIZE; ++i) {
        expected.result[i] = i % 32 < 8 ? 3 * (i ^ 7) : 0;
    }
    check_clean(trade_in_a_branch, &expected);
}
END_TEST

/* A third lane of the subgroup, which has not passed it, is not ordered. */
static void look_in_from_outside(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    if (fftc_subgroup_lane() < 8) {
        (r->line[0] = __LINE__, fftc_shared_set(i, i));
        fftc_subgroup_barrier();
    }
    if (i == 20) {
        (r->line[1] = __LINE__, (void)fftc_shared_get(3));
    }
}

START_TEST(barriers_in_branches_do_not_order_others)
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        fftc_emulation config = configuration((fftc_schedule)schedule);
        config.observers = FFTC_OBSERVE_RACES;
        fftc_emulator *emulator = emulate_create(&config);
        run r = {{0}, {0}};
        fftc_report report = emulate_run(emulator, look_in_from_outside, &r);
        ck_assert_uint_eq(report.finding_count, 1);
        const fftc_finding *finding = &report.findings[0];
        ck_assert_int_eq(finding->kind, FFTC_FINDING_RACE_SHARED);
        ck_assert_uint_eq(finding->address, 3);
        ck_assert_uint_eq(finding->first.site.line + finding->second.site.line,
                          r.line[0] + r.line[1]);
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* --- loops ---------------------------------------------------------------------------------- */

/* Lanes leave the loop at different times, and meet behind it. */
static void loop_of_different_lengths(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint32_t sum = 0;
    for (uint32_t n = 0; n <= fftc_subgroup_lane() / 8; ++n) {
        sum += fftc_subgroup_add(1);
    }
    r->result[i] = sum + 1000 * fftc_subgroup_add(1);
}

START_TEST(lanes_meet_behind_a_loop)
{
    run expected = {{0}, {0}};
    static const uint32_t sums[] = {32, 32 + 24, 32 + 24 + 16, 32 + 24 + 16 + 8};
    for (uint32_t i = 0; i < SIZE; ++i) {
        expected.result[i] = sums[i % 32 / 8] + 32000;
    }
    check_clean(loop_of_different_lengths, &expected);
}
END_TEST

/* An operation in a branch of the loop, and one by all lanes at its head: without the marks, lanes
 * that skip the branch would come to the head of the next iteration before the others. */
static void branch_in_a_loop(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint32_t sum = 0;
    fftc_loop_begin();
    for (uint32_t n = 0; n < 3; ++n) {
        fftc_loop_next();
        sum += fftc_subgroup_add(1);
        if (fftc_subgroup_lane() < 5) {
            sum += 1000 * fftc_subgroup_add(1);
        }
    }
    fftc_loop_end();
    r->result[i] = sum;
}

START_TEST(marks_tell_iterations_apart)
{
    run expected = {{0}, {0}};
    for (uint32_t i = 0; i < SIZE; ++i) {
        expected.result[i] = 96 + (i % 32 < 5 ? 15000 : 0);
    }
    check_clean(branch_in_a_loop, &expected);
}
END_TEST

/* Each turn serves the lanes that have the first lane's key ("waterfall"). */
static void waterfall(void *user)
{
    run *r = user;
    uint32_t i = fftc_invocation_index();
    uint32_t key = i % 5;
    fftc_loop_begin();
    for (;;) {
        fftc_loop_next();
        if (fftc_subgroup_broadcast_first(key) == key) {
            r->result[i] = fftc_subgroup_add(1);
            break;
        }
    }
    fftc_loop_end();
    r->result[i] += 100 * fftc_subgroup_add(1);
}

START_TEST(waterfall_loop_serves_all)
{
    run expected = {{0}, {0}};
    for (uint32_t i = 0; i < SIZE; ++i) {
        for (uint32_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j) {
            expected.result[i] += j % 5 == i % 5;
        }
        expected.result[i] += 3200;
    }
    check_clean(waterfall, &expected);
}
END_TEST

/* --- barriers of the workgroup, by dynamic instance ------------------------------------------- */

static void synchronize(void)
{
    fftc_workgroup_barrier();
}
#define synchronize() FFTC_AT_CALLER_VOID(synchronize())

static void one_helper_in_two_branches(void *user)
{
    run *r = user;
    if (fftc_invocation_index() % 2 == 0) {
        (r->line[0] = __LINE__, synchronize());
    } else {
        (r->line[1] = __LINE__, synchronize());
    }
}

#define EITHER(condition, yes, no) ((condition) ? (yes) : (no))
static void two_barriers_on_a_line(void *user)
{
    run *r = user;
    bool few = fftc_invocation_index() < 5;
    r->line[0] = r->line[1] = __LINE__ + 1;
    EITHER(few, fftc_workgroup_barrier(), fftc_workgroup_barrier());
}

static void different_iterations(void *user)
{
    run *r = user;
    fftc_loop_begin();
    for (uint32_t n = 0; n < 2; ++n) {
        fftc_loop_next();
        if (fftc_invocation_index() % 2 == n) {
            r->line[0] = r->line[1] = __LINE__ + 1;
            fftc_workgroup_barrier();
        }
    }
    fftc_loop_end();
}

START_TEST(workgroup_barriers_are_told_apart_by_instance)
{
    static void (*const kernels[])(void *user) = {one_helper_in_two_branches,
                                                  two_barriers_on_a_line, different_iterations};
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            fftc_emulation config = configuration((fftc_schedule)schedule);
            fftc_emulator *emulator = emulate_create(&config);
            run r = {{0}, {0}};
            fftc_report report = emulate_run(emulator, kernels[k], &r);
            ck_assert_uint_ge(report.findings_listed, 1);
            const fftc_finding *finding = &report.findings[0];
            ck_assert_int_eq(finding->kind, FFTC_FINDING_BARRIER_DIVERGED);
            ck_assert_uint_eq(finding->first.site.line + finding->second.site.line,
                              r.line[0] + r.line[1]);
            fftc_emulator_destroy(emulator);
        }
    }
}
END_TEST

/* --- the caller's line ------------------------------------------------------------------------ */

static void put(uint32_t index, uint32_t word)
{
    fftc_shared_set(index, word);
}
#define put(index, word) FFTC_AT_CALLER_VOID(put(index, word))

static void race_through_a_helper(void *user)
{
    run *r = user;
    if (fftc_invocation_index() == 3) {
        (r->line[0] = __LINE__, put(0, 1));
    }
    if (fftc_invocation_index() == 40) {
        (r->line[1] = __LINE__, put(0, 2));
    }
}

START_TEST(helpers_around_shared_memory_name_the_callers_line)
{
    fftc_emulation config = configuration(FFTC_SCHEDULE_ROUND_ROBIN);
    fftc_emulator *emulator = emulate_create(&config);
    run r = {{0}, {0}};
    fftc_report report = emulate_run(emulator, race_through_a_helper, &r);
    ck_assert_uint_eq(report.finding_count, 1);
    ck_assert_uint_eq(report.findings[0].first.site.line, r.line[0]);
    ck_assert_uint_eq(report.findings[0].second.site.line, r.line[1]);
    fftc_emulator_destroy(emulator);
}
END_TEST

/* --- the weaker promise ----------------------------------------------------------------------- */

static void sum_after_a_branch(void *user)
{
    run *r = user;
    const bool *told = (const bool *)(r + 1);
    uint32_t i = fftc_invocation_index();
    uint32_t x = 0;
    if (fftc_subgroup_lane() < 12) {
        x = fftc_subgroup_add(1);
    }
    if (*told) {
        fftc_subgroup_sync();
    }
    r->result[i] = x + 100 * fftc_subgroup_add(1);
}

START_TEST(without_reconvergence_lanes_stay_apart_until_told)
{
    for (int told = 0; told < 2; ++told) {
        for (int none = 0; none < 2; ++none) {
            fftc_emulation config = configuration(FFTC_SCHEDULE_ROUND_ROBIN);
            struct {
                run r;
                bool told;
            } user = {.told = told != 0};
            config.reconvergence = none ? FFTC_RECONVERGENCE_NONE : FFTC_RECONVERGENCE_MAXIMAL;
            (void)emulate_once(&config, sum_after_a_branch, &user);
            bool apart = none && !told;
            ck_assert_uint_eq(user.r.result[0], 12 + (apart ? 1200 : 3200));
            ck_assert_uint_eq(user.r.result[31], apart ? 2000 : 3200);
        }
    }
}
END_TEST

/* --- what each operation gives ---------------------------------------------------------------- */

static uint64_t collect(fftc_collective_operation operation, fftc_collective_arithmetic arithmetic,
                        fftc_collective_type type, uint32_t bits, uint64_t value, uint32_t lane)
{
    return fftc_emulate_collective(operation, arithmetic, type, bits, value, lane, __FILE__,
                                   __LINE__);
}

static uint64_t bits_of(double x, uint32_t bits)
{
    uint64_t word = 0;
    float single = (float)x;
    if (bits == 32) {
        memcpy(&word, &single, sizeof single);
    } else {
        memcpy(&word, &x, sizeof x);
    }
    return word;
}

/* Lanes 1, 2, 5, 6, 9, ... of a subgroup of 16 take part. */
static bool takes_part(uint32_t lane)
{
    return ((lane + 1) & 2) != 0;
}

static int64_t number_of(uint32_t lane)
{
    return (int64_t)(lane * 37 % 11) - 5;
}

static void votes_and_ballots(uint32_t lane)
{
    uint64_t here = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        here |= (uint64_t)(takes_part(i) && i != 9) << i;
    }
    ck_assert_uint_eq(fftc_subgroup_elect(), lane == 1);
    ck_assert_uint_eq(fftc_subgroup_all(lane > 0), 1);
    ck_assert_uint_eq(fftc_subgroup_all(lane > 1), 0);
    ck_assert_uint_eq(fftc_subgroup_any(lane == 14), 1);
    ck_assert_uint_eq(fftc_subgroup_any(lane == 15), 0);
    ck_assert_uint_eq(fftc_subgroup_ballot(lane != 9, 0), here);
    ck_assert_uint_eq(fftc_subgroup_ballot(lane != 9, 1), 0);
    ck_assert_uint_eq(fftc_subgroup_broadcast(7 * lane, 6), 42);
    ck_assert_uint_eq(fftc_subgroup_broadcast_first(7 * lane), 7);
    ck_assert_uint_eq(fftc_subgroup_shuffle(7 * lane, lane ^ 3), 7 * (lane ^ 3));
    ck_assert_uint_eq(
        collect(FFTC_COLLECTIVE_ALL_EQUAL, 0, FFTC_TYPE_FLOAT, 32, lane == 1 ? 0x80000000u : 0, 0),
        1);
    ck_assert_uint_eq(
        collect(FFTC_COLLECTIVE_ALL_EQUAL, 0, FFTC_TYPE_UINT, 32, lane == 1 ? 0x80000000u : 0, 0),
        0);
    ck_assert_uint_eq(collect(FFTC_COLLECTIVE_QUAD_SWAP, 0, FFTC_TYPE_UINT, 32, lane, 3), lane ^ 3);
    ck_assert_uint_eq(collect(FFTC_COLLECTIVE_QUAD_BROADCAST, 0, FFTC_TYPE_UINT, 32, lane, 1),
                      (lane & ~3u) + 1);
}

/* By one after the other, from the definition. */
static double fold(fftc_collective_arithmetic arithmetic, uint32_t first, uint32_t end)
{
    double sum = arithmetic == FFTC_ARITHMETIC_MUL   ? 1.0
                 : arithmetic == FFTC_ARITHMETIC_MIN ? 1e30
                 : arithmetic == FFTC_ARITHMETIC_MAX ? -1e30
                                                     : 0.0;
    for (uint32_t i = first; i < end; ++i) {
        double x = (double)number_of(i) + 0.5;
        if (!takes_part(i)) {
            continue;
        }
        switch (arithmetic) {
        case FFTC_ARITHMETIC_MUL: sum *= x; break;
        case FFTC_ARITHMETIC_MIN: sum = x < sum ? x : sum; break;
        case FFTC_ARITHMETIC_MAX: sum = x > sum ? x : sum; break;
        default: sum += x;
        }
    }
    return sum;
}

static void arithmetic_of_floats(uint32_t lane, uint32_t bits)
{
    for (int a = FFTC_ARITHMETIC_ADD; a <= FFTC_ARITHMETIC_MAX; ++a) {
        fftc_collective_arithmetic arithmetic = (fftc_collective_arithmetic)a;
        uint64_t x = bits_of((double)number_of(lane) + 0.5, bits);
        uint32_t cluster = lane & ~3u;
        ck_assert_uint_eq(collect(FFTC_COLLECTIVE_REDUCE, arithmetic, FFTC_TYPE_FLOAT, bits, x, 0),
                          bits_of(fold(arithmetic, 0, 16), bits));
        ck_assert_uint_eq(collect(FFTC_COLLECTIVE_REDUCE, arithmetic, FFTC_TYPE_FLOAT, bits, x, 4),
                          bits_of(fold(arithmetic, cluster, cluster + 4), bits));
        ck_assert_uint_eq(
            collect(FFTC_COLLECTIVE_INCLUSIVE, arithmetic, FFTC_TYPE_FLOAT, bits, x, 0),
            bits_of(fold(arithmetic, 0, lane + 1), bits));
        uint64_t before =
            collect(FFTC_COLLECTIVE_EXCLUSIVE, arithmetic, FFTC_TYPE_FLOAT, bits, x, 0);
        if (lane != 1) {
            ck_assert_uint_eq(before, bits_of(fold(arithmetic, 0, lane), bits));
        }
    }
}

static void arithmetic_of_integers(uint32_t lane, uint32_t bits)
{
    uint64_t mask = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
    uint64_t x = (uint64_t)number_of(lane) & mask;
    uint64_t sum = 0;
    uint64_t product = 1;
    uint64_t most = 0;
    uint64_t all = mask;
    uint64_t parity = 0;
    int64_t greatest = -100;
    int64_t least = 100;
    for (uint32_t i = 0; i < 16; ++i) {
        uint64_t y = (uint64_t)number_of(i) & mask;
        if (takes_part(i)) {
            sum = (sum + y) & mask;
            product = (product * y) & mask;
            most = y > most ? y : most;
            all &= y;
            parity ^= y;
            greatest = number_of(i) > greatest ? number_of(i) : greatest;
            least = number_of(i) < least ? number_of(i) : least;
        }
    }
#define REDUCE(arithmetic, type) \
    collect(FFTC_COLLECTIVE_REDUCE, FFTC_ARITHMETIC_##arithmetic, FFTC_TYPE_##type, bits, x, 0)
    ck_assert_uint_eq(REDUCE(ADD, UINT), sum);
    ck_assert_uint_eq(REDUCE(MUL, INT), product);
    ck_assert_uint_eq(REDUCE(MAX, UINT), most);
    ck_assert_uint_eq(REDUCE(MAX, INT), (uint64_t)greatest & mask);
    ck_assert_uint_eq(REDUCE(MIN, INT), (uint64_t)least & mask);
    ck_assert_uint_eq(REDUCE(AND, UINT), all);
    ck_assert_uint_eq(REDUCE(XOR, UINT), parity);
#undef REDUCE
}

static void every_operation(void *user)
{
    uint32_t lane = fftc_subgroup_lane();
    (void)user;
    if (!takes_part(lane)) {
        return;
    }
    votes_and_ballots(lane);
    arithmetic_of_floats(lane, 32);
    arithmetic_of_floats(lane, 64);
    for (uint32_t bits = 8; bits <= 64; bits *= 2) {
        arithmetic_of_integers(lane, bits);
    }
}

START_TEST(operations_are_over_the_lanes_that_are_there)
{
    fftc_emulation config = {.workgroup_size = 16, .subgroup_size = 16};
    (void)emulate_once(&config, every_operation, NULL);
}
END_TEST

/* 128 lanes: a ballot has four words. */
static void wide_ballot(void *user)
{
    uint32_t *words = user;
    uint32_t lane = fftc_subgroup_lane();
    for (uint32_t w = 0; w < 4; ++w) {
        words[w] = fftc_subgroup_ballot(lane % 32 >= 8 * (lane / 32), w);
    }
}

START_TEST(ballot_has_a_bit_for_each_lane)
{
    uint32_t words[4];
    fftc_emulation config = {.workgroup_size = 128, .subgroup_size = 128};
    (void)emulate_once(&config, wide_ballot, words);
    for (uint32_t w = 0; w < 4; ++w) {
        ck_assert_uint_eq(words[w], 0xffffffffu << 8 * w);
    }
}
END_TEST

TESTING_MAIN("emulate_converge", shuffles_in_branches_are_no_faults,
             barriers_in_branches_order_those_who_pass_them,
             barriers_in_branches_do_not_order_others, lanes_meet_behind_a_loop,
             marks_tell_iterations_apart, waterfall_loop_serves_all,
             workgroup_barriers_are_told_apart_by_instance,
             helpers_around_shared_memory_name_the_callers_line,
             without_reconvergence_lanes_stay_apart_until_told,
             operations_are_over_the_lanes_that_are_there, ballot_has_a_bit_for_each_lane)
