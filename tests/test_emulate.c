/* SPDX-License-Identifier: MIT
 *
 * The emulator's interface: configuration, counts, observers, stacks, storage, replay, failure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/emulate.h"
#include "fftcore/kernel/complex.h"
#include "testing.h"

static fftc_emulator *create(const fftc_emulation *config)
{
    fftc_emulator *emulator = NULL;
    fftc_error error;
    ck_assert_msg(fftc_emulator_create(config, &emulator, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return emulator;
}

static fftc_report run(fftc_emulator *emulator, void (*kernel)(void *user), void *user)
{
    fftc_report report;
    ck_assert_int_eq(fftc_emulator_run(emulator, kernel, user, &report, NULL), FFTC_SUCCESS);
    return report;
}

/* One dispatch of a kernel that must be clean. */
static fftc_report run_once(const fftc_emulation *config, void (*kernel)(void *user), void *user)
{
    fftc_emulator *emulator = create(config);
    fftc_report report = run(emulator, kernel, user);
    char text[1024] = "";
    if (report.findings_listed > 0) {
        (void)fftc_finding_format(&report.findings[0], text, sizeof text);
    }
    ck_assert_msg(report.finding_count == 0, "%s", text);
    fftc_emulator_destroy(emulator);
    return report;
}

/* --- who am I ----------------------------------------------------------------------------------- */

typedef struct {
    uint32_t count;
    uint32_t size;
    uint32_t subgroup;
    uint8_t seen[3][100];
} identity;

static void identify(void *user)
{
    identity *id = user;
    uint32_t i = fftc_invocation_index();
    uint32_t *state = fftc_private();
    ++id->count;
    ++id->seen[fftc_workgroup_index()][i];
    ck_assert_uint_eq(fftc_subgroup_size(), id->subgroup);
    ck_assert_uint_eq(fftc_subgroup_lane(), i % id->subgroup);
    for (int k = 0; k < 5; ++k) {
        ck_assert_uint_eq(state[k], 0);
        state[k] = 1000 * i + (uint32_t)k;
    }
    fftc_workgroup_barrier();
    for (int k = 0; k < 5; ++k) {
        ck_assert_uint_eq(state[k], 1000 * i + (uint32_t)k);
    }
}

START_TEST(emulator_runs_every_invocation_once_with_its_own_storage)
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        for (uint32_t subgroup = 1; subgroup <= 128; subgroup *= 2) {
            fftc_emulation config = {.workgroup_size = 100,
                                     .subgroup_size = subgroup,
                                     .workgroup_count = 3,
                                     .schedule = (fftc_schedule)schedule,
                                     .private_bytes = 20};
            identity id = {.subgroup = subgroup};
            fftc_report report = run_once(&config, identify, &id);
            ck_assert_uint_eq(id.count, 300);
            for (int i = 0; i < 300; ++i) {
                ck_assert_uint_eq(id.seen[i / 100][i % 100], 1);
            }
            ck_assert_uint_eq(report.total.workgroup_barriers, 3);
            ck_assert_uint_eq(report.events, 300);
        }
    }
}
END_TEST

START_TEST(emulator_outside_of_a_run_names_do_nothing)
{
    uint32_t word = 5;
    fftc_workgroup_barrier();
    fftc_workgroup_barrier_buffers();
    fftc_subgroup_barrier();
    fftc_subgroup_sync();
    fftc_shared_set(3, 4);
    fftc_stage_enter(2);
    fftc_memory_store(0, 0, &word);
    fftc_memory_load(0, 0, &word);
    ck_assert_uint_eq(word, 0);
    ck_assert_uint_eq(fftc_shared_get(3) + fftc_invocation_index() + fftc_workgroup_index() +
                          fftc_subgroup_lane() + fftc_subgroup_size(),
                      0);
    ck_assert_uint_eq(fftc_subgroup_shuffle_xor(7, 1) + fftc_subgroup_shuffle_up(7, 1) +
                          fftc_subgroup_shuffle_down(7, 1),
                      0);
    ck_assert_ptr_null(fftc_private());
}
END_TEST

