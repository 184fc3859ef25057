/* SPDX-License-Identifier: MIT
 *
 * The dispatches of a fftc_pass_plan, carried out one after the other: what plans of all kinds do
 * in the emulator.
 */
#ifndef FFTC_EMULATE_JOB_H
#define FFTC_EMULATE_JOB_H

#include "cpu/emulate/pass_kernel.h"
#include "describe/overlap.h"

typedef struct fftc_job {
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
} fftc_job;

FFTC_API fftc_pass_limits fftc_job_limits(const fftc_emulated_device *e, const fftc_arrays *arrays);

/* Memory by the configuration's allocator, filled with NaNs, so that numbers that nobody wrote are
 * noticed; or NULL. */
void *fftc_job_take(const fftc_job *j, uint64_t count, size_t bytes);
void fftc_job_give(const fftc_job *j, void *memory);

/* Carries j->plan out, with scratch of its own. */
fftc_status fftc_job_run(fftc_job *j, const fftc_arrays *arrays);

/* Gives the report to the caller if `status` says so. */
fftc_status fftc_job_finish(const fftc_job *j, fftc_status status, fftc_emulated_report *report);

#endif
