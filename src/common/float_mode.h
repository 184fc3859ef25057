/* SPDX-License-Identifier: MIT
 *
 * Tables are computed in round to nearest, with subnormal numbers and without traps, whatever mode
 * the caller's thread is in: directed rounding would make their errors, and with them those of every
 * transform, up to three times as large. Threads that start meanwhile inherit the mode.
 */
#ifndef FFTC_COMMON_FLOAT_MODE_H
#define FFTC_COMMON_FLOAT_MODE_H

#include <fenv.h>

typedef struct fftc_float_mode {
    fenv_t callers;
} fftc_float_mode;

/* Sets the default mode, and gives the caller's to be put back, with its exception flags. Neither
 * fails on the machines that there are. */
static inline fftc_float_mode fftc_float_mode_begin(void)
{
    fftc_float_mode mode;
    (void)fegetenv(&mode.callers);
    (void)fesetenv(FE_DFL_ENV);
    return mode;
}

static inline void fftc_float_mode_end(const fftc_float_mode *mode)
{
    (void)fesetenv(&mode->callers);
}

#endif
