/* SPDX-License-Identifier: MIT
 *
 * Descriptions that plans for devices carry out, and the emulator to compare with.
 */
#ifndef FFTC_EDGES_TESTING_H
#define FFTC_EDGES_TESTING_H

#include "fftcore/emulate_plan.h"
#include "transform_arrays.h"

/* Draws a transform of any storage and ranges, of at most most_points points. */
fftc_transform edges_draw(testing_random *random, size_t most_points);

typedef struct edges_emulated {
    fftc_emulated_device emulation; /* but for config */
    fftc_emulation config;
} edges_emulated;

/* Limits and schedule number i: narrow ones, so that there are several passes, tiles and rounds. */
edges_emulated edges_narrow(unsigned i);

/* Runs as a transform_runner does, with an edges_emulated; asserts success and no finding. */
void edges_emulate(void *emulated, const fftc_transform *t, const fftc_arrays *arrays,
                   size_t src_bytes, size_t dst_bytes);

#endif
