/* SPDX-License-Identifier: MIT */
#include "cpu/emulate/workgroup_fft.h"

#include "cpu/allocate.h"
#include "cpu/emulate/emulator.h"
#include "support/check.h"
#include "support/error.h"

#define WORKGROUP_FFT_STACK_BYTES (32u * 1024u)

typedef void (*kernel_function)(void *run);

/* NULL if this build lacks the precision. */
static kernel_function choose_kernel(const fftc_workgroup_fft *fft)
{
    bool computed = fft->computed_twiddles != 0;
    switch (fft->precision) {
    case FFTC_FLOAT32:
        return computed ? fftc_workgroup_fft_emulated_f32_computed
                        : fftc_workgroup_fft_emulated_f32_table;
    case FFTC_FLOAT64:
        return computed ? fftc_workgroup_fft_emulated_f64_computed
                        : fftc_workgroup_fft_emulated_f64_table;
    case FFTC_FLOAT16:
#ifdef FFTC_HAVE_FLOAT16
        return computed ? fftc_workgroup_fft_emulated_f16_computed
                        : fftc_workgroup_fft_emulated_f16_table;
#else
        break;
#endif
    }
    return NULL;
}

static fftc_status check(const fftc_workgroup_fft *fft, const fftc_emulation *config,
                         const void *data, const fftc_finding *findings, size_t findings_limit,
                         fftc_error *error)
{
    fftc_status status = fftc_workgroup_fft_check(fft, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (data == NULL) {
        return fftc_fail_null(error, "data");
    }
    if (findings == NULL && findings_limit != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "findings is NULL: pass an array, or findings_limit 0");
    }
    if (choose_kernel(fft) == NULL) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "half precision: the compiler that built this library has no _Float16");
    }
    if (config != NULL && config->subgroup_size != 0 &&
        config->subgroup_size < 1u << fft->subgroup_log2) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "subgroup_size is %u, but the kernel shuffles over %u lanes",
                         (unsigned)config->subgroup_size, 1u << fft->subgroup_log2);
    }
    return FFTC_SUCCESS;
}

/* The caller's configuration, with everything that follows from `fft` in its place. */
static fftc_emulation configure(const fftc_workgroup_fft *fft, const fftc_emulation *config,
                                const fftc_memory *memories)
{
    fftc_emulation own = {0};
    size_t complex_words = (2 * fftc_precision_bytes(fft->precision) + 3) / 4;
    if (config != NULL) {
        own = *config;
    }
    if (own.subgroup_size == 0 && fft->subgroup_log2 != 0) {
        own.subgroup_size = 1u << fft->subgroup_log2;
    }
    own.workgroup_size = 1u << fft->workgroup_log2;
    own.workgroup_count = (uint32_t)(fft->batch != 0 ? fft->batch : 1);
    own.shared_words = (uint32_t)complex_words << fft->workgroup_log2;
    own.private_bytes = 0;
    own.stack_bytes = own.observer.observe != NULL ? own.stack_bytes : WORKGROUP_FFT_STACK_BYTES;
    own.memories = memories;
    own.memory_count = fft->computed_twiddles != 0 ? 1 : 2;
    return own;
}

static fftc_status make_twiddles(const fftc_workgroup_fft *fft, const fftc_allocator *allocator,
                                 fftc_memory *memory, fftc_error *error)
{
    uint32_t points_log2 = fft->elements_log2 + fft->workgroup_log2;
    fftc_status status;
    memory->name = "twiddles";
    memory->element_bytes = 2 * fftc_precision_bytes(fft->precision);
    memory->element_count = (uint64_t)1 << points_log2;
    memory->read_only = true;
    memory->data = fftc_allocate(allocator, memory->element_count, memory->element_bytes);
    if (memory->data == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a table of 2^%u twiddles",
                         (unsigned)points_log2);
    }
    status = fftc_twiddle_table_fill(fft->precision, points_log2, memory->data, error);
    if (status != FFTC_SUCCESS) {
        fftc_release(allocator, memory->data);
        memory->data = NULL;
    }
    return status;
}

/* Copies the findings to the caller, since the emulator's end with it. */
static void keep_findings(fftc_report *report, fftc_finding *findings, size_t limit)
{
    report->findings_listed = report->findings_listed < limit ? report->findings_listed : limit;
    if (report->findings_listed != 0) {
        memcpy(findings, report->findings, report->findings_listed * sizeof *findings);
    }
    report->findings = findings;
}

static fftc_status run(const fftc_workgroup_fft *fft, const fftc_emulation *config, void *stages,
                       fftc_report *report, fftc_finding *findings, size_t findings_limit,
                       fftc_error *error)
{
    fftc_workgroup_fft_run this_run = {*fft, stages};
    fftc_emulator *emulator;
    fftc_report local;
    /* The caller's observer may need any amount of stack, the kernel needs little. */
    unsigned flags = config->observer.observe != NULL ? FFTC_FIBER_GUARD : 0;
    fftc_status status = fftc_emulator_create_stacks(config, flags, &emulator, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = fftc_emulator_run(emulator, choose_kernel(fft), &this_run, &local, error);
    if (status == FFTC_SUCCESS) {
        keep_findings(&local, findings, findings_limit);
        if (report != NULL) {
            *report = local;
        }
    }
    fftc_emulator_destroy(emulator);
    return status;
}

fftc_status fftc_workgroup_fft_emulate(const fftc_workgroup_fft *fft, const fftc_emulation *config,
                                       void *data, void *stages, fftc_report *report,
                                       fftc_finding *findings, size_t findings_limit,
                                       fftc_error *error)
{
    const fftc_allocator *allocator = config != NULL ? config->allocator : NULL;
    fftc_memory memories[2] = {{.name = "data", .data = data}};
    fftc_emulation own;
    fftc_status status = check(fft, config, data, findings, findings_limit, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    memories[FFTC_RUN_DATA].element_bytes = 2 * fftc_precision_bytes(fft->precision);
    memories[FFTC_RUN_DATA].element_count = (fft->batch != 0 ? fft->batch : 1)
                                            << (fft->elements_log2 + fft->workgroup_log2);
    if (fft->computed_twiddles == 0) {
        status = make_twiddles(fft, allocator, &memories[FFTC_RUN_TWIDDLES], error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    own = configure(fft, config, memories);
    status = run(fft, &own, stages, report, findings, findings_limit, error);
    fftc_release(allocator, memories[FFTC_RUN_TWIDDLES].data);
    return status;
}
