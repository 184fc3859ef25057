/* SPDX-License-Identifier: MIT
 *
 * What tests of the fast kernel's passes in the emulator share.
 */
#ifndef FFTC_LINE_TESTING_H
#define FFTC_LINE_TESTING_H

#include "device/pass_plan.h"
#include "fftcore/emulate_plan.h"
#include "testing.h"

#define LINE_INVOCATIONS 256u

extern const fftc_pass_limits line_limits;

typedef struct line_trial {
    fftc_transform transform;
    fftc_pass_plan plan;
    testing_buffer place[FFTC_PLACE_COUNT];
    fftc_counts counts; /* of all passes */
    size_t points;
    size_t batch;
} line_trial;

/* Planned, its source random. */
line_trial line_trial_start(const fftc_transform *transform, const fftc_pass_limits *limits);
void line_trial_end(line_trial *t);

/* Must find nothing. With the limits that the trial was planned for. */
void line_trial_run(line_trial *t, const fftc_pass_limits *limits, const fftc_emulation *with);

size_t line_element_bytes(const fftc_transform *t);

/* Where the place's numbers are: in place, the source's are the destination's. */
fftc_place line_home(const line_trial *t, fftc_place place);

#endif
