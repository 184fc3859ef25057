/* SPDX-License-Identifier: MIT
 *
 * Transforms of 2 to 8 points by single numbers, whose real and imaginary parts may be anywhere
 * (units/scalar_codelets.c): for what is over before vectors are filled.
 */
#ifndef FFTC_CPU_SCALAR_CODELETS_H
#define FFTC_CPU_SCALAR_CODELETS_H

#include <stddef.h>

#include "fftcore/fftcore.h"

#define FFTC_SCALAR_CODELET_MOST 8

/* A line's parts, `step` scalars from number to number in each of them. */
typedef struct fftc_scalar_line {
    void *re;
    void *im;
    size_t step;
} fftc_scalar_line;

/* A forward transform times `scale`. All numbers are read before one is written. With re and im
 * exchanged on both sides it is the inverse one. */
typedef void fftc_scalar_codelet(const fftc_scalar_line *src, const fftc_scalar_line *dst,
                                 double scale);

/* NULL if there is none of n points. */
fftc_scalar_codelet *fftc_scalar_codelet_of(fftc_precision precision, size_t n);

#endif
