/* SPDX-License-Identifier: MIT
 *
 * The lengths r1 * r2 that have a row function of their own, by precision and lanes: powers of two,
 * and others that gain most by it. They are in one piece, FIXED(r1, r2), or LOOPS(r1, r2),
 * whichever is faster. Lengths of narrower vectors need functions in wider ones too, since the
 * widest vectors are used. Included twice.
 */
/* clang-format off */
#if FFTC_PRECISION == 32 && FFTC_LANES == 16
FIXED(8, 8) FIXED(9, 8) FIXED(10, 8) FIXED(12, 8) FIXED(12, 9) FIXED(14, 8) FIXED(15, 8)
FIXED(16, 8) FIXED(12, 12) FIXED(16, 16) LOOPS(16, 32)
#elif FFTC_PRECISION == 32 && FFTC_LANES == 8
LOOPS(4, 4) LOOPS(5, 4) LOOPS(6, 4) LOOPS(4, 8) LOOPS(6, 6) LOOPS(12, 4) LOOPS(15, 4) LOOPS(8, 8)
LOOPS(16, 8) LOOPS(16, 16) LOOPS(16, 32)
#elif FFTC_PRECISION == 32 && FFTC_LANES == 4
FIXED(2, 2) FIXED(3, 2) FIXED(2, 4) FIXED(3, 3) FIXED(2, 5) FIXED(2, 6) FIXED(7, 2) FIXED(5, 3)
#elif FFTC_PRECISION == 64 && FFTC_LANES == 8
FIXED(4, 4) FIXED(5, 4) FIXED(6, 4) FIXED(5, 5) FIXED(8, 4) FIXED(4, 8) FIXED(6, 6) FIXED(10, 4)
FIXED(12, 4) FIXED(7, 7) FIXED(14, 4) FIXED(15, 4) FIXED(16, 4) FIXED(16, 8) FIXED(16, 16)
LOOPS(16, 32)
#elif FFTC_PRECISION == 64 && FFTC_LANES == 4
LOOPS(4, 4) LOOPS(5, 4) LOOPS(6, 4) LOOPS(4, 8) LOOPS(8, 8) LOOPS(16, 8) LOOPS(16, 16) LOOPS(16, 32)
#endif
    /* clang-format on */
