/* SPDX-License-Identifier: MIT
 *
 * The stage oracle: what the array of the reference transform must hold after each of its stages,
 * by FFTW in double precision.
 *
 * One identity serves both directions. Write B for the number of blocks the stage leaves, L = N / B
 * for their length, and rev for the reversal of the log2 B bits of a block's number. Then
 *
 *     DFT_L(block b)[f] = X[rev(b) + B f],   0 <= f < L,
 *
 * where X is the spectrum of the whole transform.
 *
 *   forward, stage k: B = 2^(k + 1). Each decimation in frequency splits a transform into one of
 *     the even frequencies (left half) and one of the odd ones (right half), so that the bits of
 *     b, highest first, are the bits of the frequency, lowest first. FFTW finishes the blocks, and
 *     together they are the DFT of the source.
 *   inverse, stage k: B = 2^k. A decimation in time runs the splitting backwards: position p starts
 *     as X[rev(p)], and a stage makes of two finished inverse transforms of L / 2 points (each
 *     divided by L / 2) the one of L points (divided by L) over both sets of frequencies. So
 *     FFTW's forward transform of each block gives back the frequencies that went into it.
 *
 * By Parseval the relative L2 error of the spectrum is that of the array itself.
 *
 * Arrays are interleaved complex doubles, N of them. Not thread-safe: FFTW's planner is not.
 */
#ifndef FFTC_TESTS_STAGE_ORACLE_H
#define FFTC_TESTS_STAGE_ORACLE_H

#include "fftcore/reference.h"

/* The spectrum, in natural order, that `source` has (forward) or is (inverse, in Nabla order). */
void stage_oracle_spectrum(const fftc_workgroup_fft *fft, const double *source, double *spectrum);

/* Finishes the array after `stage` (numbered as in kernel/workgroup_fft.h): what the kernel made of
 * the spectrum so far, in natural order. */
void stage_oracle_finish(const fftc_workgroup_fft *fft, uint32_t stage, const double *array,
                         double *spectrum);

#endif
