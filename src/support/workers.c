/* SPDX-License-Identifier: MIT
 *
 * A caller claims workers that are free, posts its job to them, and does its own task meanwhile.
 * Then it takes back the tasks that no worker has begun: it waits for workers that run, never for
 * one that the system has not woken yet.
 *
 * What a worker is doing is a single number, and each change of it has one author:
 *
 *     FREE -> CLAIMED -> POSTED -> RUNNING -> CLAIMED -> FREE
 *       caller    caller     worker     worker     caller
 *
 *     POSTED -> CLAIMED   the caller takes a task back
 *     FREE -> LEAVING     the library is unloaded, or the process ends
 *
 * Whoever claimed a worker owns its other fields until it is free again.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "support/workers.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "support/float_mode.h"
#include "support/forks.h"

/* Shader compilers, which run here while plans are made, recurse, and some C libraries give threads
 * small stacks. Pages that are not touched cost nothing. */
#define STACK_BYTES ((size_t)8 << 20)

enum { MOST_WORKERS = 1023 };

/* How long a thread looks for what it waits for before it sleeps: about as long as waking it takes.
 * Steps of an execution follow each other sooner. */
enum { SPIN_NANOSECONDS = 30000, SPINS_BETWEEN_CLOCKS = 8 };

/* After the system refused a thread, so many calls make do with those that there are. */
enum { CALLS_AFTER_REFUSAL = 256 };

enum { FREE, CLAIMED, POSTED, RUNNING, LEAVING };

typedef struct job {
    void (*task)(void *context, int i);
    void *context;
    int count;
    atomic_int next; /* the first task that belongs to nobody yet */
    fftc_float_control control;
    int processor; /* of the caller */
    int helpers;
    uint16_t helper[MOST_WORKERS + 1]; /* from 1 on, the workers by their tasks */
} job;

typedef struct worker {
    _Alignas(64) atomic_int state;
    atomic_int sleepers; /* the worker itself, or its caller */
    job *job;
    int task;
    atomic_int processor; /* the worker's, while it runs */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
} worker;

static worker workers[MOST_WORKERS];

static struct {
    atomic_int started;    /* how many workers there are */
    atomic_int processors; /* 0: not known yet */
    atomic_int refused;    /* how many calls still do without new threads */
    atomic_uint forks;     /* in which process they are: fftc_forks() */
    bool closed;           /* no new ones: the process ends */
} crew;

/* --- waiting ---------------------------------------------------------------------------------- */

