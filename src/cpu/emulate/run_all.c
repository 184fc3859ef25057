/* SPDX-License-Identifier: MIT
 *
 * One kernel on many schedules, whose results must be the same.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/emulator.h"
#include "support/check.h"
#include "support/error.h"

#define DEFAULT_SEEDS 2u
#define LIMIT_FACTOR 64u
#define LIMIT_LEAST 1000000u

static const uint32_t default_sizes[] = {8, 16, 32, 64};

/* How workgroups run: the first is that of every device at least. */
static const struct {
    fftc_workgroup_order order;
    uint32_t resident;
} orders[] = {
    {FFTC_WORKGROUPS_IN_ORDER, 1}, {FFTC_WORKGROUPS_REVERSED, 2}, {FFTC_WORKGROUPS_SHUFFLED, 4}};

/* Bytes that runs change, as they were before and after the first of them. */
typedef struct area {
    const char *name;
    unsigned char *data;
    size_t bytes;
    size_t element_bytes;
    unsigned char *before;
    unsigned char *after;
} area;

typedef struct sweep {
    fftc_emulation config;
    fftc_variations variations;
    void (*kernel)(void *user);
    void *user;
    fftc_run_all_report *report;
    area *areas;
    uint32_t area_count;
    fftc_error *error;
} sweep;

/* --- what is compared */

static bool keep_area(sweep *s, const char *name, void *data, size_t element_bytes, uint64_t count)
{
    area *a = &s->areas[s->area_count];
    a->name = name != NULL ? name : "memory";
    a->data = data;
    a->element_bytes = element_bytes;
    a->bytes = (size_t)count * element_bytes;
    a->before = fftc_allocate(s->config.allocator, 1, a->bytes);
    a->after = fftc_allocate(s->config.allocator, 1, a->bytes);
    ++s->area_count;
    if (a->before == NULL || a->after == NULL) {
        return false;
    }
    if (a->bytes != 0) {
        memcpy(a->before, a->data, a->bytes);
    }
    return true;
}

static bool keep_areas(sweep *s)
{
    s->areas =
        fftc_allocate(s->config.allocator, (uint64_t)s->config.memory_count + 1, sizeof *s->areas);
    if (s->areas == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < s->config.memory_count; ++i) {
        const fftc_memory *memory = &s->config.memories[i];
        if (!memory->read_only && !keep_area(s, memory->name, memory->data, memory->element_bytes,
                                             memory->element_count)) {
            return false;
        }
    }
    return s->variations.result_bytes == 0 ||
           keep_area(s, "result", s->variations.result, 1, s->variations.result_bytes);
}

static void drop_areas(sweep *s)
{
    for (uint32_t i = 0; s->areas != NULL && i < s->area_count; ++i) {
        fftc_release(s->config.allocator, s->areas[i].before);
        fftc_release(s->config.allocator, s->areas[i].after);
    }
    fftc_release(s->config.allocator, s->areas);
}

static void restore(const sweep *s, bool to_the_end)
{
    for (uint32_t i = 0; i < s->area_count; ++i) {
        const area *a = &s->areas[i];
        if (a->bytes != 0) {
            memcpy(a->data, to_the_end ? a->after : a->before, a->bytes);
        }
    }
}

/* --- the report */

static void describe_run(const fftc_emulation *config, char *text, size_t bytes)
{
    (void)snprintf(text, bytes, "subgroups of %u, schedule %s, seed %" PRIu64 ", %u resident",
                   (unsigned)config->subgroup_size, fftc_schedule_name(config->schedule),
                   config->seed, (unsigned)config->resident_workgroups);
}

static void compare_area(sweep *s, const area *a)
{
    char run[160];
    size_t at = 0;
    while (at < a->bytes && a->data[at] == a->after[at]) {
        ++at;
    }
    describe_run(&s->config, run, sizeof run);
    if (s->report->message[0] == 0) {
        (void)snprintf(s->report->message, sizeof s->report->message,
                       "%.80s[%zu] is not what the first run gave (%s)", a->name,
                       at / a->element_bytes, run);
    }
}

