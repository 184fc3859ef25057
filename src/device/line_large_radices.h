/* SPDX-License-Identifier: MIT
 *
 * Schedules of long lines in three or four stages of large radices. Few of them are at work on a
 * multiprocessor at a time.
 */
#ifndef FFTC_DEVICE_LINE_LARGE_RADICES_H
#define FFTC_DEVICE_LINE_LARGE_RADICES_H

#include "device/line_plan.h"

/* Points, radices in their order, invocations and registers, of float also count, words and rounds,
 * in a schedule that has complex_words, and all that is not chosen here; false if another kind of
 * schedule serves the request. */
bool fftc_line_large_radices(const fftc_line_request *request, fftc_line_schedule *schedule);

/* Whether a schedule has three stages of large radices. */
bool fftc_line_has_large_radices(const fftc_line_schedule *schedule);

/* Sets padding and stride, as fftc_line_pad does for other schedules. */
void fftc_line_large_radices_pad(fftc_line_schedule *schedule, uint32_t words_max);

#endif
