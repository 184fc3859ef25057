/* SPDX-License-Identifier: MIT */
#include "device/table_jobs.h"

/* From so many numbers on, half a millisecond's work, several threads pay. */
#define CREW_NUMBERS ((uint64_t)1 << 16)

static uint64_t task_numbers(const fftc_table_job *job)
{
    return job->count != 0 ? job->numbers / job->count : 0;
}

/* Jobs of large tasks come first, so that all threads end at about the same time. */
void fftc_table_jobs_add(fftc_table_jobs *jobs, const fftc_table_job *job)
{
    uint32_t at = jobs->count++;
    for (; at > 0 && task_numbers(&jobs->job[at - 1]) < task_numbers(job); --at) {
        jobs->job[at] = jobs->job[at - 1];
    }
    jobs->job[at] = *job;
    jobs->numbers += job->numbers;
}

/* Does task i of those that come before all others, counted through all jobs. */
static void prepare_one(void *data, uint32_t i)
{
    const fftc_table_jobs *jobs = data;
    const fftc_table_job *job = jobs->job;
    for (; i >= job->preparations; ++job) {
        i -= job->preparations;
    }
    job->prepare(job->context, i);
}

/* Task i of all tasks of all jobs. */
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
    fftc_workers_phase stages[2] = {{0, prepare_one}, {0, do_one}};
    for (uint32_t i = 0; i < jobs->count; ++i) {
        stages[0].count += jobs->job[i].preparations;
        stages[1].count += jobs->job[i].count;
    }
    if (jobs->numbers >= CREW_NUMBERS) {
        uint32_t first = stages[0].count == 0;
        fftc_workers_run_phases(stages + first, 2 - first, jobs);
    } else {
        for (uint32_t s = 0; s < 2; ++s) {
            for (uint32_t i = 0; i < stages[s].count; ++i) {
                stages[s].task(jobs, i);
            }
        }
    }
    for (uint32_t i = 0; i < jobs->count; ++i) {
        jobs->job[i].end(jobs->job[i].context);
    }
    jobs->count = 0;
    jobs->numbers = 0;
}
