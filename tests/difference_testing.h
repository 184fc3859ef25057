/* SPDX-License-Identifier: MIT
 *
 * kernel/difference_block.h in the emulator, compiled once for each set of parameters
 * (difference_unit.c).
 */
#ifndef FFTC_DIFFERENCE_TESTING_H
#define FFTC_DIFFERENCE_TESTING_H

#include "fftcore/emulate.h"

typedef struct difference_case {
    uint32_t length[3]; /* x, y, z; 1 where there is no axis */
    uint32_t boundary[3];
    const void *weight;  /* of the unit's precision, [axis][0 .. reach] */
    uint32_t planes;     /* of a block */
    uint32_t lanes_log2; /* of a block */
    bool shuffle;
    uint32_t subgroup_size_log2;
    uint32_t workgroup_size;
    fftc_schedule schedule;
} difference_case;

typedef struct difference_unit {
    const char *name;
    uint32_t axes;
    uint32_t reach;
    uint32_t columns;
    size_t real_bytes;
    /* Writes the Laplacian of `points` by the emulator, and the definition's. */
    void (*run)(const difference_case *c, const void *points, void *result);
    void (*expect)(const difference_case *c, const void *points, void *result);
} difference_unit;

#endif
