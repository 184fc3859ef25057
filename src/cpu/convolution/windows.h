/* SPDX-License-Identifier: MIT
 *
 * A convolution of a short signal of one axis as the product of a matrix and a vector: sum i is the
 * product of the signal and a row of taps, shifted by i, around the corner or not. Neither signal
 * nor sums are copied, and a batch is one call.
 */
#ifndef FFTC_CPU_CONVOLUTION_WINDOWS_H
#define FFTC_CPU_CONVOLUTION_WINDOWS_H

#include "cpu/convolution/direct.h"

/* Whether the request can be carried out by windows. `nanoseconds` receives the cost, as from
 * fftc_direct_suits. */
bool fftc_windows_suit(const fftc_convolution *plan, double *nanoseconds);
/* Sets what windows need in plan->direct, and the maps; the sides' strides are set. */
void fftc_windows_plan(fftc_convolution *plan);
size_t fftc_windows_spectrum_bytes(const fftc_convolution *plan);

/* Convolves all signals, or makes the kernel's windows; r->work is set. */
void fftc_windows_execute(const fftc_convolution *plan, struct fftc_run *r);
void fftc_windows_prepare(const fftc_convolution *plan, const struct fftc_run *r);

#endif