/* --- counts ------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t stride;
    uint32_t modulus;
    uint32_t lanes; /* that take part */
} pattern;

static void load_pattern(void *user)
{
    const pattern *p = user;
    uint32_t i = fftc_invocation_index();
    for (uint32_t k = i; k < 4096; k += 64) {
        fftc_shared_set(k, k);
    }
    fftc_workgroup_barrier();
    fftc_stage_enter(7);
    if (fftc_subgroup_lane() < p->lanes) {
        (void)fftc_shared_get(i * p->stride % p->modulus);
    }
}

START_TEST(emulator_bank_conflicts_are_extra_rounds)
{
    static const struct {
        pattern p;
        uint32_t banks;
        uint32_t bank_bytes;
        uint64_t conflicts; /* of one group of 32 lanes */
    } cases[] = {
        {{1, 4096, 32}, 0, 0, 0},  {{2, 4096, 32}, 0, 0, 1},   {{3, 4096, 32}, 0, 0, 0},
        {{4, 4096, 32}, 0, 0, 3},  {{32, 4096, 32}, 0, 0, 31}, {{33, 4096, 32}, 0, 0, 0},
        {{0, 4096, 32}, 0, 0, 0},  /* one word for all */
        {{1, 16, 32}, 0, 0, 0},    /* two lanes a word */
        {{32, 4096, 3}, 0, 0, 2},  /* three lanes only */
        {{2, 4096, 32}, 64, 0, 0}, /* more banks */
        {{2, 4096, 32}, 0, 8, 0},  /* wider banks */
        {{1, 4096, 32}, 16, 0, 1}, {{32, 4096, 32}, 0, 8, 15},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            for (uint32_t subgroup = 32; subgroup <= 64; subgroup *= 2) {
                fftc_emulation config = {.workgroup_size = 64,
                                         .subgroup_size = subgroup,
                                         .shared_words = 4096,
                                         .bank_count = cases[i].banks,
                                         .bank_bytes = cases[i].bank_bytes,
                                         .schedule = (fftc_schedule)schedule};
                pattern p = cases[i].p;
                fftc_report report = run_once(&config, load_pattern, &p);
                uint64_t groups = subgroup == 64 ? 1 : 2;
                ck_assert_msg(report.stage[7].bank_conflicts == groups * cases[i].conflicts,
                              "case %zu: %lu", i, (unsigned long)report.stage[7].bank_conflicts);
                ck_assert_uint_eq(report.stage[7].shared_loads, groups * p.lanes);
                ck_assert_uint_eq(report.stage[0].shared_stores, 4096);
            }
        }
    }
}
END_TEST

static void load_elements(void *user)
{
    const pattern *p = user;
    uint32_t i = fftc_invocation_index();
    float value[2];
    if (fftc_subgroup_lane() < p->lanes) {
        fftc_memory_load(0, (uint64_t)i * p->stride % p->modulus, &value);
    }
}

