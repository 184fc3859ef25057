/* SPDX-License-Identifier: MIT
 *
 * Schedules of lines of double that have a multiprocessor for themselves: three stages of large
 * radices.
 */
#ifndef FFTC_DEVICE_LINE_ROOMY_H
#define FFTC_DEVICE_LINE_ROOMY_H

#include "device/line_plan.h"

/* Points, radices in their order, invocations and registers, in a schedule that has complex_words
 * and what is not chosen here already; false if another kind of schedule serves the request. */
bool fftc_line_roomy(const fftc_line_request *request, fftc_line_schedule *schedule);

/* Whether a schedule is such a one. */
bool fftc_line_is_roomy(const fftc_line_schedule *schedule);

/* Padding and stride, as fftc_line_pad. */
void fftc_line_roomy_pad(fftc_line_schedule *schedule, uint32_t words_max);

#endif
