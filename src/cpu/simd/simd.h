/* SPDX-License-Identifier: MIT
 *
 * SIMD execution of the reference kernel: one vector is one subgroup, one fiber runs each vector of
 * a workgroup, one workgroup at a time on each thread.
 *
 *   simd.c                the API: checks, memory, threads
 *   simd_engines.c        the translation units of each instruction set
 *   simd_twiddle.c        the twiddle table, by stages
 *   simd_unit.c           the kernel's environment: invocations, barriers, shuffles, shared memory;
 *                         compiled once for each instruction set and FFTC_LANES
 *   simd_precision_tmpl.h data, twiddles and the run itself; included for each precision
 */
#ifndef FFTC_SIMD_H
#define FFTC_SIMD_H

#include <stdbool.h>

#include "cpu/fiber.h"
#include "fftcore/reference.h"

/* log2 of the lanes that a translation unit may have. */
#define FFTC_SIMD_MAX_LANES_LOG2 4u

/* What all threads read. */
typedef struct fftc_simd_job {
    uint32_t elements_log2;
    uint32_t workgroup_log2;
    bool inverse;
    const void *twiddles; /* see simd_twiddle.c; NULL: compute them */
    char *data;
    char *stages; /* NULL: none wanted */
} fftc_simd_job;

struct fftc_simd_group;

/* A vector of invocations. */
typedef struct fftc_simd_subgroup {
    const struct fftc_simd_group *group;
    fftc_fiber *fiber;      /* NULL if it is alone in its workgroup */
    fftc_fiber *neighbour;  /* runs next, in a ring */
    fftc_fiber *successor;  /* as neighbour, but after the last subgroup comes the host */
    uint32_t elements_log2; /* copies of the job's, a pointer nearer */
    uint32_t workgroup_log2;
    uint32_t base; /* invocation index of lane 0 */
    uint32_t *shared;
    char *data; /* the transform in hand */
    char *stages;
} fftc_simd_subgroup;

/* A thread's workgroup: transforms first .. last - 1, one after the other. */
typedef struct fftc_simd_group {
    const fftc_simd_job *job;
    uint64_t first;
    uint64_t last;
    uint32_t *shared;
    fftc_simd_subgroup *subgroups;
    uint32_t subgroup_count;
    fftc_fiber_pool pool; /* none if there is one subgroup */
} fftc_simd_group;

/* The kernels of one unit, by fftc_precision; NULL where the compiler lacks the type. */
typedef struct fftc_simd_engine {
    void (*run[3])(fftc_simd_group *group);
} fftc_simd_engine;

const fftc_simd_engine *fftc_simd_engine_for(const char *isa, uint32_t lanes_log2);

/* Complex numbers in the table of a transform of 2^size_log2 points. */
static inline size_t fftc_simd_twiddle_offset(uint32_t stage_log2, uint32_t lanes_log2)
{
    size_t lanes = (size_t)1 << lanes_log2;
    return stage_log2 < lanes_log2 ? stage_log2 * lanes
                                   : ((size_t)1 << stage_log2) + lanes_log2 * lanes - lanes;
}

/* *table: to be freed with free. */
fftc_status fftc_simd_twiddle_create(fftc_precision precision, uint32_t size_log2,
                                     uint32_t lanes_log2, void **table, fftc_error *error);

#endif
