/* SPDX-License-Identifier: MIT
 *
 * A plan for a device, carried out in the emulator.
 */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/observe.h"
#include "cpu/emulate/pass_kernel.h"
#include "describe/overlap.h"
#include "describe/real_layout.h"
#include "device/convolution_plan.h"
#include "device/saved_plan.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"
#include "support/own_transform.h"

typedef struct job {
    const fftc_emulated_device *emulation;
    fftc_pass_plan plan;
    bool in_place;
    bool mapped; /* of kernel/mapped_pass.h */
    const char *names[2];
    fftc_footprint footprint[2]; /* of src and dst */
    void *place[FFTC_PLACE_COUNT];
    void *place_im[FFTC_PLACE_COUNT];
    fftc_emulated_report *report;
    fftc_error *error;
} job;

static fftc_pass_limits limits_of(const fftc_emulated_device *e, const fftc_arrays *arrays)
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

/* Allocates memory filled with NaNs, so that numbers that nobody wrote are noticed. */
static void *take_memory(const job *j, uint64_t count, size_t bytes)
{
    const fftc_emulation *config = j->emulation->config;
    void *memory = fftc_allocate(config != NULL ? config->allocator : NULL, count, bytes);
    return memory == NULL ? NULL : memset(memory, 0xff, (size_t)count * bytes);
}

static void give_memory(const job *j, void *memory)
{
    const fftc_emulation *config = j->emulation->config;
    fftc_release(config != NULL ? config->allocator : NULL, memory);
}

/* What accessors touch nobody knows. */
static bool overlap(const job *j, const fftc_arrays *a)
{
    const void *const src[] = {a->src, a->src_im};
    const void *const dst[] = {a->dst, a->dst_im};
    return j->emulation->load == NULL && j->emulation->store == NULL &&
           j->plan.elements[FFTC_PLACE_DST] != 0 &&
           fftc_sides_meet(j->in_place, src, &j->footprint[0], dst, &j->footprint[1]);
}

static fftc_status choose_places(job *j, const fftc_arrays *arrays)
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
            j->place[i] = take_memory(j, j->plan.elements[i], j->plan.item[i]);
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

static void set_memories(const job *j, const fftc_pass *pass, void *table, uint64_t factors,
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

static void (*kernel_of(const job *j, const fftc_pass *pass))(void *)
{
    if (pass->key.precision == FFTC_FLOAT64) {
        return j->mapped ? fftc_mapped_kernel_f64 : fftc_pass_kernel_f64;
    }
    return j->mapped ? fftc_mapped_kernel_f32 : fftc_pass_kernel_f32;
}

static fftc_status run_pass(job *j, const fftc_pass *pass, void *table, uint64_t factors)
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
    config.shared_words = fftc_line_shared_words(&pass->key.line);
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

static fftc_status run_plan(job *j)
{
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < j->plan.count && status == FFTC_SUCCESS; ++i) {
        const fftc_pass *pass = &j->plan.pass[i];
        uint64_t factors = fftc_pass_table_count(&pass->key);
        void *table = take_memory(j, factors + 1, 16);
        if (table == NULL) {
            return fftc_fail(j->error, FFTC_OUT_OF_MEMORY, "no memory for a table");
        }
        status =
            fftc_pass_table_fill(&pass->key, fftc_own_transform, table)
                ? run_pass(j, pass, table, factors)
                : fftc_fail(j->error, FFTC_OUT_OF_MEMORY, "no memory for the spectrum of a chirp");
        give_memory(j, table);
        if (j->report->finding_count != 0) {
            break;
        }
    }
    return status;
}

static fftc_status run_on(job *j, const fftc_arrays *arrays)
{
    fftc_status status = choose_places(j, arrays);
    if (status == FFTC_SUCCESS) {
        status = run_plan(j);
    }
    for (int i = FFTC_PLACE_SCRATCH; i <= FFTC_PLACE_WORK; ++i) {
        give_memory(j, j->place[i]);
        j->place[i] = NULL;
    }
    return status;
}

/* Plans again by what was saved, if anything was. The transform is valid, since it has been planned
 * already. */
static fftc_status replan(job *j, const fftc_transform *transform, fftc_pass_limits limits)
{
    char name[FFTC_TRANSFORM_NAME_BYTES];
    fftc_pass_choices choices;
    bool found;
    fftc_transform_name(transform, name);
    fftc_status status =
        fftc_saved_find(j->emulation->saved, NULL, name, false, &choices, &found, j->error);
    limits.choices = &choices;
    return status == FFTC_SUCCESS && found
               ? fftc_pass_plan_make(transform, &limits, &j->plan, j->error)
               : status;
}

