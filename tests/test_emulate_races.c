/* SPDX-License-Identifier: MIT
 *
 * Which words race, against the definition: random programs, every pair of accesses looked at.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/emulate/observe.h"
#include "fftcore/emulate.h"
#include "testing.h"

enum { GROUPS = 2, SIZE = 8, SUBGROUP = 4, STEPS = 8, WORDS = 3, PROGRAMS = 4000 };

typedef enum {
    NOTHING = 0,
    LOAD,
    STORE,
    MEMORY_LOAD,
    MEMORY_STORE,
    WORKGROUP_BARRIER,
    WORKGROUP_BARRIER_BUFFERS,
    SUBGROUP_BARRIER,
    SUBGROUP_SYNC
} action;

typedef struct {
    action what;
    uint32_t address;
} operation;

/* [workgroup][invocation][step]; barriers of a workgroup stand in all its invocations, those of a
 * subgroup in all of the subgroup. */
typedef struct {
    operation at[GROUPS][SIZE][STEPS];
} program;

typedef struct {
    bool shared[WORDS];
    bool memory[WORDS];
} races;

/* --- random programs */

static void fill_step(program *p, uint32_t group, uint32_t first, uint32_t count, uint32_t step,
                      action what)
{
    for (uint32_t i = first; i < first + count; ++i) {
        p->at[group][i][step].what = what;
    }
}

static void random_step(program *p, uint32_t group, uint32_t step, testing_random *random)
{
    uint64_t kind = testing_random_below(random, 8);
    if (kind < 2) {
        fill_step(p, group, 0, SIZE, step,
                  kind == 0 ? WORKGROUP_BARRIER : WORKGROUP_BARRIER_BUFFERS);
        return;
    }
    for (uint32_t i = 0; i < SIZE; ++i) {
        p->at[group][i][step].address = (uint32_t)testing_random_below(random, WORDS);
        if (testing_random_below(random, 5) == 0) {
            p->at[group][i][step].what = (action)(LOAD + testing_random_below(random, 4));
        }
    }
    for (uint32_t first = 0; first < SIZE; first += SUBGROUP) {
        uint64_t barrier = testing_random_below(random, 6);
        if (barrier < 2) {
            fill_step(p, group, first, SUBGROUP, step,
                      barrier == 0 ? SUBGROUP_BARRIER : SUBGROUP_SYNC);
        }
    }
}

static program random_program(testing_random *random)
{
    program p;
    memset(&p, 0, sizeof p);
    for (uint32_t group = 0; group < GROUPS; ++group) {
        for (uint32_t step = 0; step < STEPS; ++step) {
            random_step(&p, group, step, random);
        }
    }
    return p;
}

/* --- by the definition */

static bool is_memory(action what)
{
    return what == MEMORY_LOAD || what == MEMORY_STORE;
}

/* Is there a barrier between steps `from` and `to` of workgroup `group` that orders
 * invocations i and j? */
static bool ordered(const program *p, uint32_t group, uint32_t i, uint32_t from, uint32_t j,
                    uint32_t to, bool memory)
{
    uint32_t low = from < to ? from : to;
    uint32_t high = from < to ? to : from;
    for (uint32_t step = low; step < high; ++step) {
        action what = p->at[group][i][step].what;
        if (what == WORKGROUP_BARRIER_BUFFERS || (!memory && what == WORKGROUP_BARRIER) ||
            (!memory && what == SUBGROUP_BARRIER && i / SUBGROUP == j / SUBGROUP)) {
            return true;
        }
    }
    return false;
}

static bool pair_races(const program *p, uint32_t a, uint32_t i, uint32_t s, uint32_t b, uint32_t j,
                       uint32_t t)
{
    const operation *x = &p->at[a][i][s];
    const operation *y = &p->at[b][j][t];
    bool memory = is_memory(x->what);
    bool access =
        x->what >= LOAD && x->what <= MEMORY_STORE && y->what >= LOAD && y->what <= MEMORY_STORE;
    bool store =
        x->what == STORE || x->what == MEMORY_STORE || y->what == STORE || y->what == MEMORY_STORE;
    if (!access || !store || memory != is_memory(y->what) || x->address != y->address) {
        return false;
    }
    if (a != b) {
        return memory;
    }
    return i != j && !ordered(p, a, i, s, j, t, memory);
}

static races expect(const program *p)
{
    races expected = {{false}, {false}};
    const uint32_t all = GROUPS * SIZE * STEPS;
    for (uint32_t x = 0; x < all; ++x) {
        for (uint32_t y = 0; y < x; ++y) {
            uint32_t a = x / (SIZE * STEPS);
            uint32_t i = x / STEPS % SIZE;
            uint32_t s = x % STEPS;
            if (pair_races(p, a, i, s, y / (SIZE * STEPS), y / STEPS % SIZE, y % STEPS)) {
                const operation *o = &p->at[a][i][s];
                (is_memory(o->what) ? expected.memory : expected.shared)[o->address] = true;
            }
        }
    }
    return expected;
}

/* --- by the emulator --------------------------------------------------------------------------
 *
 * A line for each word, since findings are listed once for each pair of lines. */

static void store(uint32_t address)
{
    switch (address) {
    case 0: fftc_shared_set(0, 1); break;
    case 1: fftc_shared_set(1, 1); break;
    default: fftc_shared_set(2, 1); break;
    }
}

