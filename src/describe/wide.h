/* SPDX-License-Identifier: MIT
 *
 * Descriptions of all that fftc_transform can say, with signed strides and any number of loops.
 * fftc_layout_read takes those alone that engines and devices do as they are.
 */
#ifndef FFTC_DESCRIBE_WIDE_H
#define FFTC_DESCRIBE_WIDE_H

#include "describe/layout.h"
#include "describe/overlap.h"

#define FFTC_WIDE_LOOPS (FFTC_MAX_LOOPS + FFTC_MAX_RANK + 1)

/* Numbers of two are for src and dst. Strides are in items of their side. */
typedef struct fftc_wide_loop {
    uint64_t length;
    int64_t stride[2];
} fftc_wide_loop;

typedef struct fftc_wide_axis {
    uint64_t points;    /* of the signal */
    uint64_t length[2]; /* items */
    int64_t stride[2];
    fftc_range range[2];
    fftc_trigonometric trigonometric;
} fftc_wide_axis;

typedef struct fftc_wide {
    int rank; /* axes that are transformed, in the description's order; 0 for a copy */
    fftc_wide_axis axis[FFTC_MAX_RANK];
    int loops; /* none of one round; those that step evenly are one */
    fftc_wide_loop loop[FFTC_WIDE_LOOPS];
    fftc_storage storage[2];
    fftc_kind kind;
    fftc_direction direction;
    bool in_place;
    bool conjugate;
    bool orthogonal; /* sums of cosines and sines whose first and last terms make them so */
    double scale;    /* all of it, 1 / sqrt(points) included */
    /* The one form that all descriptions have that mean the same (fftc_transform_normalise). */
    fftc_transform normal;
    bool plain; /* fftc_layout_read takes the normal form */
} fftc_wide;

/* Reads any valid description: the layout, if fftc_layout_read takes the description as it is;
 * otherwise *is_wide is true and `wide` is filled, of which the normal form may be plain. */
fftc_status fftc_description_read(const fftc_transform *transform, fftc_layout *layout,
                                  fftc_wide *wide, bool *is_wide, fftc_error *error);

/* The transform of the axes as fftc_layout_read takes it, without the conjugation:
 * for FFTC_REAL_SOURCE the half spectrum that a real transform gives. False if it has no words for
 * its loops or strides. */
bool fftc_wide_fold(const fftc_wide *wide, fftc_transform *narrow);

fftc_footprint fftc_wide_footprint(const fftc_wide *wide, bool src);

#endif
