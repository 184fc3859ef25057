/* SPDX-License-Identifier: MIT
 *
 * `fftcore diff` for machines. docs/command-diff.md describes the fields.
 */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "json.h"

static cJSON *json_stage_of(const diff_run *run, const diff_execution *execution,
                            const diff_stage *stage)
{
    cJSON *object = cJSON_CreateObject();
    json_text(object, "name", execution->name);
    json_flag(object, "equal", stage->bits.differing == 0);
    json_count(object, "differing", stage->bits.differing);
    json_count(object, "largest_ulp", stage->bits.largest_ulp);
    if (stage->bits.differing > 0) {
        json_count(object, "first_differing_position", stage->bits.first / 2);
    }
    json_number_or_null(object, "error", run->oracle ? stage->error : (double)NAN);
    return object;
}

/* stage < 0: the result. */
static cJSON *json_comparisons(const diff_run *run, int stage)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        if (execution->status == FFTC_SUCCESS) {
            (void)cJSON_AddItemToArray(
                array, json_stage_of(run, execution,
                                     stage < 0 ? &execution->final : &execution->stage[stage]));
        }
    }
    return array;
}

static void json_counts(cJSON *object, const fftc_counts *counts)
{
    json_count(object, "workgroup_barriers", counts->workgroup_barriers);
    json_count(object, "subgroup_barriers", counts->subgroup_barriers);
    json_count(object, "shuffles", counts->shuffles);
    json_count(object, "shared_loads", counts->shared_loads);
    json_count(object, "shared_stores", counts->shared_stores);
    json_count(object, "bank_conflicts", counts->bank_conflicts);
    json_count(object, "memory_loads", counts->memory_loads);
    json_count(object, "memory_stores", counts->memory_stores);
    json_count(object, "transactions", counts->transactions);
    json_count(object, "transactions_ideal", counts->transactions_ideal);
}

static cJSON *json_party(const fftc_party *party)
{
    cJSON *object = cJSON_CreateObject();
    json_count(object, "workgroup", party->workgroup);
    json_count(object, "invocation", party->invocation);
    json_count(object, "subgroup", party->subgroup);
    json_count(object, "lane", party->lane);
    json_text(object, "file", party->site.file != NULL ? party->site.file : "");
    json_count(object, "line", party->site.line);
    json_flag(object, "store", party->store);
    json_flag(object, "returned", party->returned);
    return object;
}

static cJSON *json_findings(const diff_run *run)
{
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < run->report.findings_listed && i < DIFF_FINDINGS; ++i) {
        const fftc_finding *finding = &run->findings[i];
        char line[1024];
        cJSON *object = cJSON_CreateObject();
        (void)fftc_finding_format(finding, line, sizeof line);
        json_text(object, "kind", fftc_finding_kind_name(finding->kind));
        json_text(object, "text", line);
        json_text(object, "memory", finding->memory != NULL ? finding->memory : "");
        json_count(object, "address", finding->address);
        json_count(object, "stage", finding->stage);
        (void)cJSON_AddItemToObject(object, "first", json_party(&finding->first));
        if (finding->second.site.file != NULL || finding->second.returned) {
            (void)cJSON_AddItemToObject(object, "second", json_party(&finding->second));
        }
        json_text(object, "schedule", fftc_schedule_name(finding->schedule));
        json_count(object, "seed", finding->seed);
        json_count(object, "repeats", finding->repeats);
        (void)cJSON_AddItemToArray(array, object);
    }
    return array;
}

static cJSON *json_source(const diff_run *run)
{
    cJSON *object = cJSON_CreateObject();
    if (run->options.file == NULL) {
        json_text(object, "kind", "random");
        json_count(object, "seed", run->options.seed);
        return object;
    }
    json_text(object, "kind", "recording");
    json_text(object, "file", run->options.file);
    json_text(object, "format", run->recording.format);
    json_text(object, "taken", run->recording.taken);
    json_count(object, "offset", run->offset);
    json_count(object, "points", run->recording.count);
    json_number_or_null(object, "sample_rate",
                        run->recording.sample_rate > 0.0 ? run->recording.sample_rate
                                                         : (double)NAN);
    json_flag(object, "complex", run->recording.is_complex);
    return object;
}