START_TEST(emulator_transactions_are_sectors_touched)
{
    static const struct {
        pattern p;
        uint32_t sector;
        uint64_t transactions; /* of two groups of 32 lanes */
        uint64_t ideal;
    } cases[] = {
        {{1, 1024, 32}, 0, 16, 16},    {{2, 1024, 32}, 0, 32, 16}, {{4, 1024, 32}, 0, 64, 16},
        {{8, 1024, 32}, 0, 64, 16},    {{0, 1024, 32}, 0, 2, 2},   {{1, 4, 32}, 0, 2, 2},
        {{1023, 1024, 32}, 0, 18, 16}, /* downwards from 1024: 0, 993 .. 1023; 961 .. 992 */
        {{1, 1024, 1}, 0, 2, 2},       {{1, 1024, 32}, 128, 4, 4}, {{16, 1024, 32}, 128, 64, 4},
        {{1, 1024, 32}, 4, 128, 128}, /* an element is two sectors */
    };
    static float data[2048];
    fftc_memory memory = {.name = "data", .data = data, .element_bytes = 8, .element_count = 1024};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            fftc_emulation config = {.workgroup_size = 64,
                                     .sector_bytes = cases[i].sector,
                                     .schedule = (fftc_schedule)schedule,
                                     .memories = &memory,
                                     .memory_count = 1};
            pattern p = cases[i].p;
            fftc_report report = run_once(&config, load_elements, &p);
            ck_assert_msg(report.total.transactions == cases[i].transactions &&
                              report.total.transactions_ideal == cases[i].ideal,
                          "case %zu: %lu, ideal %lu", i, (unsigned long)report.total.transactions,
                          (unsigned long)report.total.transactions_ideal);
            ck_assert_uint_eq(report.total.memory_loads, 2 * p.lanes);
        }
    }
}
END_TEST

/* Far more accesses between two barriers than requests are kept open; lanes far apart. */
static void load_many(void *user)
{
    uint32_t i = fftc_invocation_index();
    float value[2];
    for (uint32_t k = 0; k < *(const uint32_t *)user; ++k) {
        fftc_memory_load(0, (32 * k + i) % 1024, &value);
    }
}

START_TEST(emulator_long_runs_without_barrier_are_counted)
{
    static float data[2048];
    fftc_memory memory = {.name = "data", .data = data, .element_bytes = 8, .element_count = 1024};
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        uint32_t count = 3000;
        fftc_emulation config = {.workgroup_size = 32,
                                 .schedule = (fftc_schedule)schedule,
                                 .memories = &memory,
                                 .memory_count = 1};
        fftc_report report = run_once(&config, load_many, &count);
        ck_assert_uint_eq(report.total.transactions, 8 * (uint64_t)count);
        ck_assert_uint_eq(report.total.transactions_ideal, 8 * (uint64_t)count);
        ck_assert_uint_eq(report.total.memory_loads, 32 * (uint64_t)count);
    }
    /* Beyond the window lanes are counted apart, never lost. */
    uint32_t count = 70000;
    fftc_emulation config = {.workgroup_size = 32, .memories = &memory, .memory_count = 1};
    fftc_report report = run_once(&config, load_many, &count);
    ck_assert_uint_eq(report.total.memory_loads, 32 * (uint64_t)count);
    ck_assert_uint_ge(report.total.transactions, 8 * (uint64_t)count);
    ck_assert_uint_le(report.total.transactions, 32 * (uint64_t)count);
}
END_TEST

/* --- the caller's observer ---------------------------------------------------------------------- */

typedef struct {
    uint64_t by_kind[7];
    uint64_t hash;
    uint64_t lanes_read;
    const fftc_memory *memory;
    uint32_t last_line;
} seen;

static void see(void *user, const fftc_event *event)
{
    seen *s = user;
    ++s->by_kind[event->kind];
    s->hash =
        (s->hash ^ (event->kind + 8 * event->invocation + 8192 * event->address)) * 0x100000001b3u;
    if (event->memory != NULL) {
        s->memory = event->memory;
        ck_assert_str_eq(event->memory->name, "data");
    }
    if (event->kind == FFTC_EVENT_SHUFFLE) {
        ck_assert_uint_eq(event->address, (event->invocation % 8) ^ 1);
    }
    if (event->kind != FFTC_EVENT_EXIT) {
        ck_assert_ptr_nonnull(strstr(event->site.file, "test_emulate.c"));
        s->last_line = event->site.line;
    }
}

