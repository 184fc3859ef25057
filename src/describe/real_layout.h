/* SPDX-License-Identifier: MIT
 *
 * Descriptions with real numbers: the two sides have items of different size and axes of different
 * length.
 */
#ifndef FFTC_DESCRIBE_REAL_LAYOUT_H
#define FFTC_DESCRIBE_REAL_LAYOUT_H

#include "describe/layout.h"

/* Checks a description of a kind other than FFTC_COMPLEX and fills the layout. Lengths are those of
 * the signal, the ranges those of both sides. Strides are in items of their side, whose storage
 * tells what an item is. No axis that is transformed is left out. */
fftc_status fftc_real_layout_make(const fftc_transform *transform, fftc_layout *layout,
                                  fftc_error *error);

/* Makes the layout of any kind, by fftc_layout_make or fftc_real_layout_make. */
FFTC_API fftc_status fftc_layout_read(const fftc_transform *transform, fftc_layout *layout,
                                      fftc_error *error);

/* One side of a description. */
typedef struct fftc_side {
    uint64_t
        length[FFTC_MAX_RANK]; /* items along each axis; half spectra have fewer than signals */
    uint64_t stride[FFTC_MAX_RANK];
    uint64_t distance;
    fftc_range range[FFTC_MAX_RANK];
    bool spectrum; /* half of one: of FFTC_REAL, the side that is complex */
} fftc_side;

/* A side of a valid description of any kind, with everything as it is meant: strides, distance and
 * ranges that were left 0 are filled in. */
FFTC_API fftc_side fftc_transform_side(const fftc_transform *transform, bool dst);

/* Writes a description that was found valid in the one form that stands for all that mean the same:
 * 0 for packed strides with their distance, whole ranges and, forwards, no scaling; the packed
 * stride for an axis of one item; a batch of at least 1, without distances if there is no other;
 * loops as 1. `normal` may be `transform`. */
FFTC_API void fftc_transform_make_normal(const fftc_transform *transform, fftc_transform *normal);

/* Of such a description, sets a distance to 0 that is the one of packed rows, whatever the strides.
 * Saved lines name it so. */
void fftc_transform_shorten(fftc_transform *normal);

/* The sum that an axis of FFTC_REAL_TO_REAL is in its direction, and its logical length. */
fftc_trigonometric fftc_real_kind_of(const fftc_layout *layout, fftc_direction direction, int axis);
FFTC_API uint64_t fftc_real_logical(fftc_trigonometric kind, uint64_t length);
static inline bool fftc_is_sine(fftc_trigonometric kind)
{
    return kind >= FFTC_DST_I;
}

/* What a transform of any kind is multiplied by along its axes begin .. end - 1. The first axis
 * that is transformed takes the description's factor. */
double fftc_layout_scale(const fftc_transform *transform, const fftc_layout *layout, int begin,
                         int end);

#endif