static fftc_status replan_convolution(const job *j, const fftc_convolution_description *description,
                                      fftc_pass_limits limits, fftc_convolution_passes *passes)
{
    char name[FFTC_CONVOLUTION_NAME_BYTES];
    fftc_pass_choices choices;
    bool found;
    fftc_convolution_name(description, name);
    fftc_status status =
        fftc_saved_find(j->emulation->saved, NULL, name, false, &choices, &found, j->error);
    limits.choices = &choices;
    return status == FFTC_SUCCESS && found
               ? fftc_convolution_passes_make(description, &limits, passes, j->error)
               : status;
}

static fftc_status finish(const job *j, fftc_status status, fftc_emulated_report *report)
{
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (report != NULL) {
        *report = *j->report;
    }
    return fftc_succeed(j->error);
}

static fftc_status emulate_plan(const fftc_transform *transform,
                                const fftc_emulated_device *emulation, const fftc_arrays *arrays,
                                fftc_emulated_report *report, fftc_error *error)
{
    static const fftc_emulated_device defaults;
    fftc_emulated_report own = {.dispatches = 0}; /* the caller's is written on success only */
    job j = {.emulation = emulation != NULL ? emulation : &defaults,
             .names = {"src", "dst"},
             .report = &own,
             .error = error};
    if (transform == NULL || arrays == NULL) {
        return fftc_fail_null(error, transform == NULL ? "transform" : "arrays");
    }
    fftc_pass_limits limits = limits_of(j.emulation, arrays);
    fftc_layout layout;
    fftc_status status = fftc_pass_plan_make(transform, &limits, &j.plan, error);
    if (status == FFTC_SUCCESS && j.emulation->saved != NULL) {
        status = replan(&j, transform, limits);
    }
    j.in_place = transform->placement == FFTC_IN_PLACE;
    if (status == FFTC_SUCCESS) {
        status = fftc_layout_read(transform, &layout, error);
    }
    if (status == FFTC_SUCCESS) {
        j.footprint[0] = fftc_footprint_make(&layout, j.in_place, true);
        j.footprint[1] = fftc_footprint_make(&layout, j.in_place, false);
        status = run_on(&j, arrays);
    }
    return finish(&j, status, report);
}

fftc_status fftc_emulate_plan(const fftc_transform *transform,
                              const fftc_emulated_device *emulation, const fftc_arrays *arrays,
                              fftc_emulated_report *report, fftc_error *error)
{
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = emulate_plan(transform, emulation, arrays, report, error);
    fftc_float_mode_end(&mode);
    return status;
}

static fftc_status run_convolution(job *j, const fftc_convolution_passes *passes,
                                   const fftc_request *request,
                                   const fftc_convolution_arrays *arrays)
{
    const fftc_pass_plan *execute = &passes->execute;
    uint64_t bytes = execute->elements[FFTC_PLACE_SPECTRUM] * execute->item[FFTC_PLACE_SPECTRUM];
    fftc_arrays there = {.src = arrays->kernel,
                         .src_im = arrays->kernel_im,
                         .dst = arrays->kernel != NULL ? take_memory(j, bytes, 1) : NULL};
    const fftc_arrays both = {
        .src = arrays->src, .src_im = arrays->src_im, .dst = arrays->dst, .dst_im = arrays->dst_im};
    if (arrays->kernel == NULL || there.dst == NULL) {
        give_memory(j, there.dst);
        return arrays->kernel == NULL
                   ? fftc_fail_null(j->error, "kernel")
                   : fftc_fail(j->error, FFTC_OUT_OF_MEMORY, "no memory for a spectrum");
    }
    j->report->bound = fftc_convolution_passes_bound(passes);
    bool in_place = j->in_place;
    j->plan = passes->prepare;
    j->in_place = false;
    j->names[0] = "kernel";
    j->footprint[0] = fftc_request_kernel_footprint(request);
    j->footprint[1] = fftc_footprint_block((size_t)bytes);
    fftc_status status = run_on(j, &there);
    if (status == FFTC_SUCCESS && j->report->finding_count == 0) {
        j->plan = *execute;
        j->in_place = in_place;
        j->names[0] = "src";
        j->footprint[0] = fftc_request_footprint(request, true);
        j->footprint[1] = fftc_request_footprint(request, false);
        j->place[FFTC_PLACE_SPECTRUM] = there.dst;
        status = run_on(j, &both);
    }
    give_memory(j, there.dst);
    return status;
}

