/* SPDX-License-Identifier: MIT
 *
 * Work that several threads share: each task once, stages one after the other.
 */
#include <stdatomic.h>

#include "device/table_jobs.h"
#include "testing.h"

#define TASKS 1000u

typedef struct work {
    atomic_uint calls;
    uint32_t first[TASKS];
    uint32_t second[TASKS];
    uint64_t sum;
} work;

static void put_first(void *context, uint32_t i)
{
    work *w = context;
    w->first[i] += i;
    atomic_fetch_add(&w->calls, 1);
}

static void put_second(void *context, uint32_t i)
{
    work *w = context;
    w->second[i] += w->first[TASKS - 1 - i] + 1;
    atomic_fetch_add(&w->calls, 1);
}

static void put_sum(void *context, uint32_t i)
{
    work *w = context;
    for (uint32_t k = 0; k < TASKS; ++k) {
        w->sum += w->second[k];
    }
    atomic_fetch_add(&w->calls, i + 1);
}

START_TEST(crew_tasks_each_once)
{
    static const uint32_t counts[] = {0, 1, 2, 3, 17, TASKS};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        work w = {.calls = 0};
        fftc_workers_run(counts[c], put_first, &w);
        ck_assert_uint_eq(w.calls, counts[c]);
        for (uint32_t i = 0; i < TASKS; ++i) {
            ck_assert_uint_eq(w.first[i], i < counts[c] ? i : 0);
        }
    }
}
END_TEST

/* Tasks of a stage read what other tasks of the one before it wrote. */
START_TEST(crew_stages_one_after_the_other)
{
    const fftc_workers_phase stages[] = {
        {TASKS, put_first}, {0, put_first}, {TASKS, put_second}, {1, put_sum}};
    for (int round = 0; round < 100; ++round) {
        work w = {.calls = 0};
        fftc_workers_run_phases(stages, sizeof stages / sizeof *stages, &w);
        ck_assert_uint_eq(w.calls, 2 * TASKS + 1);
        ck_assert_uint_eq(w.sum, TASKS * (TASKS - 1) / 2 + TASKS);
    }
}
END_TEST

/* What jobs share, and one of them. */
typedef struct plenty {
    atomic_uint ahead; /* of all jobs */
    atomic_uint early; /* tasks that did not find all of it done */
    uint32_t all;
} plenty;

typedef struct job_work {
    plenty *of_all;
    uint32_t prepared[7];
    uint32_t done[TASKS];
    uint32_t ended;
} job_work;

static void prepare_job(void *context, uint32_t i)
{
    job_work *w = context;
    ++w->prepared[i];
    atomic_fetch_add(&w->of_all->ahead, 1);
}

static void do_job(void *context, uint32_t i)
{
    job_work *w = context;
    ++w->done[i];
    atomic_fetch_add(&w->of_all->early, w->of_all->ahead != w->of_all->all);
}

static void end_job(void *context)
{
    ++((job_work *)context)->ended;
}

/* Jobs are done by one thread, and by several. */
START_TEST(jobs_prepared_before_any_task)
{
    static const struct {
        uint32_t count, ahead;
        uint64_t numbers;
    } cases[] = {{3, 0, 30}, {TASKS, 7, 5000}, {2, 3, 2000}, {1, 0, 10}, {17, 1, 17}};
    enum { JOBS = sizeof cases / sizeof *cases };
    for (uint64_t times = 1; times <= 1000; times *= 1000) {
        plenty p = {.all = 0};
        job_work parts[JOBS] = {
            {.of_all = &p}, {.of_all = &p}, {.of_all = &p}, {.of_all = &p}, {.of_all = &p}};
        fftc_table_jobs jobs = {.count = 0};
        for (uint32_t i = 0; i < JOBS; ++i) {
            const fftc_table_job job = {
                cases[i].count,          do_job, &parts[i], end_job, cases[i].ahead, prepare_job,
                times * cases[i].numbers};
            p.all += cases[i].ahead;
            fftc_table_jobs_add(&jobs, &job);
        }
        for (uint32_t i = 1; i < JOBS; ++i) { /* large tasks first */
            const fftc_table_job *a = &jobs.job[i - 1];
            const fftc_table_job *b = &jobs.job[i];
            ck_assert_uint_ge(a->numbers / a->count, b->numbers / b->count);
        }
        fftc_table_jobs_run(&jobs);
        ck_assert_uint_eq(jobs.count, 0);
        ck_assert_uint_eq(p.early, 0);
        for (uint32_t i = 0; i < JOBS; ++i) {
            ck_assert_uint_eq(parts[i].ended, 1);
            for (uint32_t k = 0; k < TASKS; ++k) {
                ck_assert_uint_eq(parts[i].done[k], k < cases[i].count);
            }
            for (uint32_t k = 0; k < 7; ++k) {
                ck_assert_uint_eq(parts[i].prepared[k], k < cases[i].ahead);
            }
        }
    }
}
END_TEST

TESTING_MAIN("crew", crew_tasks_each_once, crew_stages_one_after_the_other,
             jobs_prepared_before_any_task)
