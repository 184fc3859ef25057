/* SPDX-License-Identifier: MIT
 *
 * Where the making of a plan goes: see fftc_vulkan_plan_times.
 */
#ifndef FFTC_GPU_TIMES_H
#define FFTC_GPU_TIMES_H

#include "fftcore/vulkan.h"

/* Of a clock that only ever runs forward. */
double fftc_seconds(void);

/* Adds what has gone by since `start` to `phase`, which may be NULL; returns the present. */
double fftc_seconds_add(double *phase, double start);

/* Of work that several threads did. */
void fftc_times_add(fftc_vulkan_plan_times *sum, const fftc_vulkan_plan_times *more);

#endif