static cJSON *json_executions(const diff_run *run)
{
    static const char *const kinds[] = {"emulator", "simd", "vulkan"};
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        cJSON *object = cJSON_CreateObject();
        bool ran = execution->status == FFTC_SUCCESS;
        bool equal = execution->final.bits.differing == 0;
        json_text(object, "name", execution->name);
        json_text(object, "kind", kinds[execution->kind]);
        json_flag(object, "ran", ran);
        json_text(object, "status", fftc_status_string(execution->status));
        if (ran) {
            for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
                equal = equal && execution->stage[stage].bits.differing == 0;
            }
            json_flag(object, "equal", equal);
            json_number_or_null(object, "error",
                                run->oracle ? execution->final.error : (double)NAN);
        } else {
            json_text(object, "reason", execution->reason);
        }
        json_count(object, "subgroup", execution->subgroup_size);
        json_number_or_null(object, "milliseconds", execution->milliseconds);
        (void)cJSON_AddItemToArray(array, object);
    }
    return array;
}

static cJSON *json_stages(const diff_run *run)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        uint32_t stage = diff_stage_at(run, step);
        cJSON *object = cJSON_CreateObject();
        uint64_t findings = 0;
        for (size_t i = 0; i < run->report.findings_listed && i < DIFF_FINDINGS; ++i) {
            findings += run->findings[i].stage == stage ? 1 + run->findings[i].repeats : 0;
        }
        json_count(object, "stage", stage);
        json_count(object, "stride", diff_stride(run, stage));
        json_text(object, "exchange",
                  diff_exchange_name(fftc_workgroup_fft_exchange(&run->options.fft, stage)));
        json_counts(object, &run->report.stage[stage]);
        json_count(object, "findings", findings);
        (void)cJSON_AddItemToObject(object, "executions", json_comparisons(run, (int)stage));
        (void)cJSON_AddItemToArray(array, object);
    }
    return array;
}

static void json_setup(cJSON *root, const diff_run *run)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    (void)cJSON_AddItemToObject(root, "source", json_source(run));
    json_count(root, "length", run->length);
    json_count(root, "elements_log2", fft->elements_log2);
    json_count(root, "workgroup_log2", fft->workgroup_log2);
    json_count(root, "subgroup", (uint64_t)1 << fft->subgroup_log2);
    json_text(root, "direction", tool_direction_names[fft->direction == FFTC_INVERSE]);
    json_text(root, "precision", tool_precision_names[fft->precision]);
    json_text(root, "twiddles", fft->computed_twiddles != 0 ? "computed" : "table");
    json_text(root, "schedule", fftc_schedule_name(run->options.schedule));
    json_count(root, "seed", run->options.seed);
    json_number_or_null(root, "error_bound", run->bound);
    json_text(root, "oracle", run->oracle ? "FFTW, double precision" : run->oracle_reason);
}

bool diff_write_json(const diff_run *run, const char *path)
{
    diff_verdict verdict = diff_judge(run);
    cJSON *root = json_begin("diff");
    json_setup(root, run);
    (void)cJSON_AddItemToObject(root, "executions", json_executions(run));
    (void)cJSON_AddItemToObject(root, "stages", json_stages(run));
    cJSON *result = cJSON_AddObjectToObject(root, "result");
    (void)cJSON_AddItemToObject(result, "executions", json_comparisons(run, -1));
    cJSON *totals = cJSON_AddObjectToObject(root, "totals");
    json_counts(totals, &run->report.total);
    json_count(totals, "events", run->report.events);
    json_count(totals, "subnormal_numbers", run->subnormal);
    json_count(root, "finding_count", run->report.finding_count);
    (void)cJSON_AddItemToObject(root, "findings", json_findings(run));
    cJSON *judged = cJSON_AddObjectToObject(root, "verdict");
    json_flag(judged, "good", verdict.good);
    json_flag(judged, "equal", verdict.equal);
    json_flag(judged, "all_ran", verdict.ran);
    json_flag(judged, "within_bound", verdict.within_bound);
    json_number_or_null(judged, "worst_error", run->oracle ? verdict.worst_error : (double)NAN);
    json_count(judged, "findings", verdict.findings);
    return json_write(root, path);
}
