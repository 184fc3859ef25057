/* SPDX-License-Identifier: MIT
 *
 * Refusals, and what else all commands need.
 */
#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "progress.h"

fftc_status tool_fail(fftc_error *error, fftc_status status, const char *format, ...)
{
    va_list arguments;
    if (error != NULL) {
        error->status = status;
        va_start(arguments, format);
        (void)vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

int tool_refuse(const char *format, ...)
{
    char message[2 * FFTC_MESSAGE_BYTES];
    char line[3 * FFTC_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    tool_translate(message, line, sizeof line);
    /* One line, whatever a file name or a library's message contains. */
    for (char *c = line; *c != '\0'; ++c) {
        if (iscntrl((unsigned char)*c)) {
            *c = ' ';
        }
    }
    tool_progress_hide();
    (void)fprintf(stderr, "fftcore: %s\n", line);
    return TOOL_REFUSED;
}

bool tool_ends_with(const char *text, const char *suffix)
{
    size_t text_bytes = strlen(text);
    size_t suffix_bytes = strlen(suffix);
    if (suffix_bytes > text_bytes) {
        return false;
    }
    for (size_t i = 0; i < suffix_bytes; ++i) {
        if (tolower((unsigned char)text[text_bytes - suffix_bytes + i]) !=
            tolower((unsigned char)suffix[i])) {
            return false;
        }
    }
    return true;
}

double tool_milliseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}
