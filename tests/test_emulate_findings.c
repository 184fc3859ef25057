/* SPDX-License-Identifier: MIT
 *
 * Every kind of finding, on a kernel with that fault and on the same kernel without it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulate_testing.h"
#include "faulty_kernels.h"

enum { SEEDS = 5 };

typedef struct {
    const char *name;
    void (*kernel)(void *user);
    fftc_finding_kind kind;
    const char *memory;
    int sides;
    uint32_t also; /* kinds that the same fault may show as well, as bits */
    bool only_independent_lanes;
} faulty_kernel;

#define KIND(kind) (1u << FFTC_FINDING_##kind)

static const faulty_kernel faults[] = {
    {"race_shared", race_shared, FFTC_FINDING_RACE_SHARED, "shared", 2, 0, false},
    {"race_shared_store_after_load", race_shared_store_after_load, FFTC_FINDING_RACE_SHARED,
     "shared", 2, 0, false},
    {"race_shared_two_stores", race_shared_two_stores, FFTC_FINDING_RACE_SHARED, "shared", 2, 0,
     false},
    {"race_subgroup_scope", race_subgroup_scope, FFTC_FINDING_RACE_SHARED, "shared", 2, 0, false},
    {"race_across_subgroups", race_across_subgroups, FFTC_FINDING_RACE_SHARED, "shared", 2,
     KIND(UNINITIALIZED), false},
    {"uninitialized", uninitialized, FFTC_FINDING_UNINITIALIZED, "shared", 1, 0, false},
    {"out_of_bounds_shared_load", out_of_bounds_shared_load, FFTC_FINDING_OUT_OF_BOUNDS, "shared",
     1, 0, false},
    {"out_of_bounds_shared_store", out_of_bounds_shared_store, FFTC_FINDING_OUT_OF_BOUNDS, "shared",
     1, 0, false},
    {"race_memory", race_memory, FFTC_FINDING_RACE_MEMORY, "words", 2, 0, false},
    {"race_memory_store_after_load", race_memory_store_after_load, FFTC_FINDING_RACE_MEMORY,
     "words", 2, 0, false},
    {"race_across_workgroups", race_across_workgroups, FFTC_FINDING_RACE_MEMORY, "words", 2, 0,
     false},
    {"out_of_bounds_memory_load", out_of_bounds_memory_load, FFTC_FINDING_OUT_OF_BOUNDS, "words", 1,
     0, false},
    {"out_of_bounds_memory_store", out_of_bounds_memory_store, FFTC_FINDING_OUT_OF_BOUNDS, "words",
     1, 0, false},
    {"store_to_read_only", store_to_read_only, FFTC_FINDING_OUT_OF_BOUNDS, "constants", 1, 0,
     false},
    {"diverged_missing", diverged_missing, FFTC_FINDING_BARRIER_DIVERGED, NULL, 2, 0, false},
    {"diverged_sites", diverged_sites, FFTC_FINDING_BARRIER_DIVERGED, NULL, 2, 0, false},
    {"diverged_subgroup", diverged_subgroup, FFTC_FINDING_BARRIER_DIVERGED, NULL, 2, 0, false},
    {"inactive_lane", inactive_lane, FFTC_FINDING_SHUFFLE_INACTIVE, NULL, 2, 0, false},
    {"exited_lane", exited_lane, FFTC_FINDING_SHUFFLE_INACTIVE, NULL, 2, 0, false},
    {"missing_lane", missing_lane, FFTC_FINDING_SHUFFLE_INACTIVE, NULL, 1, 0, false},
    {"scan", scan, FFTC_FINDING_SHUFFLE_UNORDERED, NULL, 2, 0, true},
};
enum { FAULTS = sizeof faults / sizeof *faults };

static uint32_t words[256];
static uint32_t constants[256];
static const fftc_memory memories[] = {
    {.name = "words", .data = words, .element_bytes = 4, .element_count = 256},
    {.name = "constants",
     .data = constants,
     .element_bytes = 4,
     .element_count = 256,
     .read_only = true}};

