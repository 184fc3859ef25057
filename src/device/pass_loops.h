/* SPDX-License-Identifier: MIT
 *
 * The loops over the lines of a pass: all axes except its own, and the batch.
 */
#ifndef FFTC_DEVICE_PASS_LOOPS_H
#define FFTC_DEVICE_PASS_LOOPS_H

#include "describe/layout.h"

/* Two axes can be two loops each. */
#define FFTC_LOOPS_MAX (FFTC_MAX_AXES + 2)

typedef struct fftc_loops {
    uint32_t digits;
    uint64_t count[FFTC_LOOPS_MAX];
    uint64_t src[FFTC_LOOPS_MAX]; /* steps */
    uint64_t dst[FFTC_LOOPS_MAX];
} fftc_loops;

/* Adds a loop. Loops are in the order of the source's steps, finest first. A count of 1 is no
 * loop. */
void fftc_loops_add(fftc_loops *loops, uint64_t count, uint64_t src, uint64_t dst);

/* The count of the finest loop, if on both sides its steps are smaller than the axis's own strides;
 * otherwise 0. */
uint64_t fftc_loops_across(const fftc_loops *l, uint64_t src_stride, uint64_t dst_stride);

/* Lengthens the finest loop to fill whole workgroups of so many lines, if workgroups then begin at
 * whole pieces of `piece` elements wherever they write, and if few lines are padding. Returns the
 * loop's real count if it does so, otherwise 0. Each transform has `lines` lines. */
uint64_t fftc_loops_fill(fftc_loops *l, uint64_t dst_stride, uint64_t lines, uint32_t group,
                         uint32_t piece);

/* Splits the finest loop in two, the first of which counts `part`, if that divides it. */
bool fftc_loops_split(fftc_loops *l, uint64_t part);

/* Merges two loops if the second steps over exactly the first. */
void fftc_loops_merge(fftc_loops *loops);

uint64_t fftc_loops_product(const fftc_loops *loops);

#endif
