/* SPDX-License-Identifier: MIT
 *
 * What the functions of FFTW's planner remember between calls: threads, time limit, wisdom.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fftw3/known.h"
#include "fftw3/planner.h"

typedef void (*parallel_loop)(void *(*work)(char *), char *jobs, size_t size, int count,
                              void *data);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threads = 1;
static double time_limit = FFTW_NO_TIMELIMIT;
static parallel_loop loop; /* of the program's own */
static void *loop_data;
static known_lines wisdom;

/* Forks wait until nobody plans, since a child has no thread that would give the lock back. */
static void take(void)
{
    pthread_mutex_lock(&lock);
}

static void give(void)
{
    pthread_mutex_unlock(&lock);
}

static void watch_forks(void)
{
    (void)pthread_atfork(take, give, give);
}

static void begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, watch_forks);
    take();
}

/* --- threads ------------------------------------------------------------------------------- */

typedef struct job {
    void (*task)(void *context, int i);
    void *context;
    int i;
} job;

static void *work(char *memory)
{
    const job *j = (const job *)(const void *)memory;
    j->task(j->context, j->i);
    return NULL;
}

#define JOBS_MAX 64 /* at a time */

/* The library's pool, carried out by the program's loop. */
static void run_loop(void *user, int count, void (*task)(void *context, int i), void *context)
{
    (void)user;
    job jobs[JOBS_MAX];
    begin();
    parallel_loop run = loop;
    void *data = loop_data;
    give();
    for (int i = 0; i < count;) {
        int some = 0;
        for (; some < JOBS_MAX && i < count; ++some, ++i) {
            jobs[some] = (job){task, context, i};
        }
        if (run != NULL) {
            run(work, (char *)jobs, sizeof *jobs, some, data);
            continue;
        }
        for (int j = 0; j < some; ++j) {
            work((char *)&jobs[j]);
        }
    }
}

P_API int X(init_threads)(void)
{
    return 1;
}

P_API void X(plan_with_nthreads)(int nthreads)
{
    begin();
    threads = nthreads < 1 ? 1 : nthreads > 4096 ? 4096 : nthreads;
    give();
}

P_API int X(planner_nthreads)(void)
{
    begin();
    int n = threads;
    give();
    return n;
}

/* It always is. */
P_API void X(make_planner_thread_safe)(void) {}

P_API void X(threads_set_callback)(parallel_loop callback, void *data)
{
    begin();
    loop = callback;
    loop_data = data;
    give();
}

P_API void X(set_timelimit)(double seconds)
{
    begin();
    time_limit = seconds;
    give();
}

P_API void X(cleanup)(void)
{
    X(forget_wisdom)();
    X(set_timelimit)(FFTW_NO_TIMELIMIT);
}

P_API void X(cleanup_threads)(void)
{
    X(cleanup)();
    X(plan_with_nthreads)(1);
    X(threads_set_callback)(NULL, NULL);
}

/* --- wisdom -------------------------------------------------------------------------------- */

P_API void X(forget_wisdom)(void)
{
    begin();
    P(known_forget)(&wisdom);
    give();
}

char *P(wisdom_text)(void)
{
    begin();
    char *text = P(known_all)(&wisdom);
    give();
    return text;
}

void P(wisdom_add)(const char *lines)
{
    begin();
    P(known_add)(&wisdom, lines);
    give();
}

/* NULL: there is none. */
static char *wisdom_for(const fftc_transform *transform, bool measured)
{
    fftc_transform normal;
    char *text = NULL;
    begin();
    if (wisdom.count > 0 && fftc_transform_normalise(transform, &normal, NULL) == FFTC_SUCCESS) {
        text = P(known_find)(&wisdom, fftc_transform_hash(&normal), measured);
    }
    give();
    return text;
}

static void learn(const fftc_plan *plan)
{
    size_t bytes = 0;
    char *line = fftc_plan_save(plan, NULL, 0, &bytes, NULL) == FFTC_SUCCESS ? malloc(bytes) : NULL;
    if (line != NULL && fftc_plan_save(plan, line, bytes, &bytes, NULL) == FFTC_SUCCESS) {
        P(wisdom_add)(line);
    }
    free(line);
}

/* --- plans --------------------------------------------------------------------------------- */

/* Seconds that measuring may take at most; short transforms need a hundredth of one. */
static double seconds_for(unsigned flags)
{
    return (flags & FFTW_EXHAUSTIVE) != 0 ? 60.0 : (flags & FFTW_PATIENT) != 0 ? 10.0 : 1.0;
}

/* As in FFTW, estimated wisdom is good for FFTW_ESTIMATE alone. */
fftc_status P(engine_plan)(const fftc_transform *transform, unsigned flags, fftc_plan **plan)
{
    begin();
    const fftc_thread_pool pool = {run_loop, NULL};
    fftc_plan_options options = {
        .threads = threads, .pool = loop != NULL ? &pool : NULL, .seconds = seconds_for(flags)};
    double limit = time_limit;
    give();
    if (limit >= 0 && limit < options.seconds) {
        options.seconds = limit;
    }
    bool estimate = (flags & FFTW_ESTIMATE) != 0 || limit == 0;
    options.effort = (flags & FFTW_WISDOM_ONLY) != 0 ? FFTC_SAVED
                     : estimate                      ? FFTC_ESTIMATE
                                                     : FFTC_MEASURE;
    char *text = wisdom_for(transform, !estimate);
    options.saved = text;
    fftc_status status = fftc_plan_create(transform, &options, plan, NULL);
    free(text);
    if (status == FFTC_INVALID_ARGUMENT && options.effort != FFTC_SAVED) {
        options.saved = NULL; /* somebody's wisdom cannot be read */
        status = fftc_plan_create(transform, &options, plan, NULL);
    }
    if (status == FFTC_SUCCESS && options.effort != FFTC_SAVED) {
        learn(*plan);
    }
    return status;
}
