/* SPDX-License-Identifier: MIT
 *
 * Whether two arrays with strides share a byte. Arrays that lie inside each other may well not:
 * channels of one picture, or its left and right half.
 */
#ifndef FFTC_DESCRIBE_OVERLAP_H
#define FFTC_DESCRIBE_OVERLAP_H

#include "describe/layout.h"

#define FFTC_FOOTPRINT_LOOPS 16 /* fftc_wide has the most */

/* The bytes that one side's items occupy, from its pointer on. */
typedef struct fftc_footprint {
    int loops;
    size_t length[FFTC_FOOTPRINT_LOOPS];
    size_t stride[FFTC_FOOTPRINT_LOOPS]; /* bytes, above 0 */
    size_t item;
    ptrdiff_t begin; /* of the first byte, negative if that is before the pointer */
    ptrdiff_t end;   /* behind the last one */
} fftc_footprint;

/* Whether two elements of an array have the same place: there are so many axes, whose strides are
 * not negative. Also true if that cannot be found out in about a millisecond. */
bool fftc_strides_meet(const uint64_t *length, const uint64_t *stride, int count);

/* The footprint of one side's ranges; in place, of both sides' together. */
FFTC_API fftc_footprint fftc_footprint_make(const fftc_layout *layout, bool in_place, bool src);

/* The footprint of a block of so many bytes, 1 or more. */
static inline fftc_footprint fftc_footprint_block(size_t bytes)
{
    return (fftc_footprint){.item = bytes, .end = (ptrdiff_t)bytes};
}

/* fftc_footprints_overlap of arrays whose bounds overlap. */
FFTC_API bool fftc_footprints_meet(uint64_t a, const fftc_footprint *in_a, uint64_t b,
                                   const fftc_footprint *in_b);

/* Whether two arrays in one memory share a byte. True only if they do. (For strides that do not
 * nest, proving that they do not takes long; then it says false.) */
static inline bool fftc_footprints_overlap(uint64_t a, const fftc_footprint *in_a, uint64_t b,
                                           const fftc_footprint *in_b)
{
    return a + in_a->end > b + in_b->begin && b + in_b->end > a + in_a->begin &&
           fftc_footprints_meet(a, in_a, b, in_b);
}

/* Whether two footprints overlap that begin at addresses of the process's memory. */
static inline bool fftc_overlap(const void *a, const fftc_footprint *in_a, const void *b,
                                const fftc_footprint *in_b)
{
    return fftc_footprints_overlap((uintptr_t)a, in_a, (uintptr_t)b, in_b);
}

/* Whether arrays of one or two parts, the real and the imaginary one, overlap. NULL: there is no
 * such part. (Inline, since every execution calls it.) */
static inline bool fftc_parts_overlap(const void *const a[2], const fftc_footprint *in_a,
                                      const void *const b[2], const fftc_footprint *in_b)
{
    for (int i = 0; i < 2 && a[i] != NULL; ++i) {
        for (int k = 0; k < 2 && b[k] != NULL; ++k) {
            if (fftc_overlap(a[i], in_a, b[k], in_b)) {
                return true;
            }
        }
    }
    return false;
}

/* Do the two parts of one share a byte? */
static inline bool fftc_parts_meet(const void *const a[2], const fftc_footprint *in_a)
{
    return a[1] != NULL && fftc_overlap(a[0], in_a, a[1], in_a);
}

/* Whether the places of the two sides are forbidden. Out of place they must not share bytes. In
 * place, where they are the same arrays, no part of the source may share bytes with the other part
 * of the destination. */
static inline bool fftc_sides_meet(bool in_place, const void *const src[2],
                                   const fftc_footprint *in_src, const void *const dst[2],
                                   const fftc_footprint *in_dst)
{
    if (fftc_parts_meet(dst, in_dst)) {
        return true;
    }
    return in_place ? dst[1] != NULL && (fftc_overlap(dst[0], in_src, dst[1], in_dst) ||
                                         fftc_overlap(dst[1], in_src, dst[0], in_dst))
                    : fftc_parts_overlap(src, in_src, dst, in_dst);
}

#endif
