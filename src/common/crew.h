/* SPDX-License-Identifier: MIT */
#ifndef FFTC_COMMON_CREW_H
#define FFTC_COMMON_CREW_H

#include <stdint.h>

#include "fftcore/reference.h"

typedef void fftc_crew_task(void *context, uint32_t i);

/* Calls task(context, i) once for each i < count, on as many threads as the processors this one may
 * use, itself among them; returns when all are done. Where the system gives no threads, this one
 * does it all. */
FFTC_API void fftc_crew_run(uint32_t count, fftc_crew_task *task, void *context);

/* Several of that one after the other by the same threads, which are started once. None of a stage
 * begins before all of the one before it are done. Tasks have 2 MB of stack, those above 8. */
typedef struct fftc_crew_stage {
    uint32_t count;
    fftc_crew_task *task;
} fftc_crew_stage;

#define FFTC_CREW_STAGES_MAX 8

FFTC_API void fftc_crew_run_stages(const fftc_crew_stage *stages, uint32_t count, void *context);

/* How many threads those would be at most. */
uint32_t fftc_crew_size(void);

#endif
