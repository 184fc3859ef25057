/* SPDX-License-Identifier: MIT
 *
 * The heat equation and the wave equation on the CPU, by finite differences:
 *
 *     heat   du/dt = c m lap u                        forward Euler
 *     wave   d2u/dt2 + g du/dt = c^2 m lap u          leapfrog
 *
 * in 1 to 3 dimensions, with the constant c of the description, a medium m, which is 1 or an array,
 * and the wave's damping g. Central differences of order 2 to 8 (B. Fornberg, Math. Comp. 51
 * (1988), table 2). The arithmetic is that of kernel/finite_difference.h, operation by operation:
 * the bits depend neither on threads nor on the instruction set, and devices
 * (fftcore/vulkan/finite_difference.h) have the same ones.
 *
 *     fftc_difference wave = {.equation = FFTC_WAVE, .length = {1080, 1920}, .coefficient = 1.0,
 *                             .time_step = 0.5};
 *     fftc_difference_plan *plan;
 *     fftc_difference_plan_create(&wave, NULL, &plan, &error);
 *     void *arrays[2] = {now, before};
 *     fftc_difference_execute(plan, 100, arrays, NULL, &error);    arrays[0]: 100 steps later
 */
#ifndef FFTCORE_FINITE_DIFFERENCE_H
#define FFTCORE_FINITE_DIFFERENCE_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FFTC_DIFFERENCE_MAX_AXES 3

typedef enum fftc_equation { FFTC_HEAT = 0, FFTC_WAVE } fftc_equation;

/* What lies beyond both ends of an axis. Each is a symmetry of solutions, so that schemes keep
 * their order at the ends. */
typedef enum fftc_boundary {
    FFTC_BOUNDARY_PERIODIC = 0, /* the array begins again */
    FFTC_BOUNDARY_ZERO,         /* 0 one step beyond the last point: a clamped end */
    FFTC_BOUNDARY_MIRROR /* slope 0 half a step beyond the last point: a free end, no heat leaves */
} fftc_boundary;

/* Zeroed but for length, coefficient and time_step it is the heat equation of order 2 in float,
 * periodic. */
typedef struct fftc_difference {
    fftc_equation equation;
    uint64_t length[FFTC_DIFFERENCE_MAX_AXES]; /* slowest axis first; 0 ends the list. Each from 1
                                                  to 2^28 */
    fftc_boundary boundary[FFTC_DIFFERENCE_MAX_AXES];
    double spacing[FFTC_DIFFERENCE_MAX_AXES]; /* from point to point; 0 means 1 */
    int order;                                /* 2, 4, 6 or 8; 0 means 2 */
    double coefficient;                       /* c: the diffusivity, or the speed of waves */
    double damping;                           /* g, at least 0, of the wave equation */
    double time_step;                         /* more than 0, at most fftc_difference_limit's */
    fftc_precision precision;                 /* FFTC_FLOAT32 or FFTC_FLOAT64 */
} fftc_difference;

/* The largest time step for which solutions do not grow, with a medium of 1: 2 / (c S) for heat and
 * 2 / (c sqrt(S)) for waves, where S is the sum over axes of the largest eigenvalue of their
 * negative second difference (R. Courant, K. Friedrichs, H. Lewy, Math. Ann. 100 (1928)). A medium
 * divides it by its maximum, or for waves by that one's square root. time_step is not looked at.
 * FFTC_INVALID_ARGUMENT and FFTC_UNSUPPORTED as fftc_difference_plan_create. */
FFTC_API fftc_status fftc_difference_limit(const fftc_difference *difference, double *time_step,
                                           fftc_error *error);

/* A plan is immutable: any number of threads may execute it at the same time on different arrays.
 */
typedef struct fftc_difference_plan fftc_difference_plan;

/* Of the options, which may be NULL, threads, pool and allocator are used.
 *
 * FFTC_INVALID_ARGUMENT: `difference` or `plan` is NULL; no length, one after a 0, or one beyond
 * 2^28; a number that is negative, not finite, or 0 where it must not be; a time step beyond the
 * limit; numbers that make weights no precision holds; damping without FFTC_WAVE; an enumeration
 * or order that does not exist; or options that fftc_plan_create would refuse. FFTC_UNSUPPORTED:
 * FFTC_FLOAT16, or a precision that this build leaves out. FFTC_TOO_LARGE: the arrays do not fit
 * the address space. FFTC_OUT_OF_MEMORY. On failure *plan is NULL. */
FFTC_API fftc_status fftc_difference_plan_create(const fftc_difference *difference,
                                                 const fftc_plan_options *options,
                                                 fftc_difference_plan **plan, fftc_error *error);

/* NULL is allowed. */
FFTC_API void fftc_difference_plan_destroy(fftc_difference_plan *plan);

/* Goes `steps` time steps on. arrays[0] holds the points, packed, slowest axis first. arrays[1] has
 * room for as many: of the wave equation it holds those one time step before (the same ones for a
 * start at rest, to first order), of the heat equation anything. The two pointers change places
 * with every step, so that arrays[0] is the newest state afterwards, and arrays[1] the one before.
 * `medium`, which may be NULL, is one factor for each point. Arrays must not overlap, and need the
 * alignment of a scalar. Nothing is allocated. NaN and infinity spread as far as the scheme carries
 * them: `order` / 2 points a step.
 *
 * FFTC_INVALID_ARGUMENT: plan, arrays, or one of the two is NULL, is not aligned, or arrays
 * overlap. */
FFTC_API fftc_status fftc_difference_execute(const fftc_difference_plan *plan, uint64_t steps,
                                             void *arrays[2], const void *medium,
                                             fftc_error *error);

/* ------------------------------------------------------------------------------------------------
 * How steps are carried out on devices: for fftcore/vulkan/finite_difference.h and
 * fftcore/emulate_difference.h. */

/* An array is gone through in blocks, one for some lanes (kernel/difference_block.h). What is 0
 * is chosen: blocks that were fast on an H200, smaller ones for small arrays. Results do not depend
 * on them. A zeroed structure is valid. `columns` is 1, 2 or 4, and divides the last length; unless
 * it is 1, it is at least half of the order. With fewer than that neighbours are loaded. */
typedef struct fftc_difference_blocks {
    bool no_subgroups;    /* neighbours are loaded, even where the device has shuffles */
    uint32_t columns;     /* neighbouring points along x that an invocation does at once */
    uint32_t rows;        /* of a block, along the middle one of three axes: 1 to 8; otherwise 1 */
    uint32_t planes;      /* of a block, along the first of several axes; otherwise 1 */
    uint32_t invocations; /* of a workgroup: a power of two up to 1024 */
} fftc_difference_blocks;

/* What shaders/common/difference.glsl reads at binding 2:
 * FFTC_DIFFERENCE_PARAMETER_BYTES(precision) bytes. FFTC_INVALID_ARGUMENT if `parameters` is NULL,
 * and as fftc_difference_plan_create. */
#define FFTC_DIFFERENCE_PARAMETER_BYTES(precision) \
    (32u + 17u * ((precision) == FFTC_FLOAT64 ? 8u : 4u))
FFTC_API fftc_status fftc_difference_parameters(const fftc_difference *difference, void *parameters,
                                                fftc_error *error);

#ifdef __cplusplus
}
#endif

#endif
