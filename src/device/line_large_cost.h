/* SPDX-License-Identifier: MIT
 *
 * What a multiprocessor has for long lines, and what their schedules cost there.
 */
#ifndef FFTC_DEVICE_LINE_LARGE_COST_H
#define FFTC_DEVICE_LINE_LARGE_COST_H

#include "device/line_plan.h"

#define FFTC_LINE_LARGE_NEVER 1e30 /* a cost */
#define FFTC_LINE_LARGE_SUBGROUP 32u

static inline bool fftc_line_is_double(const fftc_line_schedule *s)
{
    return s->complex_words == 4;
}

/* Whether the schedule's invocations, each with its registers' numbers, have room. */
bool fftc_line_large_has_room(const fftc_line_schedule *schedule);

/* What a schedule with room costs, in a unit of its own for float and for double; of float, sets
 * the rounds. */
double fftc_line_large_cost(const fftc_line_request *request, fftc_line_schedule *schedule);

/* No more than what a schedule of as many stages costs that has that largest radix. */
double fftc_line_large_cost_least(const fftc_line_schedule *schedule, uint32_t largest);

#endif