static inline void spin_once(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int64_t nanoseconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The processor that this thread runs on; -1: unknown. */
static int this_processor(void)
{
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}

/* Looks for a state that is none from `first` to `last` for a short while; the last state seen. */
static int look(const worker *w, int first, int last)
{
    const int64_t end = nanoseconds() + SPIN_NANOSECONDS;
    int state;
    do {
        for (int i = 0; i < SPINS_BETWEEN_CLOCKS; ++i) {
            state = atomic_load_explicit(&w->state, memory_order_acquire);
            if (state < first || state > last) {
                return state;
            }
            spin_once();
        }
    } while (nanoseconds() < end);
    return state;
}

/* Sleeps until the state is none from `first` to `last`, which it returns. All operations are
 * sequentially consistent: who sleeps counts itself and then looks at the state, who changes the
 * state then looks for sleepers. So one of the two sees the other. */
static int sleep_until_other(worker *w, int first, int last)
{
    int state;
    int cancellation; /* of a thread that waits here would leave its job to others */
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    (void)pthread_mutex_lock(&w->lock);
    (void)atomic_fetch_add(&w->sleepers, 1);
    while ((state = atomic_load(&w->state)) >= first && state <= last) {
        (void)pthread_cond_wait(&w->changed, &w->lock);
    }
    (void)atomic_fetch_sub(&w->sleepers, 1);
    (void)pthread_mutex_unlock(&w->lock);
    (void)pthread_setcancelstate(cancellation, NULL);
    return state;
}

/* Waits until the state is none from `first` to `last`, which it returns. `processor` is the one
 * of the thread that is waited for: if it is this one, that thread cannot run before this one
 * sleeps. */
static int await_other(worker *w, int first, int last, int processor)
{
    int state = atomic_load_explicit(&w->state, memory_order_acquire);
    if (state >= first && state <= last && (processor < 0 || processor != this_processor())) {
        state = look(w, first, last);
    }
    return state >= first && state <= last ? sleep_until_other(w, first, last) : state;
}

/* Wakes who sleeps for the state that was set before. (A caller that was woken before may still be
 * on its way.) */
static void wake(worker *w)
{
    if (atomic_load(&w->sleepers) > 0) {
        /* Afterwards whoever has counted itself sleeps, or has seen the state. */
        (void)pthread_mutex_lock(&w->lock);
        (void)pthread_mutex_unlock(&w->lock);
        (void)pthread_cond_broadcast(&w->changed);
    }
}

static void change(worker *w, int state)
{
    atomic_store(&w->state, state);
    wake(w);
}

static bool try_change(worker *w, int from, int to)
{
    return atomic_load_explicit(&w->state, memory_order_relaxed) == from &&
           atomic_compare_exchange_strong(&w->state, &from, to);
}

/* --- workers ---------------------------------------------------------------------------------- */

/* To wake a thread keeps the one that does it for up to 8 us. So each wakes two others. */
static void wake_next(const job *j, int task)
{
    for (int next = 2 * task + 1; next <= 2 * task + 2 && next <= j->helpers; ++next) {
        wake(&workers[j->helper[next]]);
    }
}

static void take(job *j, int first)
{
    wake_next(j, first);
    for (int i = first; i < j->count;
         i = atomic_fetch_add_explicit(&j->next, 1, memory_order_relaxed)) {
        j->task(j->context, i);
    }
}

static void *serve(void *data)
{
    worker *w = data;
#ifdef __linux__
    (void)prctl(PR_SET_NAME, "fftcore");
#endif
    int callers = -1;
    while (await_other(w, FREE, CLAIMED, callers) == POSTED) {
        callers = -1;
        if (try_change(w, POSTED, RUNNING)) {
            callers = w->job->processor;
            atomic_store_explicit(&w->processor, this_processor(), memory_order_relaxed);
            fftc_float_control_set(w->job->control);
            take(w->job, w->task);
            change(w, CLAIMED);
        }
    }
    return NULL;
}

/* Signals are for the program's threads, except those that a thread's own instructions raise. */
static void block_signals(sigset_t *before)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t blocked;
    (void)sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) {
        (void)sigdelset(&blocked, own[i]);
    }
    (void)pthread_sigmask(SIG_SETMASK, &blocked, before);
}

/* Starts a worker, which is claimed. What the fields were in the parent of a fork does not matter.
 */
static bool start(worker *w)
{
    pthread_attr_t attributes;
    sigset_t before;
    atomic_store(&w->state, CLAIMED);
    atomic_store(&w->sleepers, 0);
    /* Neither of these two fails here. */
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->changed, NULL);
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    block_signals(&before);
    const bool started = pthread_create(&w->thread, &attributes, serve, w) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return started;
}

/* How many workers this process has: none in a child that has started none. */
static int started_here(void)
{
    if (atomic_load_explicit(&crew.forks, memory_order_acquire) != fftc_forks()) {
        fftc_forks_lock();
        if (atomic_load(&crew.forks) != fftc_forks()) {
            atomic_store(&crew.started, 0);
            atomic_store(&crew.refused, 0);
            atomic_store_explicit(&crew.forks, fftc_forks(), memory_order_release);
        }
        fftc_forks_unlock();
    }
    return atomic_load_explicit(&crew.started, memory_order_acquire);
}

/* As many workers as one call asks for, and for several callers at once as many as there are
 * processors. */
static int most_workers(int wanted)
{
    const int others = atomic_load_explicit(&crew.processors, memory_order_relaxed) - 1;
    const int most = wanted > others ? wanted : others;
    return most < MOST_WORKERS ? most : MOST_WORKERS;
}