static void everything(void *user)
{
    uint32_t i = fftc_invocation_index();
    float value[2] = {1, 2};
    (void)user;
    fftc_stage_enter(1);
    fftc_shared_set(i, i);
    fftc_workgroup_barrier();
    (void)fftc_shared_get(15 - i);
    fftc_subgroup_sync();
    (void)fftc_subgroup_shuffle_xor(i, 1);
    fftc_subgroup_barrier();
    fftc_memory_store(0, i, &value);
    fftc_memory_load(0, i, &value);
}

static seen watch(fftc_schedule schedule, uint64_t seed, uint32_t observers)
{
    static float data[32];
    fftc_memory memory = {.name = "data", .data = data, .element_bytes = 8, .element_count = 16};
    seen s = {.hash = 1};
    fftc_emulation config = {.workgroup_size = 16,
                             .subgroup_size = 8,
                             .shared_words = 16,
                             .schedule = schedule,
                             .seed = seed,
                             .observers = observers,
                             .memories = &memory,
                             .memory_count = 1,
                             .observer = {see, &s}};
    (void)run_once(&config, everything, NULL);
    return s;
}

START_TEST(emulator_observer_sees_every_event)
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        for (int none = 0; none < 2; ++none) {
            seen s = watch((fftc_schedule)schedule, 1, none ? FFTC_OBSERVE_NONE : 0);
            ck_assert_uint_eq(s.by_kind[FFTC_EVENT_LOAD], 32);
            ck_assert_uint_eq(s.by_kind[FFTC_EVENT_STORE], 32);
            ck_assert_uint_eq(s.by_kind[FFTC_EVENT_WORKGROUP_BARRIER], 16);
            ck_assert_uint_eq(s.by_kind[FFTC_EVENT_SUBGROUP_BARRIER], 32);
            ck_assert_uint_eq(s.by_kind[FFTC_EVENT_SHUFFLE], 16);
            ck_assert_uint_eq(s.by_kind[FFTC_EVENT_STAGE], 16);
            ck_assert_uint_eq(s.by_kind[FFTC_EVENT_EXIT], 16);
            ck_assert_ptr_nonnull(s.memory);
        }
    }
}
END_TEST

START_TEST(emulator_same_seed_replays_other_seed_differs)
{
    static const fftc_schedule seeded[] = {FFTC_SCHEDULE_RANDOM, FFTC_SCHEDULE_AHEAD,
                                           FFTC_SCHEDULE_INDEPENDENT_LANES};
    for (size_t i = 0; i < 3; ++i) {
        uint32_t different = 0;
        for (uint64_t seed = 0; seed < 8; ++seed) {
            seen s = watch(seeded[i], seed, 0);
            ck_assert_uint_eq(s.hash, watch(seeded[i], seed, 0).hash);
            /* Observers do not change the execution. */
            ck_assert_uint_eq(s.hash, watch(seeded[i], seed, FFTC_OBSERVE_NONE).hash);
            different += s.hash != watch(seeded[i], seed + 1, 0).hash;
        }
        ck_assert_uint_ge(different, 4);
    }
    ck_assert_uint_ne(watch(FFTC_SCHEDULE_ROUND_ROBIN, 0, 0).hash,
                      watch(FFTC_SCHEDULE_REVERSE, 0, 0).hash);
    ck_assert_uint_ne(watch(FFTC_SCHEDULE_ROUND_ROBIN, 0, 0).hash,
                      watch(FFTC_SCHEDULE_LOCK_STEP, 0, 0).hash);
}
END_TEST

/* --- accessors name their caller ---------------------------------------------------------------- */

static fftc_complex(fftc_get)(fftc_uint index);
static void(fftc_set)(fftc_uint index, fftc_complex value);
static uint32_t caller_line;

static fftc_complex(fftc_get)(fftc_uint index)
{
    fftc_complex value;
    fftc_memory_load(0, index, &value);
    return value;
}

/* One accessor over another. */
static fftc_complex offset_get(fftc_uint index)
{
    return fftc_get(index + 100);
}
#define offset_get(index) FFTC_AT_CALLER(offset_get(index))

