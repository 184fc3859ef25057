/* SPDX-License-Identifier: MIT
 *
 * Lines for the classic FFTs (fftcore/butterfly.h), drawn at random; the bytes that the emulator
 * counts.
 */
#ifndef FFTC_BUTTERFLY_TESTING_H
#define FFTC_BUTTERFLY_TESTING_H

#include "fftcore/emulate_butterfly.h"
#include "testing.h"

/* Arrays of a description: dst holds other numbers, of which those between the points must stay. */
typedef struct butterfly_case {
    fftc_butterfly butterfly;
    size_t points;      /* of a line */
    size_t line_stride; /* what 0 means there */
    size_t point_stride;
    size_t bytes; /* of an array */
    void *src;
    void *dst;
    char name[128];
} butterfly_case;

/* Strides are drawn if `apart`: rows or columns, with gaps. */
butterfly_case butterfly_case_make(const fftc_butterfly *butterfly, bool apart,
                                   testing_random *random);
void butterfly_case_free(butterfly_case *c);

/* Transforms in the emulator; no findings, and the bytes that fftc_butterfly_count says. */
void butterfly_case_emulate(butterfly_case *c, const fftc_emulated_device *device);

/* Whether dst is the transform of src by its definition, in long double, within the bound. */
void butterfly_case_check(const butterfly_case *c);

/* An observer's function: adds up bytes in a fftc_butterfly_traffic. */
void butterfly_observe(void *traffic, const fftc_event *event);

#endif
