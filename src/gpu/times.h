/* SPDX-License-Identifier: MIT
 *
 * What takes the time of making a plan: see fftc_vulkan_plan_times.
 */
#ifndef FFTC_GPU_TIMES_H
#define FFTC_GPU_TIMES_H

#include "fftcore/vulkan.h"

/* The time of a clock that only runs forward. */
double fftc_seconds(void);

/* Adds the time since `start` to `phase`, which may be NULL; returns the present time. */
double fftc_seconds_add(double *phase, double start);

/* Of work that several threads did. */
void fftc_times_add(fftc_vulkan_plan_times *sum, const fftc_vulkan_plan_times *more);

#endif