static void compare_results(sweep *s)
{
    bool differs = false;
    for (uint32_t i = 0; i < s->area_count; ++i) {
        const area *a = &s->areas[i];
        if (a->bytes != 0 && s->report->runs == 0) {
            memcpy(a->after, a->data, a->bytes);
        } else if (a->bytes != 0 && memcmp(a->after, a->data, a->bytes) != 0) {
            compare_area(s, a);
            differs = true;
        }
    }
    s->report->differences += differs;
}

static bool same_place(const fftc_party *x, const fftc_party *y)
{
    return x->site.line == y->site.line &&
           (x->site.file == y->site.file || (x->site.file != NULL && y->site.file != NULL &&
                                             strcmp(x->site.file, y->site.file) == 0));
}

static void keep_finding(sweep *s, const fftc_finding *finding)
{
    fftc_finding *kept = s->variations.findings;
    for (size_t i = 0; i < s->report->findings_listed; ++i) {
        if (kept[i].kind == finding->kind && same_place(&kept[i].first, &finding->first) &&
            same_place(&kept[i].second, &finding->second)) {
            kept[i].repeats += 1 + finding->repeats;
            return;
        }
    }
    if (kept != NULL && s->report->findings_listed < s->variations.findings_limit) {
        kept[s->report->findings_listed++] = *finding;
    }
}

static void take_report(sweep *s, const fftc_report *report)
{
    s->report->events += report->events;
    s->report->finding_count += report->finding_count;
    if (report->findings_listed != 0 && s->report->message[0] == 0) {
        (void)fftc_finding_format(&report->findings[0], s->report->message,
                                  sizeof s->report->message);
    }
    for (size_t i = 0; i < report->findings_listed; ++i) {
        keep_finding(s, &report->findings[i]);
    }
}

/* --- runs */

static bool has_seed(fftc_schedule schedule)
{
    return schedule == FFTC_SCHEDULE_RANDOM || schedule == FFTC_SCHEDULE_AHEAD ||
           schedule == FFTC_SCHEDULE_INDEPENDENT_LANES;
}

static fftc_status run_once(sweep *s, fftc_emulator *emulator)
{
    fftc_report report;
    restore(s, false);
    fftc_status status =
        fftc_emulator_set_schedule(emulator, s->config.schedule, s->config.seed, s->error);
    if (status == FFTC_SUCCESS) {
        status = fftc_emulator_run(emulator, s->kernel, s->user, &report, s->error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    take_report(s, &report);
    compare_results(s);
    if (s->report->runs++ == 0 && s->config.event_limit == 0) {
        s->config.event_limit = LIMIT_FACTOR * report.events + LIMIT_LEAST;
        emulator->config.event_limit = s->config.event_limit;
    }
    return FFTC_SUCCESS;
}

static fftc_status run_schedules(sweep *s)
{
    fftc_emulator *emulator;
    fftc_status status = fftc_emulator_create(&s->config, &emulator, s->error);
    for (int i = 0; status == FFTC_SUCCESS && i < FFTC_SCHEDULE_COUNT; ++i) {
        s->config.schedule = (fftc_schedule)i;
        uint32_t seeds = has_seed(s->config.schedule) ? s->variations.seeds : 1;
        if ((s->variations.schedules >> i & 1) == 0) {
            continue;
        }
        for (uint32_t seed = 0; status == FFTC_SUCCESS && seed < seeds; ++seed) {
            s->config.seed = seed;
            status = run_once(s, emulator);
        }
    }
    s->config.schedule = FFTC_SCHEDULE_ROUND_ROBIN;
    fftc_emulator_destroy(emulator);
    return status;
}

/* As many residents as fit. */
static uint32_t resident_of(const fftc_emulation *config, uint32_t wanted)
{
    uint64_t size =
        (uint64_t)config->workgroup_size * config->workgroup_size_y * config->workgroup_size_z;
    uint64_t most = size != 0 && size < FFTC_MAX_RESIDENT ? FFTC_MAX_RESIDENT / size : 1;
    return wanted < most ? wanted : (uint32_t)most;
}

static fftc_status run_all(sweep *s)
{
    fftc_emulation filled = s->config;
    fftc_emulation_set_defaults(&filled);
    bool several =
        filled.workgroup_count > 1 || filled.workgroup_count_y > 1 || filled.workgroup_count_z > 1;
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < s->variations.subgroup_size_count; ++i) {
        for (size_t k = 0; k < (several ? sizeof orders / sizeof *orders : 1); ++k) {
            s->config.subgroup_size = s->variations.subgroup_sizes[i];
            s->config.workgroup_order = orders[k].order;
            s->config.resident_workgroups = resident_of(&filled, orders[k].resident);
            status = status == FFTC_SUCCESS ? run_schedules(s) : status;
        }
    }
    return status;
}

/* --- the call */

static fftc_status check_variations(const fftc_variations *v, fftc_error *error)
{
    if (v->subgroup_size_count != 0 && v->subgroup_sizes == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "subgroup_sizes is NULL: pass an array, or subgroup_size_count 0");
    }
    for (uint32_t i = 0; i < v->subgroup_size_count; ++i) {
        uint32_t size = v->subgroup_sizes[i];
        if (size == 0 || size > FFTC_MAX_LANES || (size & (size - 1)) != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "subgroup_sizes[%u] is %u: pass a power of two, 1 to 128", (unsigned)i,
                             (unsigned)size);
        }
    }
    if (v->schedules >> FFTC_SCHEDULE_COUNT != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "schedules is 0x%x: or values of 1u << fftc_schedule together",
                         (unsigned)v->schedules);
    }
    if (v->result_bytes != 0 && v->result == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "result is NULL: pass what is to be compared, or result_bytes 0");
    }
    return FFTC_SUCCESS;
}