static void(fftc_set)(fftc_uint index, fftc_complex value)
{
    fftc_memory_store(0, index, &value);
}

static void access_beyond(void *user)
{
    uint32_t which = *(const uint32_t *)user;
    fftc_complex value = {0, 0};
    if (which == 0) {
        (caller_line = __LINE__, value = fftc_get(100));
    } else if (which == 1) {
        (caller_line = __LINE__, fftc_set(100, value));
    } else {
        (caller_line = __LINE__, value = offset_get(0));
    }
    fftc_set(0, value);
}

START_TEST(emulator_finding_names_the_line_that_calls_the_accessor)
{
    static float data[32];
    fftc_memory memory = {.name = "data", .data = data, .element_bytes = 8, .element_count = 16};
    for (uint32_t which = 0; which < 3; ++which) {
        fftc_emulation config = {.workgroup_size = 1, .memories = &memory, .memory_count = 1};
        fftc_emulator *emulator = create(&config);
        fftc_report report = run(emulator, access_beyond, &which);
        ck_assert_uint_eq(report.finding_count, 1);
        ck_assert_uint_eq(report.findings[0].first.site.line, caller_line);
        ck_assert_uint_eq(report.findings[0].address, 100);
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* --- stacks ------------------------------------------------------------------------------------- */

static uint32_t deepen(uint32_t depth)
{
    volatile char used[512];
    used[depth % 512] = (char)depth;
    fftc_shared_set(0, depth);
    return depth == 0 ? 0 : deepen(depth - 1) + (used[depth % 512] == (char)depth);
}

static void recurse(void *user)
{
    if (fftc_invocation_index() == *(const uint32_t *)user) {
        (void)deepen(100000);
    }
    fftc_workgroup_barrier();
}

START_TEST(emulator_stack_nearly_full_ends_the_invocation)
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        fftc_emulation config = {.workgroup_size = 8,
                                 .shared_words = 1,
                                 .schedule = (fftc_schedule)schedule,
                                 .observers = FFTC_OBSERVE_BOUNDS};
        fftc_emulator *emulator = create(&config);
        for (uint32_t which = 0; which < 8; which += 7) {
            fftc_report report = run(emulator, recurse, &which);
            ck_assert_uint_eq(report.finding_count, 1);
            ck_assert_int_eq(report.findings[0].kind, FFTC_FINDING_STACK_OVERFLOW);
            ck_assert_uint_eq(report.findings[0].first.invocation, which);
        }
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* --- emulators do not meet ---------------------------------------------------------------------- */

static void increment(void *user)
{
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, i);
    fftc_workgroup_barrier();
    ((uint32_t *)user)[i] += fftc_shared_get(3 - i);
}

static void run_inner(void *user)
{
    fftc_emulation config = {.workgroup_size = 4, .shared_words = 4};
    uint32_t sums[4] = {0};
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, 1);
    (void)run_once(&config, increment, sums);
    ck_assert_uint_eq(sums[1], 2);
    fftc_workgroup_barrier();
    *(uint32_t *)user += fftc_shared_get(1 - i);
}

START_TEST(emulator_inside_a_kernel_runs)
{
    fftc_emulation config = {.workgroup_size = 2, .shared_words = 2};
    uint32_t sum = 0;
    (void)run_once(&config, run_inner, &sum);
    ck_assert_uint_eq(sum, 2);
}
END_TEST

