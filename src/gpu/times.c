/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* clock_gettime */
#include "gpu/times.h"

#include <time.h>

double fftc_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double fftc_seconds_add(double *phase, double start)
{
    double now = fftc_seconds();
    if (phase != NULL) {
        *phase += now - start;
    }
    return now;
}

void fftc_times_add(fftc_vulkan_plan_times *sum, const fftc_vulkan_plan_times *more)
{
    sum->all += more->all;
    sum->passes += more->passes;
    sum->texts += more->texts;
    sum->modules += more->modules;
    sum->glslang += more->glslang;
    sum->unrolling += more->unrolling;
    sum->pipelines += more->pipelines;
    sum->tables += more->tables;
    sum->memory += more->memory;
    sum->measuring += more->measuring;
}
