/* SPDX-License-Identifier: MIT
 *
 * Kernels that do anything anywhere: barriers and shuffles that few reach, returns in the middle,
 * accesses out of bounds. Whatever they do, every run ends, replays, and leaves no
 * trace in the next.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/emulate.h"
#include "testing.h"

#ifdef TESTING_SANITIZED_THREAD
#define PROGRAMS 100 /* at a tenth of the speed */
#else
#define PROGRAMS 400
#endif

enum { MAX_SIZE = 24, STEPS = 12, WORDS = 8 };

typedef struct {
    uint8_t what[MAX_SIZE][STEPS];
    uint32_t argument[MAX_SIZE][STEPS];
    uint64_t hash; /* of all values that invocations saw, in the order of events */
    uint32_t started;
} chaos;

static void note(chaos *c, uint32_t value)
{
    c->hash = (c->hash ^ (value + ((uint64_t)fftc_invocation_index() << 32))) * 0x100000001b3u;
}

/* Each case at two call sites. */
static void step(chaos *c, uint32_t what, uint32_t argument)
{
    uint32_t word = argument;
    switch (what) {
    case 0: fftc_workgroup_barrier(); break;
    case 1: fftc_workgroup_barrier(); break;
    case 2: fftc_workgroup_barrier_buffers(); break;
    case 3: fftc_subgroup_barrier(); break;
    case 4: fftc_subgroup_barrier(); break;
    case 5: fftc_subgroup_sync(); break;
    case 6: note(c, fftc_subgroup_shuffle_xor(word, argument)); break;
    case 7: note(c, fftc_subgroup_shuffle_xor(word, argument % 4)); break;
    case 8: note(c, fftc_subgroup_shuffle_up(word, argument)); break;
    case 9: note(c, fftc_subgroup_shuffle_down(word, argument)); break;
    case 10: fftc_shared_set(argument, word); break;
    case 11: note(c, fftc_shared_get(argument)); break;
    case 12: fftc_memory_store(argument % 3, argument, &word); break;
    case 13: fftc_memory_load(argument % 3, argument, &word), note(c, word); break;
    case 14: fftc_stage_enter(argument); break;
    default: break;
    }
}

static void run_chaos(void *user)
{
    chaos *c = user;
    uint32_t i = fftc_invocation_index();
    ++c->started;
    for (uint32_t s = 0; s < STEPS; ++s) {
        if (c->what[i][s] == 15) {
            return;
        }
        step(c, c->what[i][s], c->argument[i][s]);
    }
}

/* Mostly the same for all, sometimes not. */
static void fill(chaos *c, testing_random *random)
{
    static const uint32_t arguments[] = {0, 1, 2, 3, 5, WORDS - 1, WORDS, 64, 128, UINT32_MAX};
    for (uint32_t s = 0; s < STEPS; ++s) {
        uint8_t common = (uint8_t)testing_random_below(random, 16);
        for (uint32_t i = 0; i < MAX_SIZE; ++i) {
            bool same = testing_random_below(random, 4) != 0;
            c->what[i][s] = same ? common : (uint8_t)testing_random_below(random, 16);
            c->argument[i][s] = arguments[testing_random_below(random, 10)];
        }
    }
}

static void tidy(void *user)
{
    uint32_t i = fftc_invocation_index();
    (void)user;
    if (i == 0) {
        fftc_shared_set(0, 3);
    }
    fftc_workgroup_barrier();
    ck_assert_uint_eq(fftc_shared_get(0), 3);
    fftc_subgroup_sync();
    ck_assert_uint_eq(fftc_subgroup_shuffle_xor(i, 0), i);
}

/* Runs the program twice, which must give the same report, then a kernel without fault. */
static void check_program(fftc_emulator *emulator, chaos *c, uint32_t size, void *memory)
{
    fftc_report first;
    fftc_report report;
    uint64_t hash;
    c->hash = 0;
    c->started = 0;
    memset(memory, 0, WORDS * 4);
    ck_assert_int_eq(fftc_emulator_run(emulator, run_chaos, c, &first, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(c->started, 2 * size);
    hash = c->hash;
    c->hash = 0;
    memset(memory, 0, WORDS * 4);
    ck_assert_int_eq(fftc_emulator_run(emulator, run_chaos, c, &report, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, first.finding_count);
    ck_assert_uint_eq(report.events, first.events);
    ck_assert(memcmp(&report.total, &first.total, sizeof report.total) == 0);
    ck_assert_uint_eq(c->hash, hash);
    ck_assert_int_eq(fftc_emulator_run(emulator, tidy, NULL, &report, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, 0);
}

static void check_size(uint32_t size, uint32_t subgroup, testing_random *random)
{
    uint32_t words[WORDS] = {0};
    testing_buffer guarded = testing_buffer_create(sizeof words, 4);
    fftc_memory memories[2] = {
        {.name = "a", .data = words, .element_bytes = 4, .element_count = WORDS, .read_only = true},
        {.name = "b", .data = guarded.data, .element_bytes = 4, .element_count = WORDS}};
    fftc_emulation config = {.workgroup_size = size,
                             .subgroup_size = subgroup,
                             .workgroup_count = 2,
                             .shared_words = WORDS,
                             .memories = memories,
                             .memory_count = 2};
    fftc_emulator *emulator;
    ck_assert_int_eq(fftc_emulator_create(&config, &emulator, NULL), FFTC_SUCCESS);
    for (int n = 0; n < PROGRAMS; ++n) {
        chaos c;
        memset(&c, 0, sizeof c);
        fill(&c, random);
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            ck_assert_int_eq(
                fftc_emulator_set_schedule(emulator, (fftc_schedule)schedule, (uint64_t)n, NULL),
                FFTC_SUCCESS);
            check_program(emulator, &c, size, guarded.data);
        }
    }
    fftc_emulator_destroy(emulator);
    ck_assert_uint_eq(words[0] | words[WORDS - 1], 0);
    testing_buffer_release(&guarded);
}

START_TEST(chaos_always_ends_and_replays)
{
    testing_random random = testing_random_start("chaos");
    check_size(1, 1, &random);
    check_size(MAX_SIZE, 1, &random);
    check_size(MAX_SIZE, 8, &random);
    check_size(MAX_SIZE - 3, 8, &random);
    check_size(MAX_SIZE, 128, &random);
}
END_TEST

TESTING_MAIN("emulate_chaos", chaos_always_ends_and_replays)
