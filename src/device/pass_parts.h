/* SPDX-License-Identifier: MIT
 *
 * Batches that are larger than dispatches can number, or descriptors reach, are divided into parts
 * of as many transforms as are not.
 */
#ifndef FFTC_DEVICE_PASS_PARTS_H
#define FFTC_DEVICE_PASS_PARTS_H

#include "device/pass_plan.h"

typedef struct fftc_pass_parts {
    uint64_t transforms; /* of a part: the batch, or a power of two below it */
    uint64_t count;      /* of whole parts */
    uint64_t left;       /* transforms, fewer than a part's, that remain */
    uint64_t bytes[2];   /* of FFTC_PLACE_SRC and _DST: from a part's beginning to the next one's */
} fftc_pass_parts;

/* As fftc_pass_plan_make, for one part. There is more than one part only if that is necessary, with
 * `divide`, and without accessors, which number the elements of the whole batch. */
FFTC_API fftc_status fftc_pass_parts_make(const fftc_transform *transform,
                                          const fftc_pass_limits *limits, bool divide,
                                          fftc_pass_plan *plan, fftc_pass_parts *parts,
                                          fftc_error *error);

/* The transform of one part, or of what remains. */
FFTC_API fftc_transform fftc_pass_parts_transform(const fftc_transform *transform,
                                                  uint64_t transforms);

#endif
