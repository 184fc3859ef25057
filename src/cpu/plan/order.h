/* SPDX-License-Identifier: MIT
 *
 * Which axis is transformed when. With whole ranges any order does the same work, and the fastest
 * axis comes first. Where ranges leave parts out, a step does only those lines that exist by then:
 * an axis that was not transformed yet has its src_range, one that was has its dst_range.
 */
#ifndef FFTC_CPU_ORDER_H
#define FFTC_CPU_ORDER_H

#include "common/layout.h"

size_t fftc_range_length(fftc_range range);

/* Do all axes of the set `pending`, by bits, take no more room before they are transformed than
 * after? Then what is left to transform finds room in dst. */
bool fftc_order_fits(const fftc_layout *layout, unsigned pending);

/* The axes to transform, by bits. */
unsigned fftc_order_axes(const fftc_layout *layout);

/* order[i] is the axis of step i. */
void fftc_order_choose(const fftc_layout *layout, bool in_place, int order[FFTC_MAX_RANK]);

#endif
