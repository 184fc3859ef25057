/* SPDX-License-Identifier: MIT
 *
 * OpenMP's threads in place of the library's own, for programs that use OpenMP anyway:
 *
 *     #include <fftcore/openmp.h>
 *
 *     fftc_plan_options options = {.threads = 8, .pool = &fftc_openmp_pool};
 *
 * The library itself neither knows nor needs OpenMP. The threads are those of your compiler's
 * OpenMP, with its variables (OMP_PROC_BIND, OMP_WAIT_POLICY and others). GNU's OpenMP lets threads
 * that have nothing to do spin for some milliseconds, if OMP_WAIT_POLICY is not set: where other
 * programs need the processors, too, two threads can take many times as long as one.
 *
 * Within a parallel region of your own, OpenMP executes a plan on one thread unless it is told to
 * nest regions (omp_set_max_active_levels).
 */
#ifndef FFTCORE_OPENMP_H
#define FFTCORE_OPENMP_H

#ifndef _OPENMP
#error "fftcore/openmp.h: compile with OpenMP (gcc and clang: -fopenmp)"
#endif

#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline void fftc_openmp_run(void *user, int count, void (*task)(void *context, int i),
                                   void *context)
{
    (void)user;
#pragma omp parallel for num_threads(count) schedule(static, 1)
    for (int i = 0; i < count; ++i) {
        task(context, i);
    }
}

static const fftc_thread_pool fftc_openmp_pool = {fftc_openmp_run, NULL};

#ifdef __cplusplus
}
#endif
#endif
