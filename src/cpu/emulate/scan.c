/* SPDX-License-Identifier: MIT
 *
 * A scan for a device, carried out in the emulator.
 */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/pass_kernel.h"
#include "cpu/emulate/scan_kernel.h"
#include "fftcore/emulate_scan.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

typedef struct job {
    fftc_scan_plan plan;
    fftc_emulation config;
    const void *src;
    const uint32_t *heads;
    void *dst;
    uint32_t *scratch;
    fftc_emulated_report report;
} job;

static void (*kernel_of(const job *j, const fftc_scan_key *key))(void *run)
{
    const fftc_scan_description *d = &j->plan.request.description;
    void (*const kernels[])(void *) = {fftc_scan_kernel_1, fftc_scan_kernel_2, fftc_scan_kernel_3,
                                       fftc_scan_kernel_4, fftc_scan_kernel_5};
    if (d->operation != FFTC_SCAN_OWN && d->type == FFTC_SCAN_FLOAT64) {
        return key->words == 2 ? fftc_scan_kernel_f64_2 : fftc_scan_kernel_f64_3;
    }
    return kernels[key->words - 1];
}

static fftc_status run_dispatch(job *j, const fftc_scan_dispatch *dispatch, fftc_error *error)
{
    const fftc_scan_request *q = &j->plan.request;
    bool in_place = q->description.placement == FFTC_IN_PLACE;
    const fftc_memory memories[FFTC_SCAN_MEMORY_COUNT] = {
        {.name = "src",
         .data = (void *)(uintptr_t)j->src,
         .element_bytes = 4,
         .element_count = in_place ? 0 : q->src_bytes / 4,
         .read_only = true},
        {.name = "dst", .data = j->dst, .element_bytes = 4, .element_count = q->dst_bytes / 4},
        {.name = "scratch",
         .data = j->scratch,
         .element_bytes = 4,
         .element_count = j->plan.scratch_words},
        {.name = "heads",
         .data = (void *)(uintptr_t)j->heads,
         .element_bytes = 4,
         .element_count = q->heads_bytes / 4,
         .read_only = true}};
    fftc_scan_run run = {.request = q,
                         .dispatch = dispatch,
                         .src = in_place ? FFTC_SCAN_MEMORY_DST : FFTC_SCAN_MEMORY_SRC};
    fftc_emulation config = j->config;
    fftc_emulator *emulator;
    fftc_report report;
    config.workgroup_size = 1u << dispatch->key.workgroup_log2;
    config.workgroup_count = dispatch->workgroups;
    config.shared_words = fftc_scan_shared_words(&dispatch->key);
    /* The look-back is made for workgroups that run at one time; others need not be interleaved. */
    config.resident_workgroups =
        dispatch->key.role == FFTC_SCAN_ROLE_PASS ? config.resident_workgroups : 1;
    config.memories = memories;
    config.memory_count = FFTC_SCAN_MEMORY_COUNT;
    config.stack_bytes = config.stack_bytes < 1u << 20 ? 1u << 20 : config.stack_bytes;
    fftc_status status =
        dispatch->workgroups == 0 ? FFTC_SUCCESS : fftc_emulator_create(&config, &emulator, error);
    if (status != FFTC_SUCCESS || dispatch->workgroups == 0) {
        return status;
    }
    status = fftc_emulator_run(emulator, kernel_of(j, &dispatch->key), &run, &report, error);
    if (status == FFTC_SUCCESS) {
        fftc_emulated_report_take(&j->report, &report);
    }
    fftc_emulator_destroy(emulator);
    return status;
}

static fftc_status run(job *j, fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    if (j->plan.scratch_words != 0) {
        j->scratch = fftc_allocate(j->config.allocator, j->plan.scratch_words, 4);
        if (j->scratch == NULL) {
            return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for intermediate results");
        }
        memset(j->scratch, 0xff, (size_t)j->plan.scratch_words * 4);
    }
    for (uint32_t i = 0;
         i < j->plan.count && status == FFTC_SUCCESS && j->report.finding_count == 0; ++i) {
        status = run_dispatch(j, &j->plan.dispatch[i], error);
    }
    fftc_release(j->config.allocator, j->scratch);
    return status;
}

static fftc_scan_limits limits_of(const fftc_emulated_device *e)
{
    uint32_t subgroup =
        e->config != NULL && e->config->subgroup_size != 0 ? e->config->subgroup_size : 32;
    return (fftc_scan_limits){.invocations_max = e->invocations_max != 0 ? e->invocations_max : 256,
                              .shared_bytes = e->shared_bytes != 0 ? e->shared_bytes : 32768,
                              .subgroup_size = subgroup};
}

fftc_status fftc_emulate_scan(const fftc_scan_description *description,
                              const fftc_scan_pass_options *options,
                              const fftc_emulated_device *device, const void *src,
                              const uint32_t *heads, void *dst, fftc_emulated_report *report,
                              fftc_error *error)
{
    static const fftc_emulated_device defaults;
    const fftc_emulated_device *e = device != NULL ? device : &defaults;
    const fftc_scan_limits limits = limits_of(e);
    fftc_scan_request request;
    fftc_status status = fftc_scan_read(description, &request, error);
    if (status == FFTC_SUCCESS && description->operation == FFTC_SCAN_OWN &&
        description->own.combine == NULL) {
        status = fftc_fail_null(error, "own.combine");
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_scan_check_arrays(&request, src, heads, dst, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    job *j = fftc_allocate(NULL, 1, sizeof *j);
    if (j == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    j->config = e->config != NULL ? *e->config : (fftc_emulation){0};
    j->src = src;
    j->heads = heads;
    j->dst = dst;
    status = fftc_scan_plan_make(&request, options, &limits, &j->plan, error);
    if (status == FFTC_SUCCESS) {
        const fftc_float_mode mode = fftc_float_mode_begin();
        status = run(j, error);
        fftc_float_mode_end(&mode);
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
