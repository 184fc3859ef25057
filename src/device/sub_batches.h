/* SPDX-License-Identifier: MIT
 *
 * Batches that are larger than dispatches can number, or descriptors reach, are divided into
 * sub-batches that they can.
 */
#ifndef FFTC_DEVICE_SUB_BATCHES_H
#define FFTC_DEVICE_SUB_BATCHES_H

#include "device/pass_plan.h"

typedef struct fftc_sub_batches {
    uint64_t transforms; /* of a sub-batch: the batch, or a power of two below it */
    uint64_t count;      /* how many sub-batches have so many transforms */
    uint64_t left;       /* transforms of the last sub-batch, which has fewer; 0: there is none */
    uint64_t bytes[2];   /* of FFTC_PLACE_SRC and _DST: from the beginning of one sub-batch to
                            that of the next */
} fftc_sub_batches;

/* Makes the passes of one sub-batch, as fftc_pass_plan_make does. There is more than one sub-batch
 * only if that is necessary, with `divide`, and without accessors, which number the elements of the
 * whole batch. */
FFTC_API fftc_status fftc_sub_batches_make(const fftc_transform *transform,
                                           const fftc_pass_limits *limits, bool divide,
                                           fftc_pass_plan *plan, fftc_sub_batches *sub,
                                           fftc_error *error);

/* The transform of a sub-batch with so many transforms. */
FFTC_API fftc_transform fftc_sub_batch_transform(const fftc_transform *transform,
                                                 uint64_t transforms);

#endif
