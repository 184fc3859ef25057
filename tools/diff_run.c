/* SPDX-License-Identifier: MIT
 *
 * Runs every execution and compares: bits with the emulator's, numbers with FFTW's.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff_internal.h"
#include "oracle.h"
#include "progress.h"

uint64_t diff_stride(const diff_run *run, uint32_t stage)
{
    return (uint64_t)1 << (run->stage_count - 1 - stage);
}

const char *diff_exchange_name(fftc_exchange exchange)
{
    return exchange == FFTC_EXCHANGE_ACCESSOR ? "accessor"
           : exchange == FFTC_EXCHANGE_SHARED ? "shared"
                                              : "subgroup";
}

uint32_t diff_stage_at(const diff_run *run, uint32_t step)
{
    return run->options.fft.direction == FFTC_INVERSE ? run->stage_count - 1 - step : step;
}

void diff_describe_source(const diff_run *run, char *text, size_t bytes)
{
    const tool_signal *recording = &run->recording;
    if (run->options.file == NULL) {
        (void)snprintf(text, bytes, "random numbers, seed %llu",
                       (unsigned long long)run->options.seed);
        return;
    }
    const char *slash = strrchr(run->options.file, '/');
    const char *name = slash != NULL ? slash + 1 : run->options.file;
    int used = snprintf(
        text, bytes, "%.200s (%s%s%s), points %llu to %llu of %llu", name, recording->format,
        recording->taken[0] != '\0' ? "; " : "", recording->taken, (unsigned long long)run->offset,
        (unsigned long long)(run->offset + run->length - 1), (unsigned long long)recording->count);
    if (recording->sample_rate > 0.0 && used > 0 && (size_t)used < bytes) {
        (void)snprintf(text + used, bytes - (size_t)used, " at %.6g Hz", recording->sample_rate);
    }
}

/* `array` is room for N complex numbers. */
static double stage_error(const diff_run *run, const diff_execution *execution, uint32_t stage,
                          double *array)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    oracle_stage oracle = oracle_stage_of(fft, stage, run->spectrum);
    tool_scalars_to_double(fft->precision, execution->stages + stage * run->array_bytes, array,
                           2 * run->length);
    return oracle_stage_error(&oracle, array);
}

static void compare_execution(diff_run *run, diff_execution *execution, double *array)
{
    const diff_execution *emulator = &run->executions[0];
    fftc_precision precision = run->options.fft.precision;
    for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
        size_t at = stage * run->array_bytes;
        execution->stage[stage].bits =
            tool_compare(precision, execution->stages + at, emulator->stages + at, 2 * run->length);
        execution->stage[stage].error =
            run->oracle ? stage_error(run, execution, stage, array) : -1.0;
    }
    execution->final.bits =
        tool_compare(precision, execution->result, emulator->result, 2 * run->length);
    execution->final.error = -1.0;
    if (run->oracle) {
        tool_scalars_to_double(precision, execution->result, array, 2 * run->length);
        execution->final.error = tool_relative_error(array, run->expected, run->length);
    }
}

bool diff_compare(diff_run *run)
{
    double *array = calloc(run->length, 2 * sizeof(double));
    if (array == NULL) {
        (void)tool_refuse("diff: out of memory");
        return false;
    }
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        tool_progress_set((double)i / run->execution_count, "comparing");
        if (run->executions[i].status == FFTC_SUCCESS) {
            compare_execution(run, &run->executions[i], array);
        }
    }
    free(array);
    run->subnormal = tool_count_subnormal(run->options.fft.precision, run->executions[0].stages,
                                          2 * run->length * run->stage_count);
    return true;
}

static int run_executions(diff_run *run)
{
    int code = TOOL_GOOD;
    for (uint32_t i = 0; code == TOOL_GOOD && i < run->execution_count; ++i) {
        code = diff_execute(run, &run->executions[i]);
    }
    return code == TOOL_GOOD && !diff_compare(run) ? TOOL_REFUSED : code;
}

int diff_run_all(diff_run *run)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    fftc_error error = {.status = FFTC_SUCCESS};
    tool_devices devices;
    if (fftc_workgroup_fft_check(fft, &error) != FFTC_SUCCESS) {
        return tool_refuse("diff: %s", error.message);
    }
    run->stage_count = fftc_workgroup_fft_stage_count(fft);
    run->length = (uint64_t)1 << run->stage_count;
    run->array_bytes = (size_t)run->length * 2 * fftc_precision_bytes(fft->precision);
    run->bound = fftc_error_bound(fft->precision, run->length);
    int code = diff_prepare_source(run);
    if (code == TOOL_GOOD) {
        tool_devices_open(&devices);
        code = diff_list_executions(run, &devices);
        tool_devices_close(&devices);
    }
    return code == TOOL_GOOD ? run_executions(run) : code;
}

void diff_run_free(diff_run *run)
{
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        free(run->executions[i].stages);
        free(run->executions[i].result);
    }
    free(run->executions);
    free(run->source);
    free(run->wave);
    free(run->spectrum);
    free(run->expected);
    tool_signal_free(&run->recording);
}

static void judge_stage(const diff_run *run, const diff_stage *stage, diff_verdict *verdict)
{
    verdict->equal = verdict->equal && stage->bits.differing == 0;
    if (run->oracle) {
        /* Written so that NaN is not within the bound. */
        verdict->within_bound =
            verdict->within_bound && stage->error >= 0.0 && stage->error <= run->bound;
        if (!(stage->error <= verdict->worst_error)) {
            verdict->worst_error = stage->error;
        }
    }
}

diff_verdict diff_judge(const diff_run *run)
{
    diff_verdict verdict = {.equal = true,
                            .ran = true,
                            .within_bound = true,
                            .worst_error = -1.0,
                            .findings = run->report.finding_count};
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        if (execution->status == FFTC_SUCCESS) {
            for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
                judge_stage(run, &execution->stage[stage], &verdict);
            }
            judge_stage(run, &execution->final, &verdict);
        } else if (execution->status != FFTC_UNSUPPORTED) {
            verdict.ran = false;
        }
    }
    verdict.good = verdict.equal && verdict.ran && verdict.within_bound && verdict.findings == 0;
    return verdict;
}

bool diff_element_errors(const diff_run *run, uint32_t stage, double *errors)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    oracle_stage oracle = oracle_stage_of(fft, stage, run->spectrum);
    double *ideal = calloc(run->length, 2 * sizeof(double));
    double *array = calloc(run->length, 2 * sizeof(double));
    double norm = 0.0;
    bool done = run->oracle && ideal != NULL && array != NULL && oracle_stage_ideal(&oracle, ideal);
    if (done) {
        tool_scalars_to_double(fft->precision, run->executions[0].stages + stage * run->array_bytes,
                               array, 2 * run->length);
        double scale = tool_scale_for_squares(ideal, 2 * run->length);
        for (uint64_t i = 0; i < 2 * run->length; ++i) {
            norm += scale * ideal[i] * (scale * ideal[i]);
        }
        norm = sqrt(norm / (double)run->length) / scale;
        for (uint64_t i = 0; i < run->length; ++i) {
            errors[i] =
                hypot(array[2 * i] - ideal[2 * i], array[2 * i + 1] - ideal[2 * i + 1]) / norm;
        }
    }
    free(ideal);
    free(array);
    return done;
}
