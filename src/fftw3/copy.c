/* SPDX-License-Identifier: MIT
 *
 * Copies between arrays of any strides.
 */
#include <stdlib.h>

#include "fftw3/problem.h"

/* The reach of one step along an axis. */
static ptrdiff_t reach(const axis *a)
{
    ptrdiff_t is = a->is < 0 ? -a->is : a->is;
    ptrdiff_t os = a->os < 0 ? -a->os : a->os;
    return is > os ? is : os;
}

static int farther_first(const void *a, const void *b)
{
    ptrdiff_t first = reach(a);
    ptrdiff_t second = reach(b);
    return (first < second) - (first > second);
}

static void copy_sorted(const axis *axes, int rank, const R *src, R *dst)
{
    if (rank == 0) {
        *dst = *src;
        return;
    }
    if (rank == 1) {
        for (ptrdiff_t i = 0; i < axes->n; ++i) {
            dst[i * axes->os] = src[i * axes->is];
        }
        return;
    }
    for (ptrdiff_t i = 0; i < axes->n; ++i) {
        copy_sorted(axes + 1, rank - 1, src + i * axes->is, dst + i * axes->os);
    }
}

void P(copy)(const axis *axes, int rank, const R *src, R *dst)
{
    axis sorted[2 * AXES_MAX + 1];
    for (int i = 0; i < rank; ++i) {
        sorted[i] = axes[i];
    }
    qsort(sorted, (size_t)rank, sizeof *sorted, farther_first);
    copy_sorted(sorted, rank, src, dst);
}
