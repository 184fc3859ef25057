/* SPDX-License-Identifier: MIT
 *
 * The lengths r1 * r2 that have a row function of their own, WHOLE(r1, r2), by precision and lanes:
 * those that gain most by it (bench/fit_cost.c measures them). Included twice.
 */
#if FFTC_PRECISION == 32 && FFTC_LANES == 16
WHOLE(8, 8) WHOLE(10, 8) WHOLE(12, 8) WHOLE(15, 8) WHOLE(16, 8)
#elif FFTC_PRECISION == 32 && FFTC_LANES == 8
WHOLE(4, 4) WHOLE(5, 4) WHOLE(6, 4) WHOLE(8, 4) WHOLE(6, 6) WHOLE(12, 4) WHOLE(15, 4)
#elif FFTC_PRECISION == 32 && FFTC_LANES == 4
WHOLE(2, 2) WHOLE(3, 2) WHOLE(2, 4) WHOLE(3, 3) WHOLE(2, 5) WHOLE(2, 6) WHOLE(7, 2) WHOLE(5, 3)
#elif FFTC_PRECISION == 64 && FFTC_LANES == 8
WHOLE(4, 4) WHOLE(5, 4) WHOLE(6, 4) WHOLE(8, 4) WHOLE(6, 6) WHOLE(12, 4) WHOLE(15, 4) WHOLE(16, 4)
#elif FFTC_PRECISION == 64 && FFTC_LANES == 4
WHOLE(4, 4) WHOLE(5, 4) WHOLE(6, 4) WHOLE(8, 4)
#endif
