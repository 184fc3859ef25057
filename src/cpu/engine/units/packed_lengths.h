/* SPDX-License-Identifier: MIT
 *
 * The lengths r1 * r2 that have a row function of their own, by precision and lanes: powers of two,
 * and others that gain most by it. They are in one piece, WHOLE(r1, r2), or LOOPS(r1, r2),
 * whichever is faster. Lengths of narrower vectors need functions in wider ones too, since the
 * widest vectors are used. Included twice.
 */
/* clang-format off */
#if FFTC_PRECISION == 32 && FFTC_LANES == 16
WHOLE(8, 8) WHOLE(9, 8) WHOLE(10, 8) WHOLE(12, 8) WHOLE(12, 9) WHOLE(14, 8) WHOLE(15, 8)
WHOLE(16, 8) WHOLE(12, 12) WHOLE(16, 16) LOOPS(16, 32)
#elif FFTC_PRECISION == 32 && FFTC_LANES == 8
LOOPS(4, 4) LOOPS(5, 4) LOOPS(6, 4) LOOPS(4, 8) LOOPS(6, 6) LOOPS(12, 4) LOOPS(15, 4) LOOPS(8, 8)
LOOPS(16, 8) LOOPS(16, 16) LOOPS(16, 32)
#elif FFTC_PRECISION == 32 && FFTC_LANES == 4
WHOLE(2, 2) WHOLE(3, 2) WHOLE(2, 4) WHOLE(3, 3) WHOLE(2, 5) WHOLE(2, 6) WHOLE(7, 2) WHOLE(5, 3)
#elif FFTC_PRECISION == 64 && FFTC_LANES == 8
WHOLE(4, 4) WHOLE(5, 4) WHOLE(6, 4) WHOLE(5, 5) WHOLE(8, 4) WHOLE(4, 8) WHOLE(6, 6) WHOLE(10, 4)
WHOLE(12, 4) WHOLE(7, 7) WHOLE(14, 4) WHOLE(15, 4) WHOLE(16, 4) WHOLE(16, 8) WHOLE(16, 16)
LOOPS(16, 32)
#elif FFTC_PRECISION == 64 && FFTC_LANES == 4
LOOPS(4, 4) LOOPS(5, 4) LOOPS(6, 4) LOOPS(4, 8) LOOPS(8, 8) LOOPS(16, 8) LOOPS(16, 16) LOOPS(16, 32)
#endif
    /* clang-format on */