static fftc_emulation configuration(fftc_schedule schedule, uint64_t seed)
{
    fftc_emulation config = {.workgroup_size = 64,
                             .workgroup_count = 4,
                             .shared_words = 128,
                             .schedule = schedule,
                             .seed = seed,
                             .memories = memories,
                             .memory_count = 2};
    return config;
}

static void execute(fftc_emulator *emulator, const faulty_kernel *fault, faulty_run *run,
                    fftc_report *report)
{
    memset(words, 0, sizeof words);
    ck_assert_int_eq(fftc_emulator_run(emulator, fault->kernel, run, report, NULL), FFTC_SUCCESS);
}

static const char *describe(const fftc_report *report)
{
    static char text[8192];
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < report->findings_listed && at < sizeof text - 1024; ++i) {
        at += (size_t)fftc_finding_format(&report->findings[i], text + at, sizeof text - at);
        at += (size_t)snprintf(text + at, sizeof text - at, "\n");
    }
    return text;
}

static bool names_lines(const fftc_finding *finding, const faulty_kernel *fault,
                        const faulty_run *run)
{
    uint32_t first = finding->first.site.line;
    uint32_t second = finding->second.site.line;
    if (fault->sides == 1) {
        return first == run->line[0] && finding->second.site.file == NULL;
    }
    return (first == run->line[0] && second == run->line[1]) ||
           (first == run->line[1] && second == run->line[0]);
}

static bool same_memory(const char *x, const char *y)
{
    return x == y || (x != NULL && y != NULL && strcmp(x, y) == 0);
}

static bool is_expected(const fftc_finding *finding, const faulty_kernel *fault,
                        const faulty_run *run)
{
    return finding->kind == fault->kind && same_memory(finding->memory, fault->memory) &&
           names_lines(finding, fault, run) && strstr(finding->first.site.file, "faulty_kernels.h");
}

static void check_findings(const faulty_kernel *fault, const faulty_run *run,
                           const fftc_report *report, const fftc_emulation *config)
{
    bool found = false;
    for (size_t i = 0; i < report->findings_listed; ++i) {
        const fftc_finding *finding = &report->findings[i];
        uint32_t allowed = fault->also | 1u << fault->kind;
        ck_assert_msg((allowed >> finding->kind & 1) != 0, "%s, %s: %s", fault->name,
                      fftc_schedule_name(config->schedule), describe(report));
        ck_assert(finding->schedule == config->schedule && finding->seed == config->seed);
        found = found || is_expected(finding, fault, run);
    }
    ck_assert_msg(found, "%s, %s, lines %u and %u: %s", fault->name,
                  fftc_schedule_name(config->schedule), run->line[0], run->line[1],
                  describe(report));
}

static void set_schedule(fftc_emulator *emulator, fftc_emulation *config, int schedule,
                         uint64_t seed)
{
    config->schedule = (fftc_schedule)schedule;
    config->seed = seed;
    ck_assert_int_eq(fftc_emulator_set_schedule(emulator, config->schedule, seed, NULL),
                     FFTC_SUCCESS);
}

START_TEST(finding_of_every_fault_names_both_lines)
{
    fftc_emulation config = configuration(FFTC_SCHEDULE_ROUND_ROBIN, 0);
    fftc_emulator *emulator = emulate_create(&config);
    for (int f = 0; f < FAULTS; ++f) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            if (faults[f].only_independent_lanes && schedule != FFTC_SCHEDULE_INDEPENDENT_LANES) {
                continue;
            }
            for (uint64_t seed = 0; seed < SEEDS; ++seed) {
                faulty_run run = {.faulty = true};
                fftc_report report;
                set_schedule(emulator, &config, schedule, seed);
                execute(emulator, &faults[f], &run, &report);
                check_findings(&faults[f], &run, &report, &config);
            }
        }
    }
    fftc_emulator_destroy(emulator);
}
END_TEST

