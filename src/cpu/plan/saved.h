/* SPDX-License-Identifier: MIT
 *
 * Plans as lines of text, for fftc_plan_save and fftc_plan_options.saved:
 *
 *     fftcore 0.1.0 avx512 f32:complex:forward:1080x1920 9d1c0f3a7b52e684 measured 1.16.15 16.2.9
 *
 * A line has the version, the instruction set ("any" for a reproducible plan), the transform for
 * people, a hash of all that it means, the effort, and the choices (choice.h), each a row of
 * decimal numbers.
 */
#ifndef FFTC_CPU_SAVED_H
#define FFTC_CPU_SAVED_H

#include "cpu/plan/plan.h"

/* Looks for the request's line in options.saved, which is not NULL. If it is there, checks all of
 * it but what the numbers mean, fills choices->choice and ->given, and sets request->made_by. */
fftc_status fftc_saved_read(fftc_plan_request *request, fftc_choices *choices, bool *found,
                            fftc_error *error);

#endif
