/* SPDX-License-Identifier: MIT
 *
 * The library's own threads. The whole process shares them. They are started when they are first
 * needed, sleep when there is nothing to do, and end with the process or when the library is
 * unloaded. The child of a fork starts its own.
 */
#ifndef FFTC_SUPPORT_WORKERS_H
#define FFTC_SUPPORT_WORKERS_H

#include <stdint.h>

#include "fftcore/reference.h"

/* Calls task(context, i) once for each 0 <= i < count and returns when all are done: the `run` of
 * an fftc_thread_pool, whose `user` is not used. Task 0 belongs to the calling thread, each other
 * one to a worker, the same one in every call if no other thread calls. The calling thread does
 * what no worker has begun when it is done with its own: all tasks, if the workers are busy or the
 * system gives no threads. A task may call this, too. Workers compute in the caller's
 * floating-point mode. */
FFTC_API void fftc_workers_call(void *user, int count, void (*task)(void *context, int i),
                                void *context);

typedef void fftc_workers_task(void *context, uint32_t i);

/* The same for any number of tasks, which at most FFTC_WORKERS_MAX threads take one after the
 * other, and at most as many as there are processors. */
FFTC_API void fftc_workers_run(uint32_t count, fftc_workers_task *task, void *context);

#define FFTC_WORKERS_MAX 16u

/* How many threads those would be at most. */
uint32_t fftc_workers_count(void);

/* How many processors the calling thread may use; at least 1. */
FFTC_API uint32_t fftc_processors(void);

#endif
