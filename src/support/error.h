/* SPDX-License-Identifier: MIT
 *
 * Reporting a failure: the status and the sentence are set in one place, in one statement.
 */
#ifndef FFTC_SUPPORT_ERROR_H
#define FFTC_SUPPORT_ERROR_H

#include "fftcore/fftcore.h"

/* Fills *error if it is not NULL, and returns status: `return fftc_fail(error, FFTC_TOO_LARGE,
 * "...");` Exported for fftcore-vulkan, not declared to users. */
FFTC_API fftc_status fftc_fail(fftc_error *error, fftc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Clears *error if it is not NULL; returns FFTC_SUCCESS. */
FFTC_API fftc_status fftc_succeed(fftc_error *error);

#endif
