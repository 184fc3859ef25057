/* SPDX-License-Identifier: MIT
 *
 * Codelets: whole transforms of 2, 3, 4, 5, 7, 8, 11, 13 and 16 points in registers, the building
 * stones of higher radices and other lengths.
 *
 *     fftc_complex_5 fftc_dft_5(fftc_complex_5 x);          y[f] = sum of x[t] exp(-2 pi i f t / 5)
 *     fftc_complex_5 fftc_dft_5_inverse(fftc_complex_5 x);  the same with +, not scaled
 *
 * Natural order on both sides. The inverse is the forward one between two exchanges of real and
 * imaginary part, which cost nothing: conj(DFT(conj(x))) with the conjugation written as
 * i conj(x), a renaming of registers. So both directions share one text, and round alike.
 *
 * Operations on real numbers, of one codelet:
 *
 *     points                          2    3    4    5    7    8   11   13   16
 *     additions                       4   12   16   32   60   52  140  168  144
 *     multiplications                 0    4    0   12   36    4  100   76   24
 *     instructions where products
 *     may be fused (FFTC_FAST)        4   12   16   32   60   52  140  172  144
 *
 * The third row counts a fused multiply-add as one. All of it is in the form x + k y with a
 * constant k: a pair x + k y, x - k y is two fused operations, or one product and two additions.
 * That is why constants are factored out of sums towards the last addition, where they vanish into
 * it. The way of each is told where it stands: codelet_power.h for the powers of two,
 * codelet_prime.h for the odd primes.
 *
 * Rounding: the relative L2 error of a codelet against exact arithmetic is about 1 u on average
 * (1.4 u for 13 points), and below 5 u for any operand that tests/test_codelet.c draws; u = 2^-53,
 * 2^-24 or 2^-11. Forms with fewer multiplications exist for 7 and 11; they lose accuracy (a third
 * for 11) and are no shorter once fused.
 */
#ifndef FFTC_CODELET_H
#define FFTC_CODELET_H

#include "fftcore/kernel/codelet_power.h"
#include "fftcore/kernel/codelet_prime.h"

#endif
