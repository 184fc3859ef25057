/* SPDX-License-Identifier: MIT
 *
 * Made by scripts/sinc_constants.py: sinc(x) sinc(x / 3), up to x = 3, for resample.h. With u =
 * x x it is (1 - u) (1 - u / 4) (1 - u / 9)^2 (1 + u p(u)), where p is what is below: its zeros
 * are exact, it is 1 at 0, and it is wrong by 3e-8 at most. */
#ifndef FFTC_RESAMPLE_SINC_H
#define FFTC_RESAMPLE_SINC_H

#include "fftcore/kernel/dialect.h"

FFTC_FN fftc_wide fftc_resample_sinc_rest(fftc_wide u)
{
    FFTC_PRECISE fftc_wide p = FFTC_WIDE(4.524270286e-10);
    p = p * u + FFTC_WIDE(-2.936984455e-08);
    p = p * u + FFTC_WIDE(1.005106304e-06);
    p = p * u + FFTC_WIDE(-2.426095726e-05);
    p = p * u + FFTC_WIDE(0.0004445674668);
    p = p * u + FFTC_WIDE(-0.006100006669);
    p = p * u + FFTC_WIDE(0.05893664785);
    p = p * u + FFTC_WIDE(-0.3554822798);
    p = p * u + FFTC_WIDE(1.0);
    return p;
}

#endif
