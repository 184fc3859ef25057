/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* secure_getenv */
#include "cpu/overrides.h"

#include <stdlib.h>
#include <string.h>

const char *fftc_override_text(const char *name)
{
#if defined(__linux__)
    return secure_getenv(name);
#else
    return getenv(name);
#endif
}

bool fftc_override_is(const char *name, const char *text)
{
    const char *given = fftc_override_text(name);
    return given != NULL && strcmp(given, text) == 0;
}

size_t fftc_override_bytes(const char *name, size_t otherwise)
{
    const char *given = fftc_override_text(name);
    return given != NULL ? (size_t)strtoul(given, NULL, 10) : otherwise;
}
