/* SPDX-License-Identifier: MIT
 *
 * A plan for a device, carried out in the emulator.
 */
#include <string.h>

#include "cpu/emulate/job.h"
#include "cpu/emulate/observe.h"
#include "describe/real_layout.h"
#include "device/convolution_plan.h"
#include "device/saved_plan.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

/* Plans again by what was saved, if anything was. The transform is valid, since it has been planned
 * already. */
static fftc_status replan(fftc_job *j, const fftc_transform *transform, fftc_pass_limits limits)
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

static fftc_status replan_convolution(const fftc_job *j,
                                      const fftc_convolution_description *description,
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

static fftc_status emulate_plan(const fftc_transform *transform,
                                const fftc_emulated_device *emulation, const fftc_arrays *arrays,
                                fftc_emulated_report *report, fftc_error *error)
{
    static const fftc_emulated_device defaults;
    fftc_emulated_report own = {.dispatches = 0}; /* the caller's is written on success only */
    fftc_job j = {.emulation = emulation != NULL ? emulation : &defaults,
                  .names = {"src", "dst"},
                  .report = &own,
                  .error = error};
    if (transform == NULL || arrays == NULL) {
        return fftc_fail_null(error, transform == NULL ? "transform" : "arrays");
    }
    fftc_pass_limits limits = fftc_job_limits(j.emulation, arrays);
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
        status = fftc_job_run(&j, arrays);
    }
    return fftc_job_finish(&j, status, report);
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

static fftc_status run_convolution(fftc_job *j, const fftc_convolution_passes *passes,
                                   const fftc_request *request,
                                   const fftc_convolution_arrays *arrays)
{
    const fftc_pass_plan *execute = &passes->execute;
    uint64_t bytes = execute->elements[FFTC_PLACE_SPECTRUM] * execute->item[FFTC_PLACE_SPECTRUM];
    fftc_arrays there = {.src = arrays->kernel,
                         .src_im = arrays->kernel_im,
                         .dst = arrays->kernel != NULL ? fftc_job_take(j, bytes, 1) : NULL};
    const fftc_arrays both = {
        .src = arrays->src, .src_im = arrays->src_im, .dst = arrays->dst, .dst_im = arrays->dst_im};
    if (arrays->kernel == NULL || there.dst == NULL) {
        fftc_job_give(j, there.dst);
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
    fftc_status status = fftc_job_run(j, &there);
    if (status == FFTC_SUCCESS && j->report->finding_count == 0) {
        j->plan = *execute;
        j->in_place = in_place;
        j->names[0] = "src";
        j->footprint[0] = fftc_request_footprint(request, true);
        j->footprint[1] = fftc_request_footprint(request, false);
        j->place[FFTC_PLACE_SPECTRUM] = there.dst;
        status = fftc_job_run(j, &both);
    }
    fftc_job_give(j, there.dst);
    return status;
}

static fftc_status emulate_convolution(const fftc_convolution_description *description,
                                       const fftc_emulated_device *emulation,
                                       const fftc_convolution_arrays *arrays,
                                       fftc_emulated_report *report, fftc_error *error)
{
    static const fftc_emulated_device defaults;
    fftc_emulated_report own = {.dispatches = 0}; /* the caller's is written on success only */
    fftc_job j = {.emulation = emulation != NULL ? emulation : &defaults,
                  .mapped = true,
                  .names = {"src", "dst"},
                  .report = &own,
                  .error = error};
    if (description == NULL || arrays == NULL) {
        return fftc_fail_null(error, description == NULL ? "description" : "arrays");
    }
    const fftc_arrays touched = {.src = arrays->src, .dst = arrays->dst};
    fftc_pass_limits limits = fftc_job_limits(j.emulation, &touched);
    fftc_convolution_passes *passes = fftc_job_take(&j, 1, sizeof *passes);
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
    fftc_job_give(&j, passes);
    return fftc_job_finish(&j, status, report);
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
