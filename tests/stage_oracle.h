/* SPDX-License-Identifier: MIT
 *
 * The spectrum against which every stage of the reference transform is judged; the judgement itself
 * is the identity of tools/oracle.h, so that the tests vouch for what `fftcore diff` prints.
 *
 * Arrays are interleaved complex doubles, N of them. Not thread-safe: FFTW's planner is not.
 */
#ifndef FFTC_TESTS_STAGE_ORACLE_H
#define FFTC_TESTS_STAGE_ORACLE_H

#include "fftcore/reference.h"

/* The spectrum, in natural order, that `source` has (forward) or is (inverse, in Nabla order). */
void stage_oracle_spectrum(const fftc_workgroup_fft *fft, const double *source, double *spectrum);

/* The relative error of the array after `stage`, which is overwritten. */
double stage_oracle_error(const fftc_workgroup_fft *fft, uint32_t stage, const double *spectrum,
                          double *array);

#endif