START_TEST(finding_none_on_correct_kernels_and_same_bits)
{
    fftc_emulation config = configuration(FFTC_SCHEDULE_ROUND_ROBIN, 0);
    fftc_emulator *emulator = emulate_create(&config);
    for (int f = 0; f < FAULTS; ++f) {
        faulty_run first = {.faulty = false};
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            for (uint64_t seed = 0; seed < SEEDS; ++seed) {
                faulty_run run = {.faulty = false};
                fftc_report report;
                set_schedule(emulator, &config, schedule, seed);
                execute(emulator, &faults[f], &run, &report);
                ck_assert_msg(report.finding_count == 0, "%s, %s: %s", faults[f].name,
                              fftc_schedule_name(config.schedule), describe(&report));
                if (schedule == 0 && seed == 0) {
                    first = run;
                }
                ck_assert_msg(memcmp(first.result, run.result, sizeof run.result) == 0, "%s",
                              faults[f].name);
            }
        }
    }
    fftc_emulator_destroy(emulator);
}
END_TEST

static void returns_early(void *user)
{
    const bool *after = user;
    if (fftc_invocation_index() >= 40) {
        if (*after) {
            fftc_shared_set(fftc_invocation_index(), 1u);
        }
        return;
    }
    fftc_workgroup_barrier();
}

