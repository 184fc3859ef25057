/* SPDX-License-Identifier: MIT
 *
 * Whether two arrays with strides share a byte. Arrays that lie inside each other may well not:
 * channels of one picture, or its left and right half.
 */
#ifndef FFTC_COMMON_OVERLAP_H
#define FFTC_COMMON_OVERLAP_H

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
FFTC_API fftc_footprint fftc_footprint_make(const fftc_layout *layout, bool in_place, bool src);

/* That of so many bytes on end, 1 or more. */
static inline fftc_footprint fftc_footprint_block(size_t bytes)
{
    return (fftc_footprint){.item = bytes, .end = bytes};
}

/* fftc_footprints_overlap of arrays whose bounds overlap. */
FFTC_API bool fftc_footprints_meet(uint64_t a, const fftc_footprint *in_a, uint64_t b,
                                   const fftc_footprint *in_b);

/* Of arrays at two places of one memory. True only if they share a byte. (That they do not takes
 * long to find out for strides that fit each other nowhere; then it says false.) */
static inline bool fftc_footprints_overlap(uint64_t a, const fftc_footprint *in_a, uint64_t b,
                                           const fftc_footprint *in_b)
{
    return a + in_a->end > b + in_b->begin && b + in_b->end > a + in_a->begin &&
           fftc_footprints_meet(a, in_a, b, in_b);
}

/* The same in the process's memory. */
static inline bool fftc_overlap(const void *a, const fftc_footprint *in_a, const void *b,
                                const fftc_footprint *in_b)
{
    return fftc_footprints_overlap((uintptr_t)a, in_a, (uintptr_t)b, in_b);
}

/* An array of up to two parts, real and imaginary ones, each somewhere in a memory: that of the
 * process, or of a buffer. */
typedef struct fftc_extent {
    fftc_footprint footprint; /* of each part */
    int parts;
    struct {
        uint64_t space; /* which memory */
        uint64_t at;
    } part[2];
} fftc_extent;

/* Does a part of one share a byte with a part of the other; do the two parts of one? */
FFTC_API bool fftc_extents_overlap(const fftc_extent *a, const fftc_extent *b);
FFTC_API bool fftc_extent_overlaps_itself(const fftc_extent *a);

/* In the process's memory; NULL: there is no such part. */
static inline fftc_extent fftc_extent_of(const void *re, const void *im,
                                         const fftc_footprint *footprint)
{
    return (fftc_extent){.footprint = *footprint,
                         .parts = re == NULL   ? 0
                                  : im == NULL ? 1
                                               : 2,
                         .part = {{0, (uintptr_t)re}, {0, (uintptr_t)im}}};
}

#endif
