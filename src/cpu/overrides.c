/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* secure_getenv */
#include "cpu/overrides.h"

#include <stdlib.h>
#include <string.h>

const char *fftc_override_text(fftc_override which)
{
    static const char *const names[] = {"FFTCORE_FORCE_ISA",       "FFTCORE_FORCE_THREADS",
                                        "FFTCORE_FORCE_ROW_BYTES", "FFTCORE_FORCE_SUMS",
                                        "FFTCORE_FORCE_FAR_BYTES", "FFTCORE_FORCE_NARROW_BYTES",
                                        "FFTCORE_FORCE_MACHINE"};
#if defined(__linux__)
    return secure_getenv(names[which]);
#else
    return getenv(names[which]);
#endif
}

bool fftc_override_is(fftc_override which, const char *text)
{
    const char *given = fftc_override_text(which);
    return given != NULL && strcmp(given, text) == 0;
}

size_t fftc_override_bytes(fftc_override which, size_t otherwise)
{
    const char *given = fftc_override_text(which);
    return given != NULL ? (size_t)strtoul(given, NULL, 10) : otherwise;
}
