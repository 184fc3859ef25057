/* SPDX-License-Identifier: MIT
 *
 * All runs of a shader, and what they find together.
 */
#include <stdlib.h>
#include <string.h>

#include "check_shader.h"
#include "progress.h"

/* Events of the first run, and of later ones when a run has come to that limit: enough for a
 * workgroup of thousands of instructions, and some seconds. */
#define FIRST_LIMIT ((uint64_t)1 << 26)
#define ENDLESS_LIMIT ((uint64_t)1 << 20)
/* Later ones may take so many times the events of the first, and so many more. */
#define LIMIT_FACTOR 16u
#define LIMIT_MORE 1000000u
/* How often assumed lengths grow, four times each. */
#define GROWTHS 5

static const uint32_t subgroup_sizes[] = {4, 8, 16, 32, 64, 128};

static const struct {
    fftc_workgroup_order order;
    uint32_t resident;
} orders[] = {
    {FFTC_WORKGROUPS_IN_ORDER, 1}, {FFTC_WORKGROUPS_REVERSED, 2}, {FFTC_WORKGROUPS_SHUFFLED, 8}};

/* --- one run ---------------------------------------------------------------------------------- */

static fftc_status carry_out(check_run *run, const check_variation *v, uint64_t limit,
                             const fftc_observer *observer, fftc_report *report,
                             fftc_finding *findings, fftc_error *error)
{
    const uint32_t *size = run->interface->local_size;
    uint32_t invocations = size[0] * size[1] * size[2];
    uint32_t most = invocations < 16384 ? 16384 / invocations : 1;
    fftc_spirv_buffer buffers[CHECK_MOST];
    fftc_spirv_image images[CHECK_MOST];
    fftc_spirv_dispatch dispatch = {.buffers = buffers,
                                    .images = images,
                                    .samplers = run->sampler,
                                    .sampler_count = run->samplers,
                                    .push_constants = run->push,
                                    .push_constant_bytes = run->push_bytes};
    fftc_emulation config = {.subgroup_size = v->subgroup,
                             .schedule = v->schedule,
                             .seed = v->seed,
                             .workgroup_order = v->order,
                             .resident_workgroups = v->resident < most ? v->resident : most,
                             .allow_same_stores = run->options->allow_same_stores,
                             .need_coherent = true,
                             .event_limit = limit};
    memcpy(dispatch.groups, run->options->groups, sizeof dispatch.groups);
    if (observer != NULL) {
        config.observer = *observer;
    }
    for (uint32_t i = 0; i < run->arrays; ++i) {
        const check_array *a = &run->array[i];
        memcpy(a->buffer.data, a->initial, a->buffer.bytes);
        if (a->is_image) {
            images[dispatch.image_count] = a->image;
            images[dispatch.image_count].data = a->buffer.data;
            images[dispatch.image_count++].bytes = a->buffer.bytes;
            continue;
        }
        fftc_spirv_buffer *buffer = &buffers[dispatch.buffer_count++];
        *buffer = a->buffer;
        buffer->element = buffer->binding == FFTC_SPIRV_BY_ADDRESS ? 0 : buffer->element;
    }
    return fftc_emulate_spirv(run->shader, &dispatch, &config, report, findings, CHECK_FINDINGS,
                              error);
}

bool check_watch(check_run *run, const check_variation *variation, const fftc_observer *observer)
{
    fftc_finding findings[CHECK_FINDINGS];
    fftc_report report;
    fftc_error error;
    if (carry_out(run, variation, ENDLESS_LIMIT, observer, &report, findings, &error) !=
        FFTC_SUCCESS) {
        return tool_refuse("%s: %s", run->options->file, error.message) == TOOL_GOOD;
    }
    return true;
}

/* --- findings of all runs --------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Where an invocation was that has returned depends on the schedule, and does not matter. */
static bool is_same_party(const fftc_party *a, const fftc_party *b)
{
    if (a->returned && b->returned) {
        return true;
    }
    return a->site.line == b->site.line && is_same_text(a->site.file, b->site.file) &&
           a->store == b->store && a->atomic == b->atomic && a->returned == b->returned;
}

/* Whether names are the same but for the numbers in brackets: a.b[3].c and a.b[4].c. */
static bool is_same_array(const char *a, const char *b)
{
    if (a == NULL || b == NULL) {
        return a == b;
    }
    while (*a == *b && *a != '\0') {
        bool bracket = *a == '[';
        ++a;
        ++b;
        if (bracket) {
            a += strspn(a, "0123456789");
            b += strspn(b, "0123456789");
        }
    }
    return *a == *b;
}

static bool is_same_finding(const fftc_finding *a, const fftc_finding *b)
{
    bool straight = is_same_party(&a->first, &b->first) && is_same_party(&a->second, &b->second);
    bool crossed = is_same_party(&a->first, &b->second) && is_same_party(&a->second, &b->first);
    return a->kind == b->kind && is_same_array(a->memory, b->memory) && (straight || crossed);
}