START_TEST(finding_says_that_an_invocation_has_returned)
{
    for (int i = 0; i < 2; ++i) {
        bool after = i == 1;
        char text[512];
        fftc_emulation config = configuration(FFTC_SCHEDULE_ROUND_ROBIN, 0);
        fftc_emulator *emulator = emulate_create(&config);
        fftc_report report = emulate_run(emulator, returns_early, &after);
        ck_assert_uint_eq(report.findings_listed, 1);
        const fftc_finding *finding = &report.findings[0];
        ck_assert(!finding->first.returned && finding->second.returned);
        ck_assert_uint_eq(finding->second.invocation, 40);
        ck_assert((finding->second.site.file != NULL) == after);
        (void)fftc_finding_format(finding, text, sizeof text);
        ck_assert_msg(strstr(text, "invocation 40") != NULL, "%s", text);
        ck_assert_msg(strstr(text, after ? "has returned after test_emulate_findings.c:"
                                         : "which has returned,") != NULL,
                      "%s", text);
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* The lines are those of the calls; LINE could be wrong in the same way as the macros. */
START_TEST(finding_lines_are_those_of_the_source)
{
    fftc_emulation config = configuration(FFTC_SCHEDULE_ROUND_ROBIN, 0);
    fftc_emulator *emulator = emulate_create(&config);
    faulty_run run = {.faulty = true};
    fftc_report report;
    char line[256];
    uint32_t number = 0;
    const fftc_party *store;
    FILE *source;
    execute(emulator, &faults[0], &run, &report);
    ck_assert_uint_ge(report.findings_listed, 1);
    store = report.findings[0].first.store ? &report.findings[0].first : &report.findings[0].second;
    source = fopen(FAULTY_KERNELS, "r");
    ck_assert_ptr_nonnull(source);
    while (number < store->site.line) {
        ck_assert_ptr_nonnull(fgets(line, sizeof line, source));
        ++number;
    }
    fclose(source);
    ck_assert_ptr_nonnull(strstr(line, "fftc_shared_set(i, i + 7)"));
    fftc_emulator_destroy(emulator);
}
END_TEST

START_TEST(finding_scan_without_sync_found_for_every_seed_and_size)
{
    for (uint32_t size = 2; size <= 64; size *= 2) {
        fftc_emulation config = configuration(FFTC_SCHEDULE_INDEPENDENT_LANES, 0);
        fftc_emulator *emulator;
        config.subgroup_size = size;
        emulator = emulate_create(&config);
        for (uint64_t seed = 0; seed < 100; ++seed) {
            faulty_run run = {.faulty = true};
            faulty_run correct = {.faulty = false};
            fftc_report report;
            set_schedule(emulator, &config, FFTC_SCHEDULE_INDEPENDENT_LANES, seed);
            execute(emulator, &faults[FAULTS - 1], &run, &report);
            ck_assert_uint_gt(report.finding_count, 0);
            execute(emulator, &faults[FAULTS - 1], &correct, &report);
            ck_assert_uint_eq(report.finding_count, 0);
            /* The fault is not only reported: the values come out wrong, as they did on the
             * device. */
            ck_assert(memcmp(run.result, correct.result, sizeof run.result) != 0);
        }
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

START_TEST(finding_disabled_observer_reports_nothing)
{
    static const uint32_t observer_of[FFTC_FINDING_KIND_COUNT] = {
        FFTC_OBSERVE_RACES,           FFTC_OBSERVE_RACES,
        FFTC_OBSERVE_SYNCHRONIZATION, FFTC_OBSERVE_SYNCHRONIZATION,
        FFTC_OBSERVE_SYNCHRONIZATION, FFTC_OBSERVE_UNINITIALIZED,
        FFTC_OBSERVE_BOUNDS,          FFTC_OBSERVE_NONE};
    for (int f = 0; f < FAULTS; ++f) {
        for (int none = 0; none < 2; ++none) {
            fftc_emulation config = configuration(FFTC_SCHEDULE_INDEPENDENT_LANES, 3);
            fftc_emulator *emulator;
            faulty_run run = {.faulty = true};
            fftc_report report;
            config.observers = none ? (uint32_t)FFTC_OBSERVE_NONE
                                    : FFTC_OBSERVE_ALL & ~observer_of[faults[f].kind];
            emulator = emulate_create(&config);
            execute(emulator, &faults[f], &run, &report);
            for (size_t i = 0; i < report.findings_listed; ++i) {
                ck_assert_int_eq(none, 0);
                ck_assert_int_ne(report.findings[i].kind, faults[f].kind);
            }
            fftc_emulator_destroy(emulator);
        }
    }
}
END_TEST

START_TEST(finding_repeats_are_counted_not_listed)
{
    fftc_emulation config = configuration(FFTC_SCHEDULE_ROUND_ROBIN, 0);
    fftc_emulator *emulator = emulate_create(&config);
    faulty_run run = {.faulty = true};
    fftc_report report;
    execute(emulator, &faults[0], &run, &report);
    /* Round robin: invocations below 32 load before their partners store, the others after. The two
     * sites are the same either way round, but first and second are not. */
    ck_assert_uint_eq(report.finding_count, 4 * 64);
    ck_assert_uint_le(report.findings_listed, 2);
    uint64_t counted = 0;
    for (size_t i = 0; i < report.findings_listed; ++i) {
        counted += 1 + report.findings[i].repeats;
    }
    ck_assert_uint_eq(counted, report.finding_count);
    fftc_emulator_destroy(emulator);
}
END_TEST

START_TEST(finding_limit_counts_the_rest)
{
    fftc_emulation config = configuration(FFTC_SCHEDULE_RANDOM, 1);
    fftc_emulator *emulator;
    faulty_run run = {.faulty = true};
    fftc_report report;
    config.findings_limit = 1;
    emulator = emulate_create(&config);
    execute(emulator, &faults[0], &run, &report);
    ck_assert_uint_eq(report.findings_listed, 1);
    ck_assert_uint_gt(report.finding_count, report.findings[0].repeats + 1);
    fftc_emulator_destroy(emulator);
}
END_TEST

START_TEST(finding_format_names_everything)
{
    fftc_emulation config = configuration(FFTC_SCHEDULE_REVERSE, 42);
    fftc_emulator *emulator = emulate_create(&config);
    faulty_run run = {.faulty = true};
    fftc_report report;
    char text[1024];
    char part[64];
    execute(emulator, &faults[0], &run, &report);
    ck_assert_uint_ge(report.findings_listed, 1);
    ck_assert_int_lt(fftc_finding_format(&report.findings[0], text, sizeof text), sizeof text);
    for (int i = 0; i < 2; ++i) {
        (void)snprintf(part, sizeof part, "at faulty_kernels.h:%u", run.line[i]);
        ck_assert_msg(strstr(text, part) != NULL, "%s", text);
    }
    (void)snprintf(part, sizeof part, "shared[%u]", (unsigned)report.findings[0].address);
    ck_assert_msg(strstr(text, part) != NULL, "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "shared-race"));
    ck_assert_ptr_nonnull(strstr(text, "store by invocation"));
    ck_assert_ptr_nonnull(strstr(text, "load by invocation"));
    ck_assert_ptr_nonnull(strstr(text, "subgroup 1, lane "));
    ck_assert_ptr_nonnull(strstr(text, "schedule reverse, seed 42"));
    ck_assert_ptr_null(strchr(text, '\n'));
    ck_assert_int_gt(fftc_finding_format(&report.findings[0], part, 8), 8);
    ck_assert_uint_eq(strlen(part), 7);
    fftc_emulator_destroy(emulator);
}
END_TEST

/* --- stages */

/* Each workgroup stores to one element, the same for all, in a stage of its own, and then goes
 * on. */
static void stages_of_two_workgroups(void *user)
{
    uint32_t word = 1;
    (void)user;
    if (fftc_invocation_index() == 0) {
        fftc_stage_enter(3 + 4 * fftc_workgroup_index());
        fftc_memory_store(0, 0, &word);
        fftc_stage_enter(20);
    }
}

/* Loads in stage 3 and goes on to 5, while the other one comes to its store in stage 4. */
static void stages_within_a_workgroup(void *user)
{
    uint32_t i = fftc_invocation_index();
    (void)user;
    fftc_shared_set(i, i);
    fftc_workgroup_barrier();
    if (i == 0) {
        fftc_stage_enter(3);
        (void)fftc_shared_get(0);
        fftc_stage_enter(5);
    } else if (i == 63) {
        fftc_stage_enter(4);
        for (int times = 0; times < 8; ++times) {
            (void)fftc_shared_get(63);
        }
        fftc_shared_set(0, 7);
    }
}

/* One of many that loaded has returned, so that its subgroup's barrier does not order its load. */
static void stages_of_a_returned_lane(void *user)
{
    uint32_t i = fftc_invocation_index();
    (void)user;
    fftc_shared_set(i, i);
    fftc_workgroup_barrier();
    if (i >= 32) {
        return;
    }
    fftc_stage_enter(3);
    if (i != 0) {
        (void)fftc_shared_get(0);
    }
    fftc_stage_enter(5);
    if (i == 7) {
        return;
    }
    fftc_subgroup_barrier();
    if (i == 0) {
        fftc_stage_enter(4);
        fftc_shared_set(0, 7);
    }
}

static fftc_finding only_finding(fftc_schedule schedule, void (*kernel)(void *user),
                                 uint32_t workgroups)
{
    fftc_emulation config = configuration(schedule, 3);
    config.workgroup_count = workgroups;
    fftc_emulator *emulator = emulate_create(&config);
    fftc_report report = emulate_run(emulator, kernel, NULL);
    ck_assert_msg(report.finding_count == 1, "%s: %s", fftc_schedule_name(schedule),
                  describe(&report));
    fftc_finding finding = report.findings[0];
    fftc_emulator_destroy(emulator);
    return finding;
}

START_TEST(finding_stage_is_that_of_the_first_access)
{
    for (int s = 0; s < FFTC_SCHEDULE_COUNT; ++s) {
        fftc_finding finding = only_finding((fftc_schedule)s, stages_of_two_workgroups, 2);
        ck_assert_int_eq(finding.kind, FFTC_FINDING_RACE_MEMORY);
        ck_assert_uint_ne(finding.first.workgroup, finding.second.workgroup);
        ck_assert_uint_eq(finding.stage, 3 + 4 * finding.first.workgroup);

        finding = only_finding((fftc_schedule)s, stages_within_a_workgroup, 1);
        ck_assert_int_eq(finding.kind, FFTC_FINDING_RACE_SHARED);
        ck_assert_uint_eq(finding.stage, finding.first.invocation == 0 ? 3 : 4);

        finding = only_finding((fftc_schedule)s, stages_of_a_returned_lane, 1);
        ck_assert_int_eq(finding.kind, FFTC_FINDING_RACE_SHARED);
        ck_assert_uint_eq(finding.first.invocation, 7);
        ck_assert_uint_eq(finding.stage, 3);
    }
}
END_TEST

TESTING_MAIN("emulate_findings", finding_of_every_fault_names_both_lines,
             finding_none_on_correct_kernels_and_same_bits,
             finding_says_that_an_invocation_has_returned, finding_lines_are_those_of_the_source,
             finding_scan_without_sync_found_for_every_seed_and_size,
             finding_disabled_observer_reports_nothing, finding_repeats_are_counted_not_listed,
             finding_limit_counts_the_rest, finding_format_names_everything,
             finding_stage_is_that_of_the_first_access)
