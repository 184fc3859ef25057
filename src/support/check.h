/* SPDX-License-Identifier: MIT
 *
 * What more than one function checks of its arguments, and the sentences that say what to change.
 * Each returns FFTC_SUCCESS, and leaves *error as it is, or fails as fftc_fail does. Exported for
 * fftcore-vulkan, not declared to users.
 */
#ifndef FFTC_SUPPORT_CHECK_H
#define FFTC_SUPPORT_CHECK_H

#include <stdbool.h>

#include "fftcore/convolution.h"

/* The most points of an axis: a transform's length, a convolution's period. */
#define FFTC_AXIS_POINTS_MAX ((uint64_t)1 << 31)

fftc_status fftc_check_precision(fftc_precision precision, fftc_error *error);
/* Checks an allocator, which may be NULL. */
fftc_status fftc_check_allocator(const fftc_allocator *allocator, fftc_error *error);
fftc_status fftc_check_direction(fftc_direction direction, fftc_error *error);
fftc_status fftc_check_product(fftc_product product, fftc_error *error);
/* Checks the kind of a convolution's signal. */
fftc_status fftc_check_signal_kind(fftc_kind kind, fftc_error *error);
fftc_status fftc_check_axis_points(int axis, uint64_t points, fftc_error *error);
/* Checks how many lengths are given before the first 0. */
fftc_status fftc_check_rank(int rank, fftc_error *error);
/* Whether reserved numbers of a structure, of that name, are 0. */
FFTC_API fftc_status fftc_check_reserved(const uint64_t *reserved, int count, const char *name,
                                         fftc_error *error);

/* Checks that src and dst are the same arrays if, and only if, the plan is in place. */
FFTC_API fftc_status fftc_check_same_arrays(bool same, bool in_place, fftc_error *error);

/* Refuses a plan in place whose sides have different strides. */
fftc_status fftc_fail_unlike_strides(fftc_error *error);

/* Fails with "src is NULL: pass the array to read", by the name of the parameter or member. */
FFTC_API fftc_status fftc_fail_null(fftc_error *error, const char *name);
/* Fails for a parameter that is NULL and takes a result. */
FFTC_API fftc_status fftc_fail_no_place(fftc_error *error, const char *name);

#endif
