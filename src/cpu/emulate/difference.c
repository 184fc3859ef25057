/* SPDX-License-Identifier: MIT
 *
 * Finite differences for a device, carried out in the emulator.
 */
#include "cpu/allocate.h"
#include "cpu/emulate/difference_kernel.h"
#include "cpu/emulate/pass_kernel.h"
#include "fftcore/emulate_difference.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

typedef struct job {
    fftc_difference_pass pass;
    fftc_emulation config;
    const void *medium;
    fftc_emulated_report report;
} job;

static fftc_status run_step(job *j, void *const arrays[2], fftc_error *error)
{
    const size_t bytes = j->pass.key.columns * fftc_precision_bytes(j->pass.precision);
    const uint64_t count = j->pass.scheme.points / j->pass.key.columns;
    const fftc_memory memories[FFTC_DIFFERENCE_MEMORY_COUNT] = {
        {.name = "points",
         .data = arrays[0],
         .element_bytes = bytes,
         .element_count = count,
         .read_only = true},
        {.name = "next", .data = arrays[1], .element_bytes = bytes, .element_count = count},
        {.name = "medium",
         .data = (void *)(uintptr_t)j->medium,
         .element_bytes = bytes,
         .element_count = j->medium != NULL ? count : 0,
         .read_only = true}};
    fftc_emulation config = j->config;
    fftc_emulator *emulator;
    fftc_report report;
    config.workgroup_size = j->pass.key.invocations;
    config.workgroup_count = j->pass.workgroups;
    config.memories = memories;
    config.memory_count = FFTC_DIFFERENCE_MEMORY_COUNT;
    config.stack_bytes = config.stack_bytes < 1u << 18 ? 1u << 18 : config.stack_bytes;
    fftc_status status = fftc_emulator_create(&config, &emulator, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = fftc_emulator_run(emulator,
                               j->pass.precision == FFTC_FLOAT64 ? fftc_difference_kernel_f64
                                                                 : fftc_difference_kernel_f32,
                               &j->pass, &report, error);
    if (status == FFTC_SUCCESS) {
        fftc_emulated_report_take(&j->report, &report);
    }
    fftc_emulator_destroy(emulator);
    return status;
}

static fftc_status run_steps(job *j, uint64_t steps, void *arrays[2], fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    for (uint64_t i = 0; i < steps && status == FFTC_SUCCESS && j->report.finding_count == 0; ++i) {
        status = run_step(j, arrays, error);
        if (status == FFTC_SUCCESS) {
            void *newest = arrays[1];
            arrays[1] = arrays[0];
            arrays[0] = newest;
        }
    }
    return status;
}

static fftc_status prepare(job *j, const fftc_difference *difference,
                           const fftc_difference_blocks *blocks, const fftc_emulated_device *e,
                           void *const arrays[2], fftc_error *error)
{
    j->config = e->config != NULL ? *e->config : (fftc_emulation){0};
    if (j->config.subgroup_size == 0) {
        j->config.subgroup_size = 32;
    }
    const fftc_difference_limits limits = {.invocations_max =
                                               e->invocations_max != 0 ? e->invocations_max : 256,
                                           .subgroup_size = j->config.subgroup_size,
                                           .subgroups_max = e->subgroups_max};
    fftc_status status =
        fftc_difference_pass_make(difference, j->medium != NULL, blocks, &limits, &j->pass, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_difference_check_arrays(
            &j->pass.scheme, fftc_precision_bytes(j->pass.precision), arrays, j->medium, error);
    }
    return status;
}

fftc_status fftc_emulate_difference(const fftc_difference *difference,
                                    const fftc_difference_blocks *blocks,
                                    const fftc_emulated_device *device, uint64_t steps,
                                    void *arrays[2], const void *medium,
                                    fftc_emulated_report *report, fftc_error *error)
{
    static const fftc_emulated_device defaults;
    if (arrays == NULL) {
        return fftc_fail_null(error, "arrays");
    }
    job *j = fftc_allocate(NULL, 1, sizeof *j);
    if (j == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    j->medium = medium;
    fftc_status status =
        prepare(j, difference, blocks, device != NULL ? device : &defaults, arrays, error);
    if (status == FFTC_SUCCESS) {
        const fftc_float_mode mode = fftc_float_mode_begin();
        status = run_steps(j, steps, arrays, error);
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