static void add_hidden(check_run *run, const fftc_finding *finding, const check_variation *v)
{
    if (run->hidden.runs == 0) {
        run->hidden = (check_found){.finding = *finding, .variation = *v};
    } else if (!is_same_finding(&run->hidden.finding, finding)) {
        return;
    }
    run->hidden.runs += run->hidden.runs == 0 || run->hidden.last_run != run->runs;
    run->hidden.last_run = run->runs;
    run->hidden.count += 1 + finding->repeats;
}

static bool add_finding(check_run *run, const fftc_finding *finding, const check_variation *v)
{
    if (finding->kind == FFTC_FINDING_NOT_COHERENT && !run->options->coherent) {
        add_hidden(run, finding, v);
        return true;
    }
    for (uint32_t i = 0; i < run->found_count; ++i) {
        check_found *found = &run->found[i];
        if (is_same_finding(&found->finding, finding)) {
            found->runs += found->last_run != run->runs;
            found->last_run = run->runs;
            found->count += 1 + finding->repeats;
            return true;
        }
    }
    if (run->found_count == run->found_room) {
        uint32_t room = 2 * run->found_room + 16;
        check_found *larger = realloc(run->found, room * sizeof *larger);
        if (larger == NULL) {
            return tool_refuse("%s: out of memory", run->options->file) == TOOL_GOOD;
        }
        run->found = larger;
        run->found_room = room;
    }
    run->found[run->found_count++] = (check_found){.finding = *finding,
                                                   .variation = *v,
                                                   .runs = 1,
                                                   .last_run = run->runs,
                                                   .count = 1 + finding->repeats};
    return true;
}

/* Races first, and last what follows from others: loads of what is not there yet. */
static void sort_findings(check_run *run)
{
    for (uint32_t i = 1; i < run->found_count; ++i) {
        check_found found = run->found[i];
        uint32_t k = i;
        for (; k > 0 && run->found[k - 1].finding.kind > found.finding.kind; --k) {
            run->found[k] = run->found[k - 1];
        }
        run->found[k] = found;
    }
}

/* --- assumed lengths -------------------------------------------------------------------------- */

bool check_has_several_groups(const check_run *run)
{
    const uint32_t *groups = run->options->groups;
    return (uint64_t)groups[0] * groups[1] * groups[2] > 1;
}

static bool is_growing(const check_run *run)
{
    bool growing = false;
    for (uint32_t i = 0; i < run->arrays; ++i) {
        growing = growing || run->array[i].growing;
    }
    return growing;
}