static fftc_status emulate_convolution(const fftc_convolution_description *description,
                                       const fftc_emulated_device *emulation,
                                       const fftc_convolution_arrays *arrays,
                                       fftc_emulated_report *report, fftc_error *error)
{
    static const fftc_emulated_device defaults;
    fftc_emulated_report own = {.dispatches = 0}; /* the caller's is written on success only */
    job j = {.emulation = emulation != NULL ? emulation : &defaults,
             .mapped = true,
             .names = {"src", "dst"},
             .report = &own,
             .error = error};
    if (description == NULL || arrays == NULL) {
        return fftc_fail_null(error, description == NULL ? "description" : "arrays");
    }
    const fftc_arrays touched = {.src = arrays->src, .dst = arrays->dst};
    fftc_pass_limits limits = limits_of(j.emulation, &touched);
    fftc_convolution_passes *passes = take_memory(&j, 1, sizeof *passes);
    if (passes == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    fftc_request request;
    fftc_status status = fftc_convolution_passes_make(description, &limits, passes, error);
    if (status == FFTC_SUCCESS && j.emulation->saved != NULL) {
        status = replan_convolution(&j, description, limits, passes);
    }
    j.in_place = description->signal.placement == FFTC_IN_PLACE;
    if (status == FFTC_SUCCESS) {
        status = fftc_convolution_read(description, &request, error);
    }
    if (status == FFTC_SUCCESS) {
        status = run_convolution(&j, passes, &request, arrays);
    }
    give_memory(&j, passes);
    return finish(&j, status, report);
}

fftc_status fftc_emulate_convolution(const fftc_convolution_description *description,
                                     const fftc_emulated_device *emulation,
                                     const fftc_convolution_arrays *arrays,
                                     fftc_emulated_report *report, fftc_error *error)
{
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = emulate_convolution(description, emulation, arrays, report, error);
    fftc_float_mode_end(&mode);
    return status;
}

/* ------------------------------------------------------------------------------- for accessors */

void fftc_emulate_src_get(uint32_t index, void *value)
{
    const fftc_pass_run *run = fftc_pass_run_current();
    if (run != NULL) {
        (run->pass->key.precision == FFTC_FLOAT64 ? fftc_pass_src_get_f64
                                                  : fftc_pass_src_get_f32)(index, value);
    }
}

void fftc_emulate_dst_set(uint32_t index, const void *value)
{
    const fftc_pass_run *run = fftc_pass_run_current();
    if (run != NULL) {
        (run->pass->key.precision == FFTC_FLOAT64 ? fftc_pass_dst_set_f64
                                                  : fftc_pass_dst_set_f32)(index, value);
    }
}

uint32_t fftc_emulate_extra_get(uint32_t extra, uint32_t index, const char *file, uint32_t line)
{
    uint32_t word = 0;
    fftc_emulate_memory_load(FFTC_PASS_MEMORY_EXTRA + extra, index, &word, sizeof word, file, line);
    return word;
}

void fftc_emulate_extra_set(uint32_t extra, uint32_t index, uint32_t word, const char *file,
                            uint32_t line)
{
    fftc_emulate_memory_store(FFTC_PASS_MEMORY_EXTRA + extra, index, &word, sizeof word, file,
                              line);
}

void fftc_emulate_picture_get(uint32_t extra, uint32_t x, uint32_t y, uint32_t *words,
                              const char *file, uint32_t line)
{
    const fftc_pass_run *run = fftc_pass_run_current();
    uint64_t width = run != NULL ? run->emulation->picture_width[extra % FFTC_EXTRAS_MAX] : 0;
    /* Beyond the right edge there is no texel, rather than one of the next row. */
    uint64_t index = x < width ? y * width + x : UINT64_MAX;
    memset(words, 0, 4 * sizeof *words);
    fftc_emulate_memory_load(FFTC_PASS_MEMORY_EXTRA + extra, index, words, 4 * sizeof *words, file,
                             line);
}

uint32_t fftc_emulate_user_word(uint32_t i, const char *file, uint32_t line)
{
    const fftc_pass_run *run = fftc_pass_run_current();
    if (i >= FFTC_USER_WORDS_MAX) {
        fftc_find_out_of_bounds("word", i, file, line);
        return 0;
    }
    return run != NULL ? run->emulation->word[i] : 0;
}
