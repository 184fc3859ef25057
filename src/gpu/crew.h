/* SPDX-License-Identifier: MIT */
#ifndef FFTC_GPU_CREW_H
#define FFTC_GPU_CREW_H

#include <stdint.h>

/* Calls task(context, i) once for each i < count, on as many threads as the processors this one may
 * use, itself among them; returns when all are done. Where the system gives no threads, this one
 * does it all. */
void fftc_crew_run(uint32_t count, void (*task)(void *context, uint32_t i), void *context);

#endif
