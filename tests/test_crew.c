/* SPDX-License-Identifier: MIT
 *
 * Work that several threads share: each task once, stages one after the other.
 */
#include <stdatomic.h>

#include "common/crew.h"
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
        fftc_crew_run(counts[c], put_first, &w);
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
    const fftc_crew_stage stages[] = {
        {TASKS, put_first}, {0, put_first}, {TASKS, put_second}, {1, put_sum}};
    for (int round = 0; round < 100; ++round) {
        work w = {.calls = 0};
        fftc_crew_run_stages(stages, sizeof stages / sizeof *stages, &w);
        ck_assert_uint_eq(w.calls, 2 * TASKS + 1);
        ck_assert_uint_eq(w.sum, TASKS * (TASKS - 1) / 2 + TASKS);
    }
}
END_TEST

TESTING_MAIN("crew", crew_tasks_each_once, crew_stages_one_after_the_other)
