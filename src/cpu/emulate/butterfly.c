/* SPDX-License-Identifier: MIT
 *
 * The classic FFTs for a device, carried out in the emulator.
 */
#include "cpu/allocate.h"
#include "cpu/emulate/butterfly_kernel.h"
#include "cpu/emulate/pass_kernel.h"
#include "fftcore/emulate_butterfly.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

typedef struct job {
    fftc_butterfly_run run;
    fftc_emulation config;
    const void *src;
    void *dst;
    void *scratch;
    void *table;
    fftc_emulated_report report;
} job;

static fftc_memory array_of(const job *j, const char *name, const void *data)
{
    return (fftc_memory){.name = name,
                         .data = (void *)(uintptr_t)data,
                         .element_bytes = j->run.plan.item_bytes,
                         .element_count = j->run.plan.numbers};
}

/* The array that a dispatch writes. */
static fftc_memory written_by(const job *j, uint32_t dispatch)
{
    return fftc_butterfly_writes_scratch(&j->run.plan, dispatch)
               ? array_of(j, "scratch", j->scratch)
               : array_of(j, "dst", j->dst);
}

static fftc_status run_dispatch(job *j, uint32_t dispatch, fftc_error *error)
{
    const fftc_butterfly_plan *plan = &j->run.plan;
    fftc_memory memories[FFTC_BUTTERFLY_MEMORY_COUNT] = {
        [FFTC_BUTTERFLY_MEMORY_SRC] =
            dispatch == 0 ? array_of(j, "src", j->src) : written_by(j, dispatch - 1),
        [FFTC_BUTTERFLY_MEMORY_DST] = written_by(j, dispatch),
        [FFTC_BUTTERFLY_MEMORY_TABLE] = {.name = "table",
                                         .data = j->table,
                                         .element_bytes = plan->entry_bytes,
                                         .element_count = plan->entries,
                                         .read_only = true}};
    memories[FFTC_BUTTERFLY_MEMORY_SRC].read_only = true;
    fftc_emulation config = j->config;
    fftc_emulator *emulator;
    fftc_report report;
    config.workgroup_size = 1u << plan->workgroup_log2;
    config.workgroup_count = plan->workgroups;
    config.shared_words = plan->shared_words;
    config.memories = memories;
    config.memory_count = FFTC_BUTTERFLY_MEMORY_COUNT;
    j->run.pass = dispatch;
    fftc_status status = fftc_emulator_create(&config, &emulator, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status =
        fftc_emulator_run(emulator,
                          plan->butterfly.precision == FFTC_FLOAT64 ? fftc_butterfly_kernel_f64
                                                                    : fftc_butterfly_kernel_f32,
                          &j->run, &report, error);
    if (status == FFTC_SUCCESS) {
        fftc_emulated_report_take(&j->report, &report);
    }
    fftc_emulator_destroy(emulator);
    return status;
}

static fftc_status run(job *j, fftc_error *error)
{
    const fftc_butterfly_plan *plan = &j->run.plan;
    const fftc_butterfly *b = &plan->butterfly;
    if (plan->entries != 0) {
        j->table = fftc_allocate(j->config.allocator, plan->entries, plan->entry_bytes);
    }
    if (plan->dispatches > 1) {
        j->scratch = fftc_allocate(j->config.allocator, (size_t)plan->numbers, plan->item_bytes);
    }
    if ((plan->entries != 0 && j->table == NULL) || (plan->dispatches > 1 && j->scratch == NULL)) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY,
                         "no memory for a table and intermediate results");
    }
    fftc_status status =
        plan->entries != 0
            ? fftc_butterfly_table_fill(b->precision, b->points_log2, j->table, error)
            : FFTC_SUCCESS;
    for (uint32_t i = 0;
         i < plan->dispatches && status == FFTC_SUCCESS && j->report.finding_count == 0; ++i) {
        status = run_dispatch(j, i, error);
    }
    return status;
}

static fftc_status check_arrays(const job *j, fftc_error *error)
{
    const uint64_t bytes = j->run.plan.numbers * j->run.plan.item_bytes;
    if (j->src == NULL || j->dst == NULL) {
        return fftc_fail_null(error, j->src == NULL ? "src" : "dst");
    }
    if ((uintptr_t)j->src < (uintptr_t)j->dst + bytes &&
        (uintptr_t)j->dst < (uintptr_t)j->src + bytes) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "src and dst overlap: pass arrays of their own, %llu bytes each",
                         (unsigned long long)bytes);
    }
    return FFTC_SUCCESS;
}

static fftc_status prepare(job *j, const fftc_butterfly *butterfly, const fftc_emulated_device *e,
                           fftc_error *error)
{
    const fftc_butterfly_limits limits = {
        .name = "the emulator",
        .invocations_max = e->invocations_max != 0 ? e->invocations_max : 256,
        .shared_bytes = e->shared_bytes != 0 ? e->shared_bytes : 32768};
    j->config = e->config != NULL ? *e->config : (fftc_emulation){0};
    fftc_status status = fftc_butterfly_plan_make(butterfly, &limits, &j->run.plan, error);
    return status == FFTC_SUCCESS ? check_arrays(j, error) : status;
}

fftc_status fftc_emulate_butterfly(const fftc_butterfly *butterfly,
                                   const fftc_emulated_device *device, const void *src, void *dst,
                                   fftc_emulated_report *report, fftc_error *error)
{
    static const fftc_emulated_device defaults;
    job *j = fftc_allocate(NULL, 1, sizeof *j);
    if (j == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    j->src = src;
    j->dst = dst;
    fftc_status status = prepare(j, butterfly, device != NULL ? device : &defaults, error);
    if (status == FFTC_SUCCESS) {
        const fftc_float_mode mode = fftc_float_mode_begin();
        status = run(j, error);
        fftc_float_mode_end(&mode);
        fftc_release(j->config.allocator, j->table);
        fftc_release(j->config.allocator, j->scratch);
    }
    if (status == FFTC_SUCCESS) {
        if (report != NULL) {
            *report = j->report;
        }
        status = fftc_succeed(error);
    }
    fftc_release(NULL, j);
    return status;
}
