/* SPDX-License-Identifier: MIT */
#ifndef FFTC_SUPPORT_WORKERS_H
#define FFTC_SUPPORT_WORKERS_H

#include <stdint.h>

#include "fftcore/reference.h"

typedef void fftc_workers_task(void *context, uint32_t i);

/* Calls task(context, i) once for each i < count and returns when all are done. The calling thread
 * takes part; there are at most as many threads as processors that it may use. If the system gives
 * no threads, the calling thread does everything. */
FFTC_API void fftc_workers_run(uint32_t count, fftc_workers_task *task, void *context);

/* Several such calls one after the other by the same threads, which are started once. No task of a
 * phase begins before all tasks of the phase before it are done. Tasks have 2 MB of stack, those
 * above 8. */
typedef struct fftc_workers_phase {
    uint32_t count;
    fftc_workers_task *task;
} fftc_workers_phase;

#define FFTC_WORKERS_PHASES_MAX 8

FFTC_API void fftc_workers_run_phases(const fftc_workers_phase *phases, uint32_t count,
                                      void *context);

/* How many threads those would be at most. */
uint32_t fftc_workers_count(void);

#endif
