/* SPDX-License-Identifier: MIT */
#ifndef FFTC_COMMON_CREW_H
#define FFTC_COMMON_CREW_H

#include <stdint.h>

#include "fftcore/reference.h"

typedef void fftc_crew_task(void *context, uint32_t i);

/* Calls task(context, i) once for each i < count and returns when all are done. The calling thread
 * takes part; there are at most as many threads as processors that it may use. If the system gives
 * no threads, the calling thread does everything. */
FFTC_API void fftc_crew_run(uint32_t count, fftc_crew_task *task, void *context);

/* Several such calls one after the other by the same threads, which are started once. No task of a
 * stage begins before all tasks of the stage before it are done. Tasks have 2 MB of stack, those
 * above 8. */
typedef struct fftc_crew_stage {
    uint32_t count;
    fftc_crew_task *task;
} fftc_crew_stage;

#define FFTC_CREW_STAGES_MAX 8

FFTC_API void fftc_crew_run_stages(const fftc_crew_stage *stages, uint32_t count, void *context);

/* How many threads those would be at most. */
uint32_t fftc_crew_size(void);

#endif
