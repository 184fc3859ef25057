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

static void run(uint32_t count, fftc_workers_task *task, fftc_table_jobs *jobs)
{
    if (jobs->numbers >= CREW_NUMBERS) {
        fftc_workers_run(count, task, jobs);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        task(jobs, i);
    }
}

void fftc_table_jobs_run(fftc_table_jobs *jobs)
{
    uint32_t preparations = 0;
    uint32_t tasks = 0;
    for (uint32_t i = 0; i < jobs->count; ++i) {
        preparations += jobs->job[i].preparations;
        tasks += jobs->job[i].count;
    }
    run(preparations, prepare_one, jobs);
    run(tasks, do_one, jobs);
    for (uint32_t i = 0; i < jobs->count; ++i) {
        jobs->job[i].end(jobs->job[i].context);
    }
    jobs->count = 0;
    jobs->numbers = 0;
}
