/* SPDX-License-Identifier: MIT
 *
 * The cheapest few of many, while these come one by one.
 */
#ifndef FFTC_CPU_KEEP_FEW_H
#define FFTC_CPU_KEEP_FEW_H

#include <string.h>

/* Finds the place of an item that costs so much among *count of them, cheapest first, each of so
 * many bytes; there is room for `most`. Makes it free, and puts the cost beside it: the item is the
 * caller's to put. -1 if it is not among the cheapest. Of equal costs the first stays first. */
static inline int fftc_keep_few(double *costs, void *items, size_t bytes, int *count, int most,
                                double cost)
{
    int at = *count;
    while (at > 0 && costs[at - 1] > cost) {
        --at;
    }
    if (at == most) {
        return -1;
    }
    *count += *count < most;
    size_t moved = (size_t)(*count - 1 - at);
    memmove(costs + at + 1, costs + at, moved * sizeof *costs);
    memmove((char *)items + (size_t)(at + 1) * bytes, (char *)items + (size_t)at * bytes,
            moved * bytes);
    costs[at] = cost;
    return at;
}

#endif
