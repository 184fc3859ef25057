/* SPDX-License-Identifier: MIT
 *
 * FFTC_SUBGROUP_LOG2, for kernels that shuffle: log2 of a number of lanes that every subgroup of
 * the device has at least. 0: without subgroup operations.
 */
#ifndef FFTC_SUBGROUP_H
#define FFTC_SUBGROUP_H

#include "fftcore/kernel/dialect.h"

#ifndef FFTC_SUBGROUP_LOG2
#error "define FFTC_SUBGROUP_LOG2: log2 of a size every subgroup has at least; 0: no subgroups"
#endif

/* Vulkan's subgroups have at most 128 lanes. */
FFTC_REQUIRE(FFTC_SUBGROUP_LOG2_must_be_at_most_7, FFTC_SUBGROUP_LOG2 <= 7u);
#ifdef FFTC_NO_SUBGROUPS
FFTC_REQUIRE(FFTC_SUBGROUP_LOG2_above_0_needs_FFTC_SUBGROUPS, FFTC_SUBGROUP_LOG2 == 0u);
#endif

#endif
