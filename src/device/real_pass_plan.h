/* SPDX-License-Identifier: MIT
 *
 * Transforms with real numbers on one side or both as lists of dispatches: passes of complex
 * transforms, the first and the last of an axis by kernel/real_pass.h.
 */
#ifndef FFTC_DEVICE_REAL_PASS_PLAN_H
#define FFTC_DEVICE_REAL_PASS_PLAN_H

#include "device/pass_plan.h"

/* Plans FFTC_REAL and FFTC_REAL_TO_REAL, as fftc_pass_plan_make plans complex transforms. */
fftc_status fftc_real_pass_plan_make(const fftc_transform *transform,
                                     const fftc_pass_limits *limits, fftc_pass_plan *plan,
                                     fftc_error *error);

typedef enum fftc_edge_side { FFTC_EDGE_LOADED, FFTC_EDGE_STORED } fftc_edge_side;

/* The twiddles that an edge of this pass needs, for what it loads or stores: their number, and the
 * table. */
uint64_t fftc_edge_twiddles_count(const fftc_pass_key *key, fftc_edge_side side);
bool fftc_edge_twiddles_begin(const fftc_pass_key *key, fftc_edge_side side, void *table,
                              fftc_table_jobs *jobs);

#endif
