/* SPDX-License-Identifier: MIT
 *
 * FFTW in double precision, as the judge of every stage.
 *
 * The array after a stage is 2^c blocks of L = N / 2^c positions, c = s + 1 after forward stage s
 * and c = s after inverse stage s (of stride N / 2^(s + 1), which the inverse runs from the last to
 * the first). Let X be the whole spectrum: of the source for the forward transform, the source
 * itself for the inverse. Then at every stage, in both directions,
 *
 *     DFT of block b, element f' = X[rev_c(b) + 2^c f'],      0 <= f' < L,
 *
 * rev_c being the reversal of c bits. Forward (decimation in frequency), each stage splits a
 * sequence into the two whose DFTs are the even and the odd frequencies. Inverse (decimation in
 * time), a block is the finished inverse DFT, scaled by 1 / L, of every 2^c-th frequency, so that
 * the DFT gives these back. FFTW makes the DFT of every block, and the relative L2 distance to X is
 * the error of that stage.
 *
 * FFTW is GPL and fftcore is not: it is not linked but looked for when the program runs.
 */
#ifndef TOOL_ORACLE_H
#define TOOL_ORACLE_H

#include "tool.h"

/* False, and a sentence in `reason`, if libfftw3 is not installed. */
bool oracle_open(char *reason, size_t bytes);

/* FFTW's transforms of `count` consecutive blocks of `length` complex numbers, in place; sign -1 is
 * forward, +1 backward, both unscaled. False if FFTW refuses (no memory). */
bool oracle_dft(double *data, uint64_t length, uint64_t count, int sign);

typedef struct oracle_stage {
    uint32_t length_log2;   /* n, N = 2^n */
    uint32_t blocks_log2;   /* c */
    const double *spectrum; /* X, N complex numbers in natural order */
} oracle_stage;

oracle_stage oracle_stage_of(const fftc_workgroup_fft *fft, uint32_t stage, const double *spectrum);

/* The relative error of a stage's array; `array` is overwritten. Negative if FFTW refused. */
double oracle_stage_error(const oracle_stage *stage, double *array);

/* The array that exact arithmetic (FFTW's) would have at that stage. */
bool oracle_stage_ideal(const oracle_stage *stage, double *ideal);

#endif
