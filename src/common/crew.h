/* SPDX-License-Identifier: MIT */
#ifndef FFTC_COMMON_CREW_H
#define FFTC_COMMON_CREW_H

#include <stdint.h>

#include "fftcore/reference.h"

/* Calls task(context, i) once for each i < count, on as many threads as the processors this one may
 * use, itself among them; returns when all are done. Where the system gives no threads, this one
 * does it all. */
FFTC_API void fftc_crew_run(uint32_t count, void (*task)(void *context, uint32_t i), void *context);

/* How many threads those would be at most. */
uint32_t fftc_crew_size(void);

#endif
