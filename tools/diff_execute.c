/* SPDX-License-Identifier: MIT
 *
 * The executions of one `diff`: which there are, and carrying them out.
 */
#include <stdlib.h>
#include <string.h>

#include "devices.h"
#include "diff_internal.h"
#include "progress.h"
#include "simd.h"

static void execution_name(diff_execution *execution, diff_kind kind, const char *name)
{
    execution->kind = kind;
    (void)snprintf(execution->name, sizeof execution->name, "%s", name);
    /* "llvmpipe (LLVM 15.0.6, 256 bits)" is llvmpipe in a column. */
    size_t bytes = strcspn(name, "(");
    while (bytes > 0 && name[bytes - 1] == ' ') {
        --bytes;
    }
    const size_t most = 12;
    while (bytes > most) {
        size_t last = bytes;
        while (last > 0 && name[last - 1] != ' ') {
            --last;
        }
        if (last <= 1) {
            bytes = most;
        } else {
            bytes = last - 1;
        }
    }
    (void)snprintf(execution->label, sizeof execution->label, "%.*s", (int)bytes, name);
}

static uint32_t smaller(uint32_t x, uint32_t y)
{
    return x < y ? x : y;
}

static uint32_t log2_floor(uint32_t x)
{
    return x > 0 ? 31u - (uint32_t)__builtin_clz(x) : 0u;
}

int diff_list_executions(diff_run *run, const tool_devices *devices)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    bool *selected = calloc(devices->count + 1, sizeof *selected);
    run->executions = calloc((size_t)devices->count + 2, sizeof *run->executions);
    if (selected == NULL || run->executions == NULL) {
        free(selected);
        return tool_refuse("diff: out of memory");
    }
    if (!tool_devices_select(devices, run->options.device, selected)) {
        free(selected);
        return TOOL_REFUSED;
    }
    (void)snprintf(run->device_reason, sizeof run->device_reason, "%s", devices->reason);
    execution_name(&run->executions[0], DIFF_EMULATOR, "emulator");
    run->executions[0].subgroup_size = 1u << fft->subgroup_log2;
    execution_name(&run->executions[1], DIFF_SIMD, "SIMD");
    run->executions[1].subgroup_size = 1u << fft->subgroup_log2;
    run->execution_count = 2;
    for (uint32_t i = 0; i < devices->count; ++i) {
        if (selected[i]) {
            diff_execution *execution = &run->executions[run->execution_count++];
            execution_name(execution, DIFF_DEVICE, tool_device_name(devices, i));
            execution->device = i;
            uint32_t own = log2_floor(tool_device_subgroup_size(devices, i));
            execution->subgroup_size = 1u << smaller(own, fft->subgroup_log2);
        }
    }
    free(selected);
    return TOOL_GOOD;
}

static fftc_status execute_emulator(diff_run *run, const fftc_workgroup_fft *fft,
                                    diff_execution *execution, fftc_error *error)
{
    fftc_emulation config = {.schedule = run->options.schedule,
                             .seed = run->options.seed,
                             .findings_limit = DIFF_FINDINGS};
    return fftc_workgroup_fft_emulate(fft, &config, execution->result, execution->stages,
                                      &run->report, run->findings, DIFF_FINDINGS, error);
}

int diff_execute(diff_run *run, diff_execution *execution)
{
    fftc_workgroup_fft fft = run->options.fft;
    fftc_error error = {.status = FFTC_SUCCESS};
    execution->stages = calloc(run->stage_count, run->array_bytes);
    execution->result = malloc(run->array_bytes);
    if (execution->stages == NULL || execution->result == NULL) {
        return tool_refuse("diff: no memory for the stages of %s", execution->name);
    }
    memcpy(execution->result, run->source, run->array_bytes);
    fft.subgroup_log2 = log2_floor(execution->subgroup_size);
    tool_progress_set((double)(execution - run->executions) / run->execution_count, "%s",
                      execution->name);
    uint32_t lanes = 0;
    double start = tool_milliseconds();
    switch (execution->kind) {
    case DIFF_EMULATOR: execution->status = execute_emulator(run, &fft, execution, &error); break;
    case DIFF_SIMD:
        execution->status =
            tool_simd_run(&fft, execution->result, execution->stages, &lanes, &error);
        execution->subgroup_size = lanes;
        break;
    case DIFF_DEVICE:
        execution->status = tool_device_run(execution->device, &fft, execution->result,
                                            execution->stages, &execution->milliseconds, &error);
        break;
    }
    if (execution->kind != DIFF_DEVICE) {
        execution->milliseconds = tool_milliseconds() - start;
    }
    tool_translate(error.message, execution->reason, sizeof execution->reason);
    if (execution->kind == DIFF_EMULATOR && execution->status != FFTC_SUCCESS) {
        return tool_refuse("diff: the emulator, which the others are compared with: %s",
                           execution->reason);
    }
    return TOOL_GOOD;
}
