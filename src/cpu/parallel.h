/* SPDX-License-Identifier: MIT
 *
 * Loops over independent pieces of work on several threads.
 */
#ifndef FFTC_CPU_PARALLEL_H
#define FFTC_CPU_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

#include "fftcore/fftcore.h"
#include "support/forks.h"
#include "support/workers.h"

/* Points times log2 of the length that take a thread about 10 us. Waking another thread, and
 * waiting for it, takes 2 to 4. */
#define FFTC_LEAST_WORK ((double)(1 << 17))

/* How many of `threads` threads pay for so much work, counted as FFTC_LEAST_WORK is. */
static inline int fftc_worthy_threads(double work, int threads, bool all)
{
    double worth = work / FFTC_LEAST_WORK;
    return all || worth >= (double)threads ? threads : worth < 1.0 ? 1 : (int)worth;
}

/* Whose threads: the library's own, or the caller's, which are in one process and not in its
 * children (support/forks.h). */
typedef struct fftc_crew {
    fftc_thread_pool pool;
    unsigned forks; /* where the caller's threads are */
} fftc_crew;

/* NULL: the library's own threads. */
static inline fftc_crew fftc_crew_of(const fftc_thread_pool *pool)
{
    return (fftc_crew){pool != NULL ? *pool : (fftc_thread_pool){fftc_workers_call, NULL},
                       fftc_forks()};
}

typedef struct fftc_team {
    int threads;           /* at least 1 */
    const fftc_crew *crew; /* NULL: a single thread */
    bool to_nearest;       /* in the default floating-point mode, whatever the threads are in */
} fftc_team;

/* Calls body(context, thread, begin, end) so that [0, count) is covered once; thread <
 * team->threads has several of them, never two at the same time. All calls may come one after the
 * other on a single thread: a body must not wait for another. They do in the child of a fork if the
 * crew is a pool that was given to a parent. */
void fftc_parallel(const fftc_team *team, size_t count,
                   void (*body)(void *context, int thread, size_t begin, size_t end),
                   void *context);

/* A loop that fills a table of `count` numbers while a plan is made, `unit` numbers in each step.
 * The caller fills few numbers by itself, and all where `team` is NULL. */
void fftc_parallel_fill(const fftc_team *team, size_t count, size_t unit,
                        void (*body)(void *context, int thread, size_t begin, size_t end),
                        void *context);

#endif
