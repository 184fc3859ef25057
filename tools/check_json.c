/* SPDX-License-Identifier: MIT
 *
 * `fftcore check` for machines.
 */
#include "check_shader.h"
#include "json.h"

static void add_variation(cJSON *object, const check_variation *v)
{
    json_count(object, "subgroup", v->subgroup);
    json_text(object, "schedule", fftc_schedule_name(v->schedule));
    json_count(object, "seed", v->seed);
    json_text(object, "workgroup_order", check_order_name(v->order));
    json_count(object, "resident_workgroups", v->resident);
}

static void add_party(cJSON *object, const char *name, const check_run *run,
                      const fftc_finding *finding, bool second)
{
    const fftc_party *party = second ? &finding->second : &finding->first;
    cJSON *to = cJSON_AddObjectToObject(object, name);
    char text[200];
    check_party_text(finding, second, text, sizeof text);
    json_text(to, "text", text);
    json_count(to, "workgroup", party->workgroup);
    json_count(to, "invocation", party->invocation);
    json_count(to, "subgroup", party->subgroup);
    json_count(to, "lane", party->lane);
    json_flag(to, "store", party->store);
    json_flag(to, "atomic", party->atomic);
    if (party->site.file != NULL) {
        json_text(to, "file", check_file_name(party->site.file));
        json_count(to, "line", party->site.line);
        check_source_text(run, &party->site, text, sizeof text);
        json_text(to, "source", text);
    }
}

static cJSON *finding_of(const check_run *run, const check_found *found)
{
    cJSON *to = cJSON_CreateObject();
    char text[300];
    check_finding_text(&found->finding, text, sizeof text);
    json_text(to, "kind", fftc_finding_kind_name(found->finding.kind));
    json_text(to, "text", text);
    if (found->finding.memory != NULL) {
        json_text(to, "memory", found->finding.memory);
        if (found->finding.address != FFTC_NO_INDEX) {
            json_count(to, "address", found->finding.address);
        }
    }
    add_party(to, "first", run, &found->finding, false);
    if (check_has_second(&found->finding)) {
        add_party(to, "second", run, &found->finding, true);
    }
    json_count(to, "runs", found->runs);
    json_count(to, "count", found->count);
    add_variation(cJSON_AddObjectToObject(to, "first_run"), &found->variation);
    return to;
}

static void add_findings(cJSON *root, const check_run *run)
{
    cJSON *list = cJSON_AddArrayToObject(root, "findings");
    for (uint32_t i = 0; i < run->found_count; ++i) {
        (void)cJSON_AddItemToArray(list, finding_of(run, &run->found[i]));
    }
    (void)cJSON_AddItemToObject(root, "not_coherent",
                                run->hidden.runs > 0 ? finding_of(run, &run->hidden)
                                                     : cJSON_CreateNull());
}

static void add_buffers(cJSON *root, const check_run *run)
{
    cJSON *list = cJSON_AddArrayToObject(root, "buffers");
    for (uint32_t i = 0; i < run->arrays; ++i) {
        const check_array *a = &run->array[i];
        cJSON *to = cJSON_CreateObject();
        (void)cJSON_AddItemToArray(list, to);
        if (a->buffer.binding != FFTC_SPIRV_BY_ADDRESS) {
            json_count(to, "set", a->buffer.set);
            json_count(to, "binding", a->buffer.binding);
        }
        json_count(to, "element", a->buffer.element);
        json_text(to, "name", a->name);
        json_count(to, "bytes", a->buffer.bytes);
        json_text(to, "contents", a->origin);
        json_flag(to, "assumed", a->assumed);
    }
    cJSON *push = cJSON_AddObjectToObject(root, "push_constants");
    json_count(push, "bytes", run->push_bytes);
    json_flag(push, "assumed", run->push_assumed);
}

static void add_coverage(cJSON *root, const check_run *run)
{
    const fftc_spirv_coverage *coverage = run->coverage;
    cJSON *to = cJSON_AddObjectToObject(root, "coverage");
    cJSON *sizes = cJSON_AddArrayToObject(to, "subgroup_sizes");
    cJSON *unreached = cJSON_AddArrayToObject(to, "lines_never_reached");
    for (uint32_t i = 0; run->sizes[i] != 0; ++i) {
        (void)cJSON_AddItemToArray(sizes, cJSON_CreateNumber(run->sizes[i]));
    }
    json_count(to, "runs", run->runs);
    json_count(to, "schedules", run->schedules);
    json_count(to, "events", run->events);
    json_count(to, "executed", coverage->executed);
    json_count(to, "instructions", coverage->instructions);
    json_count(to, "reached", coverage->reached);
    json_count(to, "lines", coverage->line_count);
    for (uint32_t i = 0; i < coverage->line_count; ++i) {
        if (coverage->lines[i].reached == 0) {
            cJSON *line = cJSON_CreateObject();
            (void)cJSON_AddItemToArray(unreached, line);
            json_text(line, "file", check_file_name(coverage->lines[i].site.file));
            json_count(line, "line", coverage->lines[i].site.line);
        }
    }
}

static void add_difference(cJSON *root, const char *name, const check_difference *d)
{
    if (d->array == NULL) {
        (void)cJSON_AddNullToObject(root, name);
        return;
    }
    cJSON *to = cJSON_AddObjectToObject(root, name);
    json_text(to, "buffer", d->array->name);
    json_count(to, "element", d->element);
    json_count(to, "elements", d->elements);
    json_text(to, "text", d->text);
    if (d->file != NULL) {
        json_text(to, "expected", d->file);
    }
    add_variation(cJSON_AddObjectToObject(to, "run"), &d->variation);
}

bool check_write_json(const check_run *run, const char *path)
{
    cJSON *root = json_begin("check");
    const uint32_t *size = run->interface->local_size;
    json_text(root, "file", run->options->file);
    json_text(root, "entry", run->interface->entry);
    cJSON *groups = cJSON_AddArrayToObject(root, "groups");
    cJSON *local = cJSON_AddArrayToObject(root, "local_size");
    for (int i = 0; i < 3; ++i) {
        (void)cJSON_AddItemToArray(groups, cJSON_CreateNumber(run->options->groups[i]));
        (void)cJSON_AddItemToArray(local, cJSON_CreateNumber(size[i]));
    }
    json_flag(root, "good", check_is_good(run));
    add_buffers(root, run);
    add_findings(root, run);
    add_difference(root, "unexpected", &run->unexpected);
    add_difference(root, "varying", &run->varying);
    json_count(root, "varying_runs", run->varying_runs);
    add_coverage(root, run);
    return json_write(root, path);
}
