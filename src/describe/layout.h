/* SPDX-License-Identifier: MIT
 *
 * A transform's description brought into one form: axes with a length and a stride on both sides.
 */
#ifndef FFTC_DESCRIBE_LAYOUT_H
#define FFTC_DESCRIBE_LAYOUT_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

/* One loop of the data: strides in items of their side (fftc_storage_item). */
typedef struct fftc_axis {
    size_t length;
    size_t src;
    size_t dst;
} fftc_axis;

#define FFTC_MAX_AXES (FFTC_MAX_RANK + 1)
/* Bytes that an array may span, so that every address computation fits a ptrdiff_t: 2^62, and 2^30
 * where addresses have 32 bits. */
#define FFTC_MAX_SPAN (((uint64_t)PTRDIFF_MAX >> 1) + 1)

static inline fftc_precision fftc_working_precision(fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? FFTC_FLOAT64 : FFTC_FLOAT32;
}

/* "f32", "f64" or "f16", as files and command lines have it. */
FFTC_API const char *fftc_precision_name(fftc_precision precision);

/* Of a complex number as it is computed with. */
static inline uint32_t fftc_complex_bytes(fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? 16 : 8;
}

/* How an array holds its numbers. */
typedef struct fftc_storage {
    fftc_precision precision; /* FFTC_FLOAT16 is worked on as float */
    bool split;               /* real and imaginary parts in arrays of their own */
    bool real;                /* numbers without imaginary parts */
} fftc_storage;

/* Bytes from one item to the next, in each of the storage's arrays. */
static inline size_t fftc_storage_item(fftc_storage storage)
{
    return fftc_precision_bytes(storage.precision) * (storage.split || storage.real ? 1 : 2);
}

typedef struct fftc_layout {
    int rank;                            /* axes, those of length 1 left out */
    int loops;                           /* the first so many axes are not transformed */
    fftc_axis axis[FFTC_MAX_RANK];       /* loops, then the others, slowest first of each */
    fftc_range src_range[FFTC_MAX_RANK]; /* of each axis, never empty */
    fftc_range dst_range[FFTC_MAX_RANK];
    fftc_trigonometric trigonometric[FFTC_MAX_RANK];
    fftc_axis batch; /* without a batch, one of the loops */
    size_t points;   /* product of the lengths to transform */
    fftc_storage src_storage;
    fftc_storage dst_storage;
} fftc_layout;

/* The transforms of real numbers that are complex ones in another order. */
static inline bool fftc_is_halfcomplex(fftc_trigonometric kind)
{
    return kind >= FFTC_R2HC && kind <= FFTC_DHT;
}

/* As it is meant, where FFTC_STRIDE_ZERO is allowed. */
static inline uint64_t fftc_stride_meant(uint64_t given)
{
    return given == FFTC_STRIDE_ZERO ? 0 : given;
}

static inline double fftc_factor_meant(double given)
{
    return given == 0.0 ? 1.0 : given;
}

/* Whether a range, as given for an axis of so many points, leaves something out. */
static inline bool fftc_range_is_partial(fftc_range given, uint64_t length)
{
    return given.end != 0 && (given.begin != 0 || given.end != length);
}

/* The smallest range that contains both. */
static inline fftc_range fftc_range_cover(fftc_range a, fftc_range b)
{
    return (fftc_range){a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

/* Parts of a description's checks, for other descriptions that contain a transform:
 *
 *   - precision, direction, placement, format and scaling are valid choices, and trigonometric ones
 *     are set only where they mean something;
 *   - a range of an axis of `length` items is valid (length 0: there is no such axis); a range that
 *     is not given becomes the whole axis;
 *   - strides and a distance of the side (or kernel) of that name are all left out, or there is one
 *     for each axis of more than one point and, of a larger batch than 1, the distance; none is
 *     given for an axis, or a batch, that is not; and those of dst are not FFTC_STRIDE_ZERO;
 *   - a stride or a distance, of that name, is at most `most`;
 *   - no two items of dst have the same place, with `rank` axes and the batch after them. */
fftc_status fftc_layout_check_choices(const fftc_transform *transform, fftc_error *error);
fftc_status fftc_layout_read_range(fftc_range given, uint64_t length, const char *side, int axis,
                                   fftc_range *range, fftc_error *error);
fftc_status fftc_layout_check_given(const char *name, const uint64_t *length,
                                    const uint64_t *stride, uint64_t batch, uint64_t distance,
                                    fftc_error *error);
fftc_status fftc_layout_check_stride(const char *name, uint64_t stride, uint64_t most,
                                     fftc_error *error);
fftc_status fftc_layout_check_overlap(const uint64_t *length, const uint64_t *stride, int rank,
                                      fftc_error *error);

/* layout_loops.c: the first checks that `loop` suits a description of so many axes. The second
 * takes a layout whose axes are in the description's order: those that `loop` marks come first, or
 * become part of the batch. It fills loops and points. */
fftc_status fftc_layout_check_loops(const fftc_transform *transform, int rank, fftc_error *error);
void fftc_layout_sort_loops(fftc_layout *layout, const bool loop[FFTC_MAX_RANK]);
void fftc_layout_remove_axis(fftc_layout *layout, int axis);
/* An axis of a single point, after all others. */
void fftc_layout_add_point(fftc_layout *layout);

/* Checks a description of FFTC_COMPLEX and fills the layout (real_layout.h: of any kind). */
fftc_status fftc_layout_make(const fftc_transform *transform, fftc_layout *layout,
                             fftc_error *error);

#endif
