/* SPDX-License-Identifier: MIT
 *
 * The long parts of tables, made by several threads.
 */
#ifndef FFTC_DEVICE_TABLE_JOBS_H
#define FFTC_DEVICE_TABLE_JOBS_H

#include <stdbool.h>

#include "device/line_plan.h"
#include "device/pass_choices.h"
#include "support/workers.h"

/* Factors, weights, a spectrum, and twiddles of two edges (two times two each), of all passes. */
#define FFTC_TABLE_JOBS_MAX (11u * FFTC_PASSES_MAX)

typedef struct fftc_table_job {
    uint32_t count;
    fftc_workers_task *task;
    void *context;
    void (*end)(void *context); /* releases the context */
    uint32_t preparations;      /* how many calls of `prepare` come before all tasks of all jobs */
    fftc_workers_task *prepare;
    uint64_t numbers; /* of the table */
} fftc_table_job;

/* None yet: zeroed but for the transform, which long tables of chirps need. */
struct fftc_table_jobs {
    fftc_table_transform *transform;
    fftc_table_job job[FFTC_TABLE_JOBS_MAX];
    uint32_t count;
    uint64_t numbers; /* of all of them */
};

/* Adds a job: prepare(context, i) for each i < preparations, then task(context, i) for each i <
 * count. */
FFTC_API void fftc_table_jobs_add(fftc_table_jobs *jobs, const fftc_table_job *job);

/* Does all jobs, on several threads if they are worth it, and ends them. */
FFTC_API void fftc_table_jobs_run(fftc_table_jobs *jobs);

#endif
