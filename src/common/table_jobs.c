/* SPDX-License-Identifier: MIT */
#include "common/table_jobs.h"

/* Several threads are worth it from so many numbers on: half a millisecond. */
#define CREW_NUMBERS ((uint64_t)1 << 16)

void fftc_table_jobs_add(fftc_table_jobs *jobs, const fftc_table_job *job, uint64_t numbers)
{
    jobs->job[jobs->count++] = *job;
    jobs->numbers += numbers;
}

/* All tasks, counted through. */
static void do_one(void *data, uint32_t i)
{
    const fftc_table_jobs *jobs = data;
    const fftc_table_job *job = jobs->job;
    for (; i >= job->count; ++job) {
        i -= job->count;
    }
    job->task(job->context, i);
}

void fftc_table_jobs_run(fftc_table_jobs *jobs)
{
    uint32_t tasks = 0;
    for (uint32_t i = 0; i < jobs->count; ++i) {
        tasks += jobs->job[i].count;
    }
    const fftc_crew_stage stage = {tasks, do_one};
    if (jobs->numbers >= CREW_NUMBERS) {
        fftc_crew_run_stages(&stage, 1, jobs);
    } else {
        for (uint32_t i = 0; i < tasks; ++i) {
            do_one(jobs, i);
        }
    }
    for (uint32_t i = 0; i < jobs->count; ++i) {
        jobs->job[i].end(jobs->job[i].context);
    }
    jobs->count = 0;
    jobs->numbers = 0;
}
