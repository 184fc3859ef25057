/* SPDX-License-Identifier: MIT
 *
 * The order in which the axes are transformed. With whole ranges every order does the same work,
 * and the fastest axis comes first. With parts left out by ranges, a step does only those lines
 * that exist by then: an axis that was not transformed yet has its src_range, one that was has its
 * dst_range.
 */
#ifndef FFTC_CPU_ORDER_H
#define FFTC_CPU_ORDER_H

#include "describe/layout.h"

size_t fftc_range_length(fftc_range range);

/* Whether all axes of the set `pending`, a bit for each, take no more room before they are
 * transformed than after. Then what is still to be transformed has room in dst. */
bool fftc_order_fits(const fftc_layout *layout, unsigned pending);

/* The set of the axes to transform, a bit for each. */
unsigned fftc_order_axes(const fftc_layout *layout);

/* Chooses the order: order[i] is the axis of step i. */
void fftc_order_choose(const fftc_layout *layout, bool in_place, int order[FFTC_MAX_RANK]);

#endif
