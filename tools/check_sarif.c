/* SPDX-License-Identifier: MIT
 *
 * Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which hosts of
 * source code show at the lines.
 */
#include <ctype.h>
#include <string.h>

#include "check_shader.h"
#include "json.h"

/* A rule for each kind of finding, and those of results. */
enum { RULE_UNEXPECTED = FFTC_FINDING_KIND_COUNT, RULE_VARYING, RULE_COUNT };

static const char *const rule_texts[RULE_COUNT] = {
    "Two invocations access shared memory, at least one stores, and nothing orders them",
    "Two invocations access a buffer, at least one stores, and nothing orders them",
    "A barrier of the workgroup that not all invocations reach",
    "A subgroup operation reads a lane that is not there",
    "A subgroup operation reads a lane of which nothing ensures that it has arrived",
    "A load of memory to which nothing has been stored",
    "An index beyond the bounds of an array or a buffer",
    "An invocation needs too much stack",
    "The run does not end within its limit",
    "An undefined value is stored or used as an address",
    "A load of what another workgroup has stored in a buffer or an image that is not coherent",
    "Results are not those that were expected",
    "Results depend on the schedule or on the subgroup size"};

static const char *rule_name(int rule)
{
    return rule == RULE_UNEXPECTED ? "unexpected-result"
           : rule == RULE_VARYING  ? "varying-result"
                                   : fftc_finding_kind_name((fftc_finding_kind)rule);
}

/* A file's name as a URI reference. */
static void add_uri(cJSON *location, const char *file)
{
    char uri[2048];
    size_t used = 0;
    const char *name = check_file_name(file);
    const char *end = strstr(name, FFTC_SPIRV_BEHIND);
    end = end != NULL ? end : name + strlen(name);
    for (const char *c = name; c < end && used + 16 < sizeof uri; ++c) {
        bool plain = isalnum((unsigned char)*c) || strchr("-._~/", *c) != NULL;
        if (c == name && *c == '/') {
            used += (size_t)snprintf(uri + used, sizeof uri - used, "file://");
        }
        used += (size_t)snprintf(uri + used, sizeof uri - used, plain ? "%c" : "%%%02X",
                                 (unsigned char)*c);
    }
    uri[used] = '\0';
    json_text(location, "uri", uri);
}

static cJSON *location_of(const check_run *run, const fftc_site *site, const char *message)
{
    cJSON *location = cJSON_CreateObject();
    cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
    const char *file = site->file != NULL ? site->file : run->options->file;
    bool word = strncmp(file, "SPIR-V word", 11) == 0; /* no source line: of the module itself */
    char source[300] = "";
    add_uri(cJSON_AddObjectToObject(physical, "artifactLocation"),
            word ? run->options->file : file);
    if (site->file != NULL && site->line > 0 && !word) {
        cJSON *region = cJSON_AddObjectToObject(physical, "region");
        json_count(region, "startLine", site->line);
        check_source_text(run, site, source, sizeof source);
        if (source[0] != '\0') {
            json_text(cJSON_AddObjectToObject(region, "snippet"), "text", source);
        }
    }
    if (message != NULL) {
        json_text(cJSON_AddObjectToObject(location, "message"), "text", message);
    }
    return location;
}

static cJSON *add_result(cJSON *results, int rule, const char *level, const char *text)
{
    cJSON *result = cJSON_CreateObject();
    (void)cJSON_AddItemToArray(results, result);
    json_text(result, "ruleId", rule_name(rule));
    json_count(result, "ruleIndex", (uint64_t)rule);
    json_text(result, "level", level);
    json_text(cJSON_AddObjectToObject(result, "message"), "text", text);
    return result;
}

static void add_finding(cJSON *results, const check_run *run, const check_found *found,
                        const char *level)
{
    const fftc_finding *finding = &found->finding;
    char text[300], party[200], variation[200], message[900];
    check_finding_text(finding, text, sizeof text);
    check_party_text(finding, false, party, sizeof party);
    check_variation_text(run, &found->variation, variation, sizeof variation);
    (void)snprintf(message, sizeof message, "%s: %s. In %u of %u runs, first with %s.", text, party,
                   (unsigned)found->runs, (unsigned)run->runs, variation);
    cJSON *result = add_result(results, (int)finding->kind, level, message);
    (void)cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "locations"),
                               location_of(run, &finding->first.site, NULL));
    if (check_has_second(finding)) {
        check_party_text(finding, true, party, sizeof party);
        (void)cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "relatedLocations"),
                                   location_of(run, &finding->second.site, party));
    }
}

static void add_difference(cJSON *results, const check_run *run, const check_difference *d)
{
    char message[400];
    bool expected = d->file != NULL;
    (void)snprintf(message, sizeof message, "%s[%llu] is %s%s%s", d->array->name,
                   (unsigned long long)d->element, d->text, expected ? " as in " : "",
                   expected ? d->file : ", which another run has");
    cJSON *result = add_result(results, expected ? RULE_UNEXPECTED : RULE_VARYING,
                               expected || run->options->same_results ? "error" : "note", message);
    (void)cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "locations"),
                               location_of(run, &(fftc_site){.file = NULL}, NULL));
}

static void add_tool(cJSON *sarif_run)
{
    cJSON *driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(sarif_run, "tool"), "driver");
    cJSON *rules;
    json_text(driver, "name", "fftcore check");
    json_text(driver, "version", fftc_version());
    rules = cJSON_AddArrayToObject(driver, "rules");
    for (int i = 0; i < RULE_COUNT; ++i) {
        cJSON *rule = cJSON_CreateObject();
        (void)cJSON_AddItemToArray(rules, rule);
        json_text(rule, "id", rule_name(i));
        json_text(cJSON_AddObjectToObject(rule, "shortDescription"), "text", rule_texts[i]);
    }
}

bool check_write_sarif(const check_run *run, const char *path)
{
    cJSON *root = cJSON_CreateObject();
    cJSON *sarif_run = cJSON_CreateObject();
    json_text(root, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(root, "version", "2.1.0");
    (void)cJSON_AddItemToArray(cJSON_AddArrayToObject(root, "runs"), sarif_run);
    add_tool(sarif_run);
    json_text(sarif_run, "columnKind", "utf16CodeUnits");
    cJSON *results = cJSON_AddArrayToObject(sarif_run, "results");
    for (uint32_t i = 0; i < run->found_count; ++i) {
        add_finding(results, run, &run->found[i], "error");
    }
    if (run->hidden.runs > 0) {
        add_finding(results, run, &run->hidden, "note");
    }
    if (run->unexpected.array != NULL) {
        add_difference(results, run, &run->unexpected);
    }
    if (run->varying.array != NULL && run->found_count == 0) {
        add_difference(results, run, &run->varying);
    }
    return json_write(root, path);
}
