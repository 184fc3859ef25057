/* SPDX-License-Identifier: MIT
 *
 * The radices of a line and the invocations that share it, chosen by what their schedules cost.
 */
#ifndef FFTC_DEVICE_LINE_RADICES_H
#define FFTC_DEVICE_LINE_RADICES_H

#include "device/line_plan.h"

/* Invocations of a workgroup, unless something else is asked for. Several such workgroups fit on a
 * multiprocessor, so that some load while others compute. */
#define FFTC_LINE_USUAL_INVOCATIONS 128u

static inline bool fftc_power_of_two(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

/* Chooses the stages, invocations and registers of a schedule that has points and complex_words,
 * and nothing else yet; false if there are none. */
bool fftc_line_radices(const fftc_line_request *request, fftc_line_schedule *schedule);

/* Whether a dispatch is short: it should have many workgroups and few barriers. */
bool fftc_line_short_dispatch(const fftc_line_request *request);

/* Whether lines are mirrored in pairs, in float. A workgroup then has few lines, which cross in
 * rounds. On an H200 half a spectrum of 2^18 took 1229 us by 16 lines of 256 points and 1430 by 32,
 * of 2^20 1511 by 8 of 512 and 1631 by 16: four lines from either end make a sector. */
static inline bool fftc_line_paired(const fftc_line_request *request)
{
    return request->mirrored == 2 && request->complex_words == 2;
}

/* Whether these are so long that each workgroup should fill half of a multiprocessor. */
bool fftc_line_paired_large(const fftc_line_request *request, const fftc_line_schedule *schedule);

/* FFTC_LINE_GATHERED, once radices and invocations are chosen. */
uint32_t fftc_line_gathered(const fftc_line_request *request, const fftc_line_schedule *schedule);

/* Puts the stages of a plane's rows first, and notes where those of its columns begin. */
void fftc_line_order_plane(fftc_line_schedule *schedule);

#endif
