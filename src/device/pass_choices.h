/* SPDX-License-Identifier: MIT
 *
 * What a planner of passes can be told instead of choosing it by its cost model.
 */
#ifndef FFTC_DEVICE_PASS_CHOICES_H
#define FFTC_DEVICE_PASS_CHOICES_H

#include <stdbool.h>

#include "describe/saved_text.h"

#define FFTC_PASSES_MAX 28 /* four axes of at most seven passes */
#define FFTC_AXIS_PASSES_MAX 4

/* How a workgroup carries out lines; 0: the planner's choice. */
typedef struct fftc_pass_wish {
    uint32_t registers; /* see fftc_line_request */
    uint32_t invocations;
} fftc_pass_wish;

/* The points of each pass of an axis; count 0: the planner's choice. */
typedef struct fftc_axis_choice {
    uint32_t count;
    uint32_t points[FFTC_AXIS_PASSES_MAX];
} fftc_axis_choice;

/* Zeroed: all is the planner's. Only uint32_t. */
typedef struct fftc_pass_choices {
    /* Counted without axes of length 1. */
    fftc_axis_choice axis[FFTC_MAX_RANK];
    fftc_pass_wish pass[FFTC_PASSES_MAX];
} fftc_pass_choices;

/* Checks that options about how workgroups carry out lines are within what is possible. */
fftc_status fftc_check_registers(uint32_t registers, fftc_error *error);

/* " a0.1024.512 p1.16.256": axes and passes of which something is chosen. */
FFTC_API void fftc_pass_choices_put(fftc_text_writer *w, const fftc_pass_choices *choices);

/* Reads what fftc_pass_choices_put wrote, or nothing, up to the end of the line or text. False if
 * the text is anything else; what the numbers mean for a transform is not looked at. */
FFTC_API bool fftc_pass_choices_take(const char **text, fftc_pass_choices *choices);

#endif
