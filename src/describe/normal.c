/* SPDX-License-Identifier: MIT
 *
 * Descriptions for callers: their one form, and lengths that are fast.
 */
#include <string.h>

#include "describe/real_layout.h"
#include "describe/wide.h"
#include "support/check.h"
#include "support/error.h"

fftc_status fftc_transform_normalise(const fftc_transform *transform, fftc_transform *normal,
                                     fftc_error *error)
{
    fftc_layout layout;
    fftc_wide wide;
    bool is_wide;
    if (normal == NULL) {
        return fftc_fail_no_place(error, "normal");
    }
    fftc_status status = fftc_description_read(transform, &layout, &wide, &is_wide, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    /* An assignment of structures may also write what lies between fields: so it is copied field by
     * field. */
    fftc_transform copy;
    fftc_transform_make_normal(is_wide ? &wide.normal : transform, &copy);
    memset(normal, 0, sizeof *normal);
#define COPY(field) memcpy(&normal->field, &copy.field, sizeof copy.field)
    COPY(length);
    COPY(batch);
    COPY(precision);
    COPY(direction);
    COPY(placement);
    COPY(scaling);
    COPY(src_stride);
    COPY(dst_stride);
    COPY(src_distance);
    COPY(dst_distance);
    COPY(kind);
    COPY(trigonometric);
    COPY(format);
    COPY(src_range);
    COPY(dst_range);
    COPY(loop);
    COPY(factor);
    for (int i = 0; i < FFTC_MAX_LOOPS; ++i) {
        COPY(loops[i].length);
        COPY(loops[i].src_stride);
        COPY(loops[i].dst_stride);
    }
    COPY(conjugate);
#undef COPY
    return fftc_succeed(error);
}

/* The least product of n, odd primes from the list on and a power of 2 that is at least `length`,
 * or `best` if that is less. */
static uint64_t least_product(uint64_t n, const uint64_t *primes, uint64_t length, uint64_t best)
{
    uint64_t product = n;
    while (product < length) {
        product *= 2;
    }
    best = product < best ? product : best;
    for (; *primes != 0 && n < length; ++primes) {
        best = least_product(n * *primes, primes, length, best);
    }
    return best;
}

uint64_t fftc_good_size(uint64_t length)
{
    static const uint64_t primes[] = {3, 5, 7, 11, 13, 0};
    return length == 0 || length > FFTC_AXIS_POINTS_MAX
               ? 0
               : least_product(1, primes, length, UINT64_MAX);
}
