/* SPDX-License-Identifier: MIT */
#include "cpu/emulate/job.h"

#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/observe.h"
#include "describe/overlap.h"
#include "support/check.h"
#include "support/error.h"
#include "support/own_transform.h"

fftc_pass_limits fftc_job_limits(const fftc_emulated_device *e, const fftc_arrays *arrays)
{
    uint32_t subgroup =
        e->config != NULL && e->config->subgroup_size != 0 ? e->config->subgroup_size : 32;
    return (fftc_pass_limits){.name = "the emulator",
                              .invocations_max = e->invocations_max != 0 ? e->invocations_max : 256,
                              .shared_bytes = e->shared_bytes != 0 ? e->shared_bytes : 32768,
                              .subgroup_size = e->passes.no_subgroups ? 0 : subgroup,
                              .subgroups_max = e->subgroups_max,
                              .buffer_bytes_max =
                                  e->buffer_bytes_max != 0 ? e->buffer_bytes_max : UINT64_MAX,
                              .passes = e->passes,
                              .load = e->load != NULL,
                              .store = e->store != NULL,
                              .load_src = arrays->src != NULL,
                              .store_dst = arrays->dst != NULL};
}

void *fftc_job_take(const fftc_job *j, uint64_t count, size_t bytes)
{
    const fftc_emulation *config = j->emulation->config;
    void *memory = fftc_allocate(config != NULL ? config->allocator : NULL, count, bytes);
    return memory == NULL ? NULL : memset(memory, 0xff, (size_t)count * bytes);
}

void fftc_job_give(const fftc_job *j, void *memory)
{
    const fftc_emulation *config = j->emulation->config;
    fftc_release(config != NULL ? config->allocator : NULL, memory);
}

/* What accessors touch nobody knows. */
static bool overlap(const fftc_job *j, const fftc_arrays *a)
{
    const void *const src[] = {a->src, a->src_im};
    const void *const dst[] = {a->dst, a->dst_im};
    return j->emulation->load == NULL && j->emulation->store == NULL &&
           j->plan.elements[FFTC_PLACE_DST] != 0 &&
           fftc_sides_meet(j->in_place, src, &j->footprint[0], dst, &j->footprint[1]);
}

static fftc_status choose_places(fftc_job *j, const fftc_arrays *arrays)
{
    bool src = j->plan.elements[FFTC_PLACE_SRC] != 0;
    bool dst = j->plan.elements[FFTC_PLACE_DST] != 0;
    bool missing = (src && arrays->src == NULL) || (dst && arrays->dst == NULL);
    bool missing_src_im = src && j->plan.split[FFTC_PLACE_SRC] && arrays->src_im == NULL;
    bool missing_im =
        missing_src_im || (dst && j->plan.split[FFTC_PLACE_DST] && arrays->dst_im == NULL);
    if (missing || missing_im) {
        return fftc_fail_null(j->error, missing ? j->names[src && arrays->src == NULL ? 0 : 1]
                                                : (missing_src_im ? "src_im" : "dst_im"));
    }
    fftc_status status =
        dst && src ? fftc_check_same_arrays(arrays->src == arrays->dst, j->in_place, j->error)
                   : FFTC_SUCCESS;
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (overlap(j, arrays)) {
        return fftc_fail(j->error, FFTC_INVALID_ARGUMENT,
                         "dst shares bytes with %s or with itself: keep them apart", j->names[0]);
    }
    j->place[FFTC_PLACE_SRC] = (void *)(uintptr_t)arrays->src;
    j->place_im[FFTC_PLACE_SRC] = (void *)(uintptr_t)arrays->src_im;
    j->place[FFTC_PLACE_DST] = arrays->dst;
    j->place_im[FFTC_PLACE_DST] = arrays->dst_im;
    for (int i = FFTC_PLACE_SCRATCH; i <= FFTC_PLACE_WORK; ++i) {
        if (j->plan.elements[i] != 0) {
            j->place[i] = fftc_job_take(j, j->plan.elements[i], j->plan.item[i]);
            if (j->place[i] == NULL) {
                return fftc_fail(j->error, FFTC_OUT_OF_MEMORY,
                                 "no memory for intermediate results");
            }
        }
    }
    return FFTC_SUCCESS;
}

void fftc_emulated_report_take(fftc_emulated_report *all, const fftc_report *one)
{
    fftc_counts_add(&all->total, &one->total);
    for (size_t i = 0; i < one->findings_listed && all->findings_listed < FFTC_EMULATED_FINDINGS;
         ++i) {
        all->findings[all->findings_listed++] = one->findings[i];
    }
    all->finding_count += one->finding_count;
    ++all->dispatches;
}