static bool make_shader(check_run *run)
{
    const check_options *options = run->options;
    const fftc_spirv_source source = {.words = run->words,
                                      .word_count = run->word_count,
                                      .entry = options->entry,
                                      .constants = run->constants.constant,
                                      .constant_count = run->constants.count,
                                      .coverage = true};
    fftc_error error;
    fftc_spirv_destroy(run->shader);
    if (fftc_spirv_create(&source, &run->shader, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s: %s", options->file, error.message) == TOOL_GOOD;
    }
    run->interface = fftc_spirv_describe(run->shader);
    return true;
}

/* An access beyond a buffer whose length is a guess says that the guess is wrong: lengths grow as
 * long as they fit, and those are taken that first have the fewest such accesses. */
static bool find_lengths(check_run *run, const check_variation *v)
{
    fftc_finding findings[CHECK_FINDINGS];
    fftc_report report;
    fftc_error error;
    uint64_t least = UINT64_MAX;
    uint32_t elements = run->first_elements, best = elements;
    for (int i = 0; i <= GROWTHS && is_growing(run) && least > 0 && check_fits(run, elements);
         ++i, elements *= 4) {
        uint64_t beyond = 0;
        if (!check_resize(run, elements)) {
            return false;
        }
        /* In order, and backwards: one of them may wait for ever before it comes to an access. */
        for (uint32_t order = 0; order < (check_has_several_groups(run) ? 2 : 1); ++order) {
            check_variation probe = *v;
            probe.order = orders[order].order;
            probe.resident = orders[order].resident;
            if (carry_out(run, &probe, FIRST_LIMIT / 16, NULL, &report, findings, &error) !=
                FFTC_SUCCESS) {
                return tool_refuse("%s: %s", run->options->file, error.message) == TOOL_GOOD;
            }
            for (size_t k = 0; k < report.findings_listed; ++k) {
                beyond +=
                    findings[k].kind == FFTC_FINDING_OUT_OF_BOUNDS ? 1 + findings[k].repeats : 0;
            }
        }
        best = beyond < least ? elements : best;
        least = beyond < least ? beyond : least;
        if (elements > (1u << 24)) {
            break;
        }
    }
    /* another shader, since this one has counted what these runs carried out */
    return check_resize(run, best) && make_shader(run);
}

/* --- all runs --------------------------------------------------------------------------------- */

static bool run_one(check_run *run, const check_variation *v, uint64_t *first_events, bool *endless)
{
    fftc_finding findings[CHECK_FINDINGS];
    fftc_report report;
    fftc_error error;
    uint64_t limit = run->options->limit != 0 ? run->options->limit
                     : *endless               ? ENDLESS_LIMIT
                     : run->runs == 0         ? FIRST_LIMIT
                                              : LIMIT_FACTOR * *first_events + LIMIT_MORE;
    if (carry_out(run, v, limit, NULL, &report, findings, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s: %s", run->options->file, error.message) == TOOL_GOOD;
    }
    for (size_t i = 0; i < report.findings_listed; ++i) {
        *endless = *endless || findings[i].kind == FFTC_FINDING_ENDLESS;
        if (!add_finding(run, &findings[i], v)) {
            return false;
        }
    }
    *first_events = run->runs == 0 ? report.events : *first_events;
    run->events += report.events;
    ++run->runs;
    return check_compare(run, v);
}

static void choose_sizes(check_run *run)
{
    uint32_t count = 0;
    if (run->options->subgroup != 0 && run->options->subgroup != CHECK_ALL) {
        run->sizes[count++] = run->options->subgroup;
    } else if (run->subgroups || run->options->subgroup == CHECK_ALL) {
        for (size_t i = 0; i < sizeof subgroup_sizes / sizeof *subgroup_sizes; ++i) {
            run->sizes[count++] = subgroup_sizes[i];
        }
    } else { /* nothing in the shader depends on it */
        run->sizes[count++] = 32;
    }
    run->sizes[count] = 0;
}

static bool has_constant(const check_run *run, uint32_t id)
{
    bool has = false;
    for (uint32_t i = 0; i < run->constants.count; ++i) {
        has = has || run->constants.constant[i].id == id;
    }
    return has;
}

/* Of values that may be sizes: neither negative nor fractions. */
static uint64_t size_of(const fftc_spirv_constant *constant)
{
    return constant->value <= 0xffff ? constant->value : 0;
}

/* A number may have several constants with values of their own: for local_size_x_id glslang writes
 * 1 where local_size_x is not given, beside the shader's own constant. The largest is what the
 * shader means. Returns whether any was assumed. */
static bool assume_constants(check_run *run)
{
    const fftc_spirv_constant *all = run->interface->constants;
    uint32_t before = run->constants.count;
    for (uint32_t i = 0; i < run->interface->constant_count; ++i) {
        fftc_spirv_constant most = all[i];
        bool differ = false;
        for (uint32_t k = 0; k < run->interface->constant_count; ++k) {
            differ = differ || (all[k].id == most.id && all[k].value != all[i].value);
            most = all[k].id == most.id && size_of(&all[k]) > size_of(&most) ? all[k] : most;
        }
        if (differ && size_of(&most) > 0 && !has_constant(run, most.id) &&
            run->constants.count < CHECK_MOST) {
            run->constants.constant[run->constants.count++] = most;
        }
    }
    return run->constants.count > before;
}

/* Where HLSL has no function of the name, glslang makes an empty one. */
static bool does_nothing(check_run *run)
{
    return tool_ends_with(run->options->file, ".hlsl") &&
           fftc_spirv_covered(run->shader)->instructions <= 1;
}

bool check_all_runs(check_run *run)
{
    const check_options *options = run->options;
    uint32_t order_count = check_has_several_groups(run) ? sizeof orders / sizeof *orders : 1;
    uint64_t first_events = 0;
    bool endless = false;
    check_variation v = {.seed = options->seed, .resident = 1};
    choose_sizes(run);
    v.subgroup = run->sizes[0];
    run->constants = options->constants;
    if (!make_shader(run) || (assume_constants(run) && !make_shader(run))) {
        return false;
    }
    if (does_nothing(run)) {
        return tool_refuse("%s: has no function %s, or an empty one: name another by --entry",
                           options->file, run->interface->entry) == TOOL_GOOD;
    }
    if (!check_make_inputs(run) || !find_lengths(run, &v)) {
        return false;
    }
    for (uint32_t size = 0; run->sizes[size] != 0; ++size) {
        for (uint32_t order = 0; order < order_count; ++order) {
            for (uint32_t schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
                if (options->schedule != CHECK_ALL && options->schedule != schedule) {
                    continue;
                }
                v.subgroup = run->sizes[size];
                v.schedule = (fftc_schedule)schedule;
                v.order = orders[order].order;
                v.resident = orders[order].resident;
                tool_progress_set(-1.0, "subgroups of %u, schedule %s", (unsigned)v.subgroup,
                                  fftc_schedule_name(v.schedule));
                if (!run_one(run, &v, &first_events, &endless)) {
                    return false;
                }
            }
        }
    }
    run->schedules = options->schedule == CHECK_ALL ? FFTC_SCHEDULE_COUNT : 1;
    sort_findings(run);
    run->coverage = fftc_spirv_covered(run->shader);
    return true;
}

bool check_is_good(const check_run *run)
{
    return run->found_count == 0 && run->unexpected.array == NULL &&
           !(run->options->same_results && run->varying.array != NULL);
}