/* A new worker, which is claimed; NULL if there are enough or the system gives none. */
static worker *add(int wanted)
{
    worker *added = NULL;
    if (started_here() >= most_workers(wanted) && atomic_load(&crew.processors) != 0) {
        return NULL;
    }
    if (atomic_load_explicit(&crew.refused, memory_order_relaxed) > 0) {
        (void)atomic_fetch_sub(&crew.refused, 1);
        return NULL;
    }
    fftc_forks_watch();
    fftc_forks_lock();
    if (atomic_load(&crew.processors) == 0) {
        atomic_store(&crew.processors, (int)fftc_processors());
    }
    const int started = atomic_load(&crew.started);
    if (started < most_workers(wanted) && !crew.closed) {
        if (start(&workers[started])) {
            added = &workers[started];
            atomic_store_explicit(&crew.started, started + 1, memory_order_release);
        } else {
            atomic_store(&crew.refused, CALLS_AFTER_REFUSAL);
        }
    }
    fftc_forks_unlock();
    return added;
}

/* Ends the workers when the library is unloaded, or with the process. One that is not free belongs
 * to a call that goes on in another thread: the process ends, and nobody needs to wait. */
__attribute__((destructor)) static void close_crew(void)
{
    if (atomic_load(&crew.forks) != fftc_forks()) {
        return;
    }
    fftc_forks_lock();
    crew.closed = true;
    fftc_forks_unlock();
    for (int i = 0; i < atomic_load(&crew.started); ++i) {
        if (try_change(&workers[i], FREE, LEAVING)) {
            change(&workers[i], LEAVING);
            (void)pthread_join(workers[i].thread, NULL);
        }
    }
}

/* --- callers ---------------------------------------------------------------------------------- */

/* Claims a worker for each task but the first, as far as there are workers. */
static void claim(job *j)
{
    const int wanted = j->count - 1;
    const int started = started_here();
    j->helpers = 0;
    for (int i = 0; i < started && j->helpers < wanted; ++i) {
        if (try_change(&workers[i], FREE, CLAIMED)) {
            j->helper[++j->helpers] = (uint16_t)i;
        }
    }
    while (j->helpers < wanted) {
        const worker *added = add(wanted);
        if (added == NULL) {
            break;
        }
        j->helper[++j->helpers] = (uint16_t)(added - workers);
    }
}

static void post(job *j)
{
    j->control = fftc_float_control_get();
    j->processor = this_processor();
    atomic_init(&j->next, j->helpers + 1);
    for (int i = 1; i <= j->helpers; ++i) {
        worker *w = &workers[j->helper[i]];
        w->job = j;
        w->task = i;
        atomic_store_explicit(&w->processor, -1, memory_order_relaxed);
        atomic_store(&w->state, POSTED);
    }
}

void fftc_workers_call(void *user, int count, void (*task)(void *context, int i), void *context)
{
    job j;
    (void)user;
    j.task = task;
    j.context = context;
    j.count = count;
    claim(&j);
    post(&j);
    take(&j, 0);
    for (int i = 1; i <= j.helpers; ++i) {
        if (try_change(&workers[j.helper[i]], POSTED, CLAIMED)) {
            task(context, i);
        }
    }
    for (int i = 1; i <= j.helpers; ++i) {
        worker *w = &workers[j.helper[i]];
        (void)await_other(w, RUNNING, RUNNING,
                          atomic_load_explicit(&w->processor, memory_order_relaxed));
        atomic_store_explicit(&w->state, FREE, memory_order_release);
    }
}

uint32_t fftc_processors(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 1 ? (uint32_t)count : 1;
}

uint32_t fftc_workers_count(void)
{
    const uint32_t count = fftc_processors();
    return count < FFTC_WORKERS_MAX ? count : FFTC_WORKERS_MAX;
}

/* --- any number of tasks ---------------------------------------------------------------------- */

typedef struct tasks {
    fftc_workers_task *task;
    void *context;
    uint32_t count;
    atomic_uint taken;
} tasks;

static void take_tasks(void *data, int thread)
{
    tasks *t = data;
    (void)thread;
    for (uint32_t i = atomic_fetch_add(&t->taken, 1); i < t->count;
         i = atomic_fetch_add(&t->taken, 1)) {
        t->task(t->context, i);
    }
}

void fftc_workers_run(uint32_t count, fftc_workers_task *task, void *context)
{
    tasks t = {.task = task, .context = context, .count = count};
    const uint32_t most = count > 1 ? fftc_workers_count() : 1;
    fftc_workers_call(NULL, (int)(count < most ? count : most), take_tasks, &t);
}