static void set_memories(const fftc_job *j, const fftc_pass *pass, void *table, uint64_t factors,
                         fftc_memory *memories)
{
    static const char *const names[] = {"src", "dst", "table", "src_im", "dst_im", "spectrum"};
    const fftc_pass_plan *plan = &j->plan;
    void *const data[] = {
        j->place[pass->src],    j->place[pass->dst],    table,
        j->place_im[pass->src], j->place_im[pass->dst], j->place[FFTC_PLACE_SPECTRUM]};
    const fftc_place places[] = {pass->src, pass->dst, pass->src,
                                 pass->src, pass->dst, FFTC_PLACE_SPECTRUM};
    const uint32_t forms[] = {pass->key.src_form, pass->key.dst_form, 0,
                              pass->key.src_form, pass->key.dst_form, 0};
    for (int i = 0; i < FFTC_PASS_MEMORY_EXTRA; ++i) {
        uint32_t bytes = fftc_form_bytes(forms[i], pass->key.precision);
        memories[i] = (fftc_memory){
            .name = names[i],
            .data = data[i],
            .element_bytes = bytes,
            .element_count = plan->elements[places[i]] * plan->item[places[i]] / bytes,
            .read_only = i != FFTC_PASS_MEMORY_DST && i != FFTC_PASS_MEMORY_DST_IM};
    }
    memories[FFTC_PASS_MEMORY_TABLE].element_bytes = fftc_complex_bytes(pass->key.precision);
    memories[FFTC_PASS_MEMORY_TABLE].element_count = factors;
    for (int i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        memories[FFTC_PASS_MEMORY_EXTRA + i] = j->emulation->extra[i];
    }
    for (int i = 0; i < FFTC_PASS_MEMORY_COUNT; ++i) { /* memories that do not exist */
        fftc_memory *m = &memories[i];
        m->name = m->name != NULL ? m->name : "extra";
        m->element_bytes = m->element_bytes != 0 ? m->element_bytes : 4;
        m->element_count = m->data != NULL ? m->element_count : 0;
    }
}

static void (*kernel_of(const fftc_job *j, const fftc_pass *pass))(void *)
{
    if (pass->key.bloom.channels != 0 || pass->key.resampled.used != 0) {
        return fftc_bloom_kernel;
    }
    if (pass->key.precision == FFTC_FLOAT64) {
        return j->mapped ? fftc_mapped_kernel_f64 : fftc_pass_kernel_f64;
    }
    return j->mapped ? fftc_mapped_kernel_f32 : fftc_pass_kernel_f32;
}

static fftc_status run_pass(fftc_job *j, const fftc_pass *pass, void *table, uint64_t factors)
{
    fftc_memory memories[FFTC_PASS_MEMORY_COUNT];
    fftc_emulation config = {.workgroup_size = 0};
    fftc_pass_run run = {pass, j->emulation,
                         pass->src == pass->dst && pass->key.src_form == pass->key.dst_form};
    fftc_emulator *emulator;
    fftc_report report;
    if (j->emulation->config != NULL) {
        config = *j->emulation->config;
    }
    set_memories(j, pass, table, factors, memories);
    config.workgroup_size = pass->key.line.count * pass->key.line.invocations;
    config.workgroup_count = pass->groups;
    config.shared_words = fftc_pass_shared_words(&pass->key);
    config.stack_bytes = config.stack_bytes < 1u << 20 ? 1u << 20 : config.stack_bytes;
    config.memories = memories;
    config.memory_count = FFTC_PASS_MEMORY_COUNT;
    fftc_status status = fftc_emulator_create(&config, &emulator, j->error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = fftc_emulator_run(emulator, kernel_of(j, pass), &run, &report, j->error);
    if (status == FFTC_SUCCESS) {
        fftc_emulated_report_take(j->report, &report);
    }
    fftc_emulator_destroy(emulator);
    return status;
}

static fftc_status run_plan(fftc_job *j)
{
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < j->plan.count && status == FFTC_SUCCESS; ++i) {
        const fftc_pass *pass = &j->plan.pass[i];
        uint64_t factors = fftc_pass_table_count(&pass->key);
        void *table = fftc_job_take(j, factors + 1, 16);
        if (table == NULL) {
            return fftc_fail(j->error, FFTC_OUT_OF_MEMORY, "no memory for a table");
        }
        status =
            fftc_pass_table_fill(&pass->key, fftc_own_transform, table)
                ? run_pass(j, pass, table, factors)
                : fftc_fail(j->error, FFTC_OUT_OF_MEMORY, "no memory for the spectrum of a chirp");
        fftc_job_give(j, table);
        if (j->report->finding_count != 0) {
            break;
        }
    }
    return status;
}

fftc_status fftc_job_run(fftc_job *j, const fftc_arrays *arrays)
{
    fftc_status status = choose_places(j, arrays);
    if (status == FFTC_SUCCESS) {
        status = run_plan(j);
    }
    for (int i = FFTC_PLACE_SCRATCH; i <= FFTC_PLACE_WORK; ++i) {
        fftc_job_give(j, j->place[i]);
        j->place[i] = NULL;
    }
    return status;
}

fftc_status fftc_job_finish(const fftc_job *j, fftc_status status, fftc_emulated_report *report)
{
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (report != NULL) {
        *report = *j->report;
    }
    return fftc_succeed(j->error);
}