static void load(uint32_t address)
{
    switch (address) {
    case 0: (void)fftc_shared_get(0); break;
    case 1: (void)fftc_shared_get(1); break;
    default: (void)fftc_shared_get(2); break;
    }
}

static void memory_store(uint32_t address)
{
    uint32_t word = 1;
    switch (address) {
    case 0: fftc_memory_store(0, 0, &word); break;
    case 1: fftc_memory_store(0, 1, &word); break;
    default: fftc_memory_store(0, 2, &word); break;
    }
}

static void memory_load(uint32_t address)
{
    uint32_t word;
    switch (address) {
    case 0: fftc_memory_load(0, 0, &word); break;
    case 1: fftc_memory_load(0, 1, &word); break;
    default: fftc_memory_load(0, 2, &word); break;
    }
}

static void interpret(void *user)
{
    const program *p = user;
    uint32_t group = fftc_workgroup_index();
    uint32_t i = fftc_invocation_index();
    for (uint32_t step = 0; step < STEPS; ++step) {
        const operation *o = &p->at[group][i][step];
        switch (o->what) {
        case NOTHING: break;
        case LOAD: load(o->address); break;
        case STORE: store(o->address); break;
        case MEMORY_LOAD: memory_load(o->address); break;
        case MEMORY_STORE: memory_store(o->address); break;
        case WORKGROUP_BARRIER: fftc_workgroup_barrier(); break;
        case WORKGROUP_BARRIER_BUFFERS: fftc_workgroup_barrier_buffers(); break;
        case SUBGROUP_BARRIER: fftc_subgroup_barrier(); break;
        case SUBGROUP_SYNC: fftc_subgroup_sync(); break;
        }
    }
}

static races find(program *p, fftc_emulator *emulator)
{
    races found = {{false}, {false}};
    fftc_report report;
    ck_assert_int_eq(fftc_emulator_run(emulator, interpret, p, &report, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < report.findings_listed; ++i) {
        const fftc_finding *finding = &report.findings[i];
        if (finding->kind == FFTC_FINDING_RACE_SHARED) {
            found.shared[finding->address] = true;
        } else {
            ck_assert_int_eq(finding->kind, FFTC_FINDING_RACE_MEMORY);
            found.memory[finding->address] = true;
        }
    }
    return found;
}

START_TEST(races_found_are_those_of_the_definition)
{
    testing_random random = testing_random_start("races");
    static uint32_t words[WORDS];
    fftc_memory memory = {
        .name = "words", .data = words, .element_bytes = 4, .element_count = WORDS};
    fftc_emulator *emulators[FFTC_SCHEDULE_COUNT];
    uint32_t racing = 0;
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        fftc_emulation config = {.workgroup_size = SIZE,
                                 .subgroup_size = SUBGROUP,
                                 .workgroup_count = GROUPS,
                                 .shared_words = WORDS,
                                 .schedule = (fftc_schedule)schedule,
                                 .seed = testing_seed(),
                                 .observers = FFTC_OBSERVE_RACES,
                                 .memories = &memory,
                                 .memory_count = 1};
        ck_assert_int_eq(fftc_emulator_create(&config, &emulators[schedule], NULL), FFTC_SUCCESS);
    }
    for (int n = 0; n < PROGRAMS; ++n) {
        program p = random_program(&random);
        races expected = expect(&p);
        for (int w = 0; w < WORDS; ++w) {
            racing += expected.shared[w];
        }
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            races found = find(&p, emulators[schedule]);
            ck_assert_msg(memcmp(&found, &expected, sizeof found) == 0, "program %d, %s", n,
                          fftc_schedule_name((fftc_schedule)schedule));
        }
    }
    /* Races and their absence are both common. */
    ck_assert_uint_gt(racing, PROGRAMS * WORDS / 5);
    ck_assert_uint_lt(racing, PROGRAMS * WORDS * 4 / 5);
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        fftc_emulator_destroy(emulators[schedule]);
    }
}
END_TEST

/* Three programs: from the first epoch on; after so many that all is forgotten, and the first one's
 * epochs come again; and after so many that they would run out in its middle. */
START_TEST(epochs_run_out_same_findings)
{
    testing_random random = testing_random_start("epochs");
    static uint32_t words[WORDS];
    fftc_memory memory = {
        .name = "words", .data = words, .element_bytes = 4, .element_count = WORDS};
    const fftc_emulation config = {.workgroup_size = SIZE,
                                   .subgroup_size = SUBGROUP,
                                   .workgroup_count = GROUPS,
                                   .shared_words = WORDS,
                                   .observers = FFTC_OBSERVE_RACES,
                                   .memories = &memory,
                                   .memory_count = 1};
    for (int n = 0; n < PROGRAMS / 40; ++n) {
        static const uint32_t ages[] = {0, UINT32_MAX / 2, UINT32_MAX - 3 * GROUPS - STEPS};
        fftc_emulator *emulator;
        ck_assert_int_eq(fftc_emulator_create(&config, &emulator, NULL), FFTC_SUCCESS);
        for (int run = 0; run < 3; ++run) {
            program p = random_program(&random);
            races expected = expect(&p);
            fftc_races_age(emulator, ages[run]);
            races found = find(&p, emulator);
            ck_assert_msg(memcmp(&found, &expected, sizeof found) == 0, "program %d, run %d", n,
                          run);
        }
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

TESTING_MAIN("emulate_races", races_found_are_those_of_the_definition, epochs_run_out_same_findings)