static void set_defaults(fftc_variations *v)
{
    if (v->subgroup_size_count == 0) {
        v->subgroup_sizes = default_sizes;
        v->subgroup_size_count = sizeof default_sizes / sizeof *default_sizes;
    }
    v->schedules = v->schedules != 0 ? v->schedules : (1u << FFTC_SCHEDULE_COUNT) - 1u;
    v->seeds = v->seeds != 0 ? v->seeds : DEFAULT_SEEDS;
}

/* Refuses what fftc_emulator_create would, before memories are copied. */
static fftc_status check_config(const fftc_emulation *config, fftc_error *error)
{
    fftc_emulation checked = *config;
    checked.subgroup_size = 0;
    checked.schedule = FFTC_SCHEDULE_ROUND_ROBIN;
    checked.resident_workgroups = 0;
    checked.workgroup_order = FFTC_WORKGROUPS_IN_ORDER;
    fftc_emulation_set_defaults(&checked);
    return fftc_emulation_check(&checked, error);
}

fftc_status fftc_emulation_run_all(const fftc_emulation *config, void (*kernel)(void *user),
                                   void *user, const fftc_variations *variations,
                                   fftc_run_all_report *report, fftc_error *error)
{
    sweep s = {.kernel = kernel, .user = user, .report = report, .error = error};
    if (config == NULL || kernel == NULL || report == NULL) {
        return fftc_fail_null(error, config == NULL   ? "config"
                                     : kernel == NULL ? "kernel"
                                                      : "report");
    }
    memset(report, 0, sizeof *report);
    s.config = *config;
    s.config.schedule = FFTC_SCHEDULE_ROUND_ROBIN;
    if (variations != NULL) {
        s.variations = *variations;
    }
    fftc_status status = check_variations(&s.variations, error);
    status = status == FFTC_SUCCESS ? check_config(config, error) : status;
    if (status != FFTC_SUCCESS) {
        return status;
    }
    set_defaults(&s.variations);
    if (!keep_areas(&s)) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for copies of the memories");
    } else {
        status = run_all(&s);
        restore(&s, s.report->runs != 0);
    }
    drop_areas(&s);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}
