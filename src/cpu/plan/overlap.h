/* SPDX-License-Identifier: MIT
 *
 * Whether two arrays with strides share a byte. Arrays that lie inside each other may well not:
 * channels of one picture, or its left and right half.
 */
#ifndef FFTC_CPU_OVERLAP_H
#define FFTC_CPU_OVERLAP_H

#include "common/layout.h"

/* The bytes that one side's items occupy, from its pointer on. */
typedef struct fftc_footprint {
    int loops;
    size_t length[FFTC_MAX_AXES];
    size_t stride[FFTC_MAX_AXES]; /* bytes, above 0 */
    size_t item;
    size_t begin; /* of the first byte */
    size_t end;   /* behind the last one */
} fftc_footprint;

/* Of the ranges; in place of the source's and the destination's together. */
fftc_footprint fftc_footprint_make(const fftc_layout *layout, bool in_place, bool src);

/* That of so many bytes on end, 1 or more. */
static inline fftc_footprint fftc_footprint_block(size_t bytes)
{
    return (fftc_footprint){.item = bytes, .end = bytes};
}

/* fftc_overlap of arrays whose bounds overlap. */
bool fftc_footprints_meet(const void *a, const fftc_footprint *in_a, const void *b,
                          const fftc_footprint *in_b);

/* True only if they do. (That they do not takes long to find out for strides that fit each other
 * nowhere; then it says false.) */
static inline bool fftc_overlap(const void *a, const fftc_footprint *in_a, const void *b,
                                const fftc_footprint *in_b)
{
    uintptr_t from_a = (uintptr_t)a;
    uintptr_t from_b = (uintptr_t)b;
    return from_a + in_a->end > from_b + in_b->begin && from_b + in_b->end > from_a + in_a->begin &&
           fftc_footprints_meet(a, in_a, b, in_b);
}

#endif
