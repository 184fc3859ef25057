/* SPDX-License-Identifier: MIT
 *
 * What the emulator counts, and what it tells an observer.
 */
#include <stdlib.h>
#include <string.h>

#include "emulate_testing.h"
#include "fftcore/emulate_plan.h"

/* --- counts ----------------------------------------------------------------------------------- */

typedef struct {
    uint32_t stride;
    uint32_t modulus;
    uint32_t lanes; /* how many lanes take part */
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
                fftc_report report = emulate_once(&config, load_pattern, &p);
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
            fftc_report report = emulate_once(&config, load_elements, &p);
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
        fftc_report report = emulate_once(&config, load_many, &count);
        ck_assert_uint_eq(report.total.transactions, 8 * (uint64_t)count);
        ck_assert_uint_eq(report.total.transactions_ideal, 8 * (uint64_t)count);
        ck_assert_uint_eq(report.total.memory_loads, 32 * (uint64_t)count);
    }
    /* Beyond the window lanes are counted apart, never lost. */
    uint32_t count = 70000;
    fftc_emulation config = {.workgroup_size = 32, .memories = &memory, .memory_count = 1};
    fftc_report report = emulate_once(&config, load_many, &count);
    ck_assert_uint_eq(report.total.memory_loads, 32 * (uint64_t)count);
    ck_assert_uint_ge(report.total.transactions, 8 * (uint64_t)count);
    ck_assert_uint_le(report.total.transactions, 32 * (uint64_t)count);
}
END_TEST

/* --- the caller's observer -------------------------------------------------------------------- */

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
        ck_assert_ptr_nonnull(strstr(event->site.file, "test_emulate_observe.c"));
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
    (void)emulate_once(&config, everything, NULL);
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

/* --- an observer that runs emulators itself -------------------------------------------------- */

typedef struct {
    uint64_t events, at; /* run what `inner` says then, unless NULL */
    void (*inner)(void);
} interruption;

static void interrupt(void *user, const fftc_event *event)
{
    interruption *i = user;
    (void)event;
    if (i->events++ == i->at && i->inner != NULL) {
        i->inner();
    }
}

static void run_fft(uint32_t elements_log2, uint32_t workgroup_log2, interruption *i, float *data)
{
    fftc_workgroup_fft fft = {.elements_log2 = elements_log2, .workgroup_log2 = workgroup_log2};
    fftc_emulation config = {.stack_bytes = 1u << 20, .observer = {i ? interrupt : NULL, i}};
    fftc_report report;
    ck_assert_int_eq(fftc_workgroup_fft_emulate(&fft, &config, data, NULL, &report, NULL, 0, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, 0);
}

static void run_plan(size_t n, interruption *i, const float *src, float *dst)
{
    fftc_transform transform = {.length = {n}};
    fftc_emulation config = {.observer = {i ? interrupt : NULL, i}};
    fftc_emulated_device device = {.config = &config};
    fftc_arrays arrays = {.src = src, .dst = dst};
    fftc_emulated_report report;
    ck_assert_int_eq(fftc_emulate_plan(&transform, &device, &arrays, &report, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, 0);
}

static void inner_fft(void)
{
    float data[2 * 64] = {1.0F};
    run_fft(2, 4, NULL, data);
    for (int i = 0; i < 64; ++i) {
        ck_assert(data[2 * i] == 1.0F && data[2 * i + 1] == 0.0F);
    }
}

static void inner_plan(void)
{
    float src[2 * 24] = {1.0F};
    float dst[2 * 24];
    run_plan(24, NULL, src, dst);
    for (int i = 0; i < 24; ++i) {
        ck_assert(dst[2 * i] == 1.0F && dst[2 * i + 1] == 0.0F);
    }
}

START_TEST(emulator_observer_may_run_another)
{
    static void (*const inner[])(void) = {inner_fft, inner_plan};
    float src[2 * 64];
    for (int i = 0; i < 128; ++i) {
        src[i] = (float)(i * 37 % 101);
    }
    for (int plan = 0; plan < 2; ++plan) {
        float results[3][2 * 64];
        for (int k = 0; k < 3; ++k) {
            interruption i = {.at = 40, .inner = k == 0 ? NULL : inner[k - 1]};
            memcpy(results[k], src, sizeof src);
            if (plan) {
                run_plan(64, &i, src, results[k]);
            } else {
                run_fft(1, 5, &i, results[k]);
            }
            ck_assert_uint_gt(i.events, i.at);
            ck_assert_mem_eq(results[k], results[0], sizeof src);
        }
    }
}
END_TEST

TESTING_MAIN("emulate_observe", emulator_bank_conflicts_are_extra_rounds,
             emulator_transactions_are_sectors_touched,
             emulator_long_runs_without_barrier_are_counted, emulator_observer_sees_every_event,
             emulator_same_seed_replays_other_seed_differs, emulator_observer_may_run_another)
