/* SPDX-License-Identifier: MIT */
#include "support/error.h"

#include <stdarg.h>
#include <stdio.h>

fftc_status fftc_fail(fftc_error *error, fftc_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        error->status = status;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

fftc_status fftc_succeed(fftc_error *error)
{
    if (error != NULL) {
        error->status = FFTC_SUCCESS;
        error->message[0] = '\0';
    }
    return FFTC_SUCCESS;
}
