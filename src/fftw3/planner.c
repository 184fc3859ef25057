/* SPDX-License-Identifier: MIT
 *
 * What the functions of FFTW's planner remember between calls: threads, time limit, wisdom.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fftw3/planner.h"

typedef void (*parallel_loop)(void *(*work)(char *), char *jobs, size_t size, int count,
                              void *data);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threads = 1;
static double time_limit = FFTW_NO_TIMELIMIT;
static parallel_loop loop; /* of the program's own */
static void *loop_data;
static char *wisdom; /* lines of saved plans; NULL: none */

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
    pthread_mutex_lock(&lock);
    parallel_loop run = loop;
    void *data = loop_data;
    pthread_mutex_unlock(&lock);
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
    pthread_mutex_lock(&lock);
    threads = nthreads < 1 ? 1 : nthreads > 4096 ? 4096 : nthreads;
    pthread_mutex_unlock(&lock);
}

P_API int X(planner_nthreads)(void)
{
    pthread_mutex_lock(&lock);
    int n = threads;
    pthread_mutex_unlock(&lock);
    return n;
}

/* It always is. */
P_API void X(make_planner_thread_safe)(void) {}

P_API void X(threads_set_callback)(parallel_loop callback, void *data)
{
    pthread_mutex_lock(&lock);
    loop = callback;
    loop_data = data;
    pthread_mutex_unlock(&lock);
}

P_API void X(set_timelimit)(double seconds)
{
    pthread_mutex_lock(&lock);
    time_limit = seconds;
    pthread_mutex_unlock(&lock);
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
    pthread_mutex_lock(&lock);
    free(wisdom);
    wisdom = NULL;
    pthread_mutex_unlock(&lock);
}

static char *copy_text(const char *first, const char *second)
{
    size_t bytes = strlen(first) + strlen(second) + 1;
    char *text = malloc(bytes);
    if (text != NULL) {
        snprintf(text, bytes, "%s%s", first, second);
    }
    return text;
}

char *P(wisdom_text)(void)
{
    pthread_mutex_lock(&lock);
    char *text = wisdom == NULL ? NULL : copy_text(wisdom, "");
    pthread_mutex_unlock(&lock);
    return text;
}

/* New lines come first, since the first that suits is taken. */
void P(wisdom_add)(const char *lines)
{
    pthread_mutex_lock(&lock);
    if (wisdom == NULL || strstr(wisdom, lines) == NULL) {
        char *text = copy_text(lines, wisdom == NULL ? "" : wisdom);
        if (text != NULL) {
            free(wisdom);
            wisdom = text;
        }
    }
    pthread_mutex_unlock(&lock);
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

/* Estimates use wisdom, but leave none. */
fftc_status P(engine_plan)(const fftc_transform *transform, unsigned flags, fftc_plan **plan)
{
    pthread_mutex_lock(&lock);
    const fftc_thread_pool pool = {run_loop, NULL};
    fftc_plan_options options = {
        .threads = threads, .pool = loop != NULL ? &pool : NULL, .seconds = seconds_for(flags)};
    double limit = time_limit;
    pthread_mutex_unlock(&lock);
    if (limit >= 0 && limit < options.seconds) {
        options.seconds = limit;
    }
    bool estimate = (flags & FFTW_ESTIMATE) != 0 || limit == 0;
    options.effort = (flags & FFTW_WISDOM_ONLY) != 0 ? FFTC_SAVED
                     : estimate                      ? FFTC_ESTIMATE
                                                     : FFTC_MEASURE;
    char *text = P(wisdom_text)();
    options.saved = text;
    fftc_status status = fftc_plan_create(transform, &options, plan, NULL);
    free(text);
    if (status == FFTC_INVALID_ARGUMENT && options.effort != FFTC_SAVED) {
        options.saved = NULL; /* somebody's wisdom cannot be read */
        status = fftc_plan_create(transform, &options, plan, NULL);
    }
    if (status == FFTC_SUCCESS && options.effort == FFTC_MEASURE) {
        learn(*plan);
    }
    return status;
}