static void run_itself(void *user)
{
    fftc_error error;
    ck_assert_int_eq(fftc_emulator_run(user, increment, NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
}

START_TEST(emulator_run_within_its_own_run_refused)
{
    fftc_emulation config = {.workgroup_size = 1};
    fftc_emulator *emulator = create(&config);
    (void)run(emulator, run_itself, emulator);
    fftc_emulator_destroy(emulator);
}
END_TEST

/* --- configuration ------------------------------------------------------------------------------ */

START_TEST(emulator_bad_configuration_refused)
{
    static char byte;
    const fftc_memory no_size = {.data = &byte, .element_count = 1};
    const fftc_memory no_data = {.element_bytes = 1, .element_count = 1};
    const fftc_memory huge = {
        .data = &byte, .element_bytes = (size_t)1 << 40, .element_count = (uint64_t)1 << 40};
    const struct {
        fftc_emulation config;
        fftc_status status;
        const char *message;
    } cases[] = {
        {{.workgroup_size = 0}, FFTC_INVALID_ARGUMENT, "workgroup_size"},
        {{.workgroup_size = 4097}, FFTC_INVALID_ARGUMENT, "workgroup_size"},
        {{.workgroup_size = 1, .subgroup_size = 3}, FFTC_INVALID_ARGUMENT, "power of two"},
        {{.workgroup_size = 1, .subgroup_size = 256}, FFTC_INVALID_ARGUMENT, "subgroup_size"},
        {{.workgroup_size = 1, .schedule = (fftc_schedule)6}, FFTC_INVALID_ARGUMENT, "schedule"},
        {{.workgroup_size = 1, .observers = 0x20}, FFTC_INVALID_ARGUMENT, "observers"},
        {{.workgroup_size = 1, .bank_count = 65}, FFTC_INVALID_ARGUMENT, "banks"},
        {{.workgroup_size = 1, .bank_bytes = 2}, FFTC_INVALID_ARGUMENT, "banks"},
        {{.workgroup_size = 1, .memory_count = 1}, FFTC_INVALID_ARGUMENT, "memories"},
        {{.workgroup_size = 1, .memories = &no_size, .memory_count = 1},
         FFTC_INVALID_ARGUMENT,
         "element_bytes"},
        {{.workgroup_size = 1, .memories = &no_data, .memory_count = 1},
         FFTC_INVALID_ARGUMENT,
         "data"},
        {{.workgroup_size = 1, .memories = &huge, .memory_count = 1}, FFTC_TOO_LARGE, "element"},
    };
    fftc_error error;
    fftc_emulator *emulator = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ck_assert_int_eq(fftc_emulator_create(&cases[i].config, &emulator, &error),
                         cases[i].status);
        ck_assert_msg(strstr(error.message, cases[i].message) != NULL, "%s", error.message);
        ck_assert_ptr_null(emulator);
    }
    ck_assert_int_eq(fftc_emulator_create(NULL, &emulator, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_emulator_create(&cases[0].config, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_emulator_set_schedule(NULL, FFTC_SCHEDULE_RANDOM, 1, &error),
                     FFTC_INVALID_ARGUMENT);
    emulator = create(&(fftc_emulation){.workgroup_size = 1});
    ck_assert_int_eq(fftc_emulator_set_schedule(emulator, (fftc_schedule)-1, 1, &error),
                     FFTC_INVALID_ARGUMENT);
    fftc_emulator_destroy(emulator);
    ck_assert_int_eq(fftc_emulator_run(NULL, increment, NULL, NULL, NULL), FFTC_INVALID_ARGUMENT);
    fftc_emulator_destroy(NULL);
}
END_TEST

START_TEST(emulator_names_are_distinct)
{
    for (int i = 0; i < FFTC_SCHEDULE_COUNT; ++i) {
        for (int j = 0; j < i; ++j) {
            ck_assert_str_ne(fftc_schedule_name((fftc_schedule)i),
                             fftc_schedule_name((fftc_schedule)j));
        }
    }
    for (int i = 0; i < FFTC_FINDING_KIND_COUNT; ++i) {
        for (int j = 0; j < i; ++j) {
            ck_assert_str_ne(fftc_finding_kind_name((fftc_finding_kind)i),
                             fftc_finding_kind_name((fftc_finding_kind)j));
        }
    }
    ck_assert_ptr_null(fftc_schedule_name((fftc_schedule)FFTC_SCHEDULE_COUNT));
    ck_assert_ptr_null(fftc_finding_kind_name((fftc_finding_kind)FFTC_FINDING_KIND_COUNT));
}
END_TEST

/* --- allocation failure ------------------------------------------------------------------------- */

typedef struct {
    int64_t left; /* allocations that succeed */
    int64_t live;
} budget;

static void *budget_allocate(void *user, size_t bytes, size_t alignment)
{
    budget *b = user;
    void *memory;
    if (b->left == 0) {
        return NULL;
    }
    --b->left;
    memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    b->live += memory != NULL;
    return memory;
}

static void budget_release(void *user, void *memory)
{
    --((budget *)user)->live;
    free(memory);
}

START_TEST(emulator_every_allocation_failure_is_reported_without_leak)
{
    static float data[64];
    fftc_memory memory = {.name = "data", .data = data, .element_bytes = 4, .element_count = 64};
    int failures = 0;
    for (int64_t allowed = 0;; ++allowed) {
        budget b = {.left = allowed};
        fftc_allocator allocator = {budget_allocate, budget_release, &b};
        fftc_emulation config = {.workgroup_size = 4,
                                 .shared_words = 4,
                                 .private_bytes = 1,
                                 .memories = &memory,
                                 .memory_count = 1,
                                 .allocator = &allocator};
        fftc_emulator *emulator = NULL;
        fftc_error error;
        uint32_t sums[4] = {0};
        fftc_status status = fftc_emulator_create(&config, &emulator, &error);
        if (status == FFTC_SUCCESS) {
            b.left = 0; /* a run needs none */
            (void)run(emulator, increment, sums);
            ck_assert_uint_eq(sums[0], 3);
            fftc_emulator_destroy(emulator);
            ck_assert_int_eq(b.live, 0);
            break;
        }
        ck_assert_int_eq(status, FFTC_OUT_OF_MEMORY);
        ck_assert_uint_gt(strlen(error.message), 0);
        ck_assert_int_eq(b.live, 0);
        ++failures;
    }
    ck_assert_int_ge(failures, 10);
}
END_TEST

START_TEST(emulator_workgroup_fft_allocation_failure_leaves_data)
{
    fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 3};
    fftc_status status = FFTC_OUT_OF_MEMORY;
    for (int64_t allowed = 0; status != FFTC_SUCCESS; ++allowed) {
        budget b = {.left = allowed};
        fftc_allocator allocator = {budget_allocate, budget_release, &b};
        fftc_emulation config = {.allocator = &allocator};
        float data[32];
        for (int i = 0; i < 32; ++i) {
            data[i] = (float)i;
        }
        status = fftc_workgroup_fft_emulate(&fft, &config, data, NULL, NULL, NULL, 0, NULL);
        ck_assert(status == FFTC_SUCCESS || status == FFTC_OUT_OF_MEMORY);
        ck_assert(status == FFTC_SUCCESS || (data[0] == 0.0f && data[31] == 31.0f));
        ck_assert_int_eq(b.live, 0);
    }
}
END_TEST

TESTING_MAIN("emulate", emulator_runs_every_invocation_once_with_its_own_storage,
             emulator_outside_of_a_run_names_do_nothing, emulator_bank_conflicts_are_extra_rounds,
             emulator_transactions_are_sectors_touched,
             emulator_long_runs_without_barrier_are_counted, emulator_observer_sees_every_event,
             emulator_same_seed_replays_other_seed_differs,
             emulator_finding_names_the_line_that_calls_the_accessor,
             emulator_stack_nearly_full_ends_the_invocation, emulator_inside_a_kernel_runs,
             emulator_run_within_its_own_run_refused, emulator_bad_configuration_refused,
             emulator_names_are_distinct,
             emulator_every_allocation_failure_is_reported_without_leak,
             emulator_workgroup_fft_allocation_failure_leaves_data)
