/* SPDX-License-Identifier: MIT
 *
 * Refusals, and files that are read.
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

static fftc_status file_read_all(FILE *file, const char *path, uint64_t size, unsigned char **bytes,
                                 size_t *count, fftc_error *error)
{
    unsigned char *memory = malloc(size > 0 ? (size_t)size : 1);
    if (memory == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "%s: no memory for its %llu bytes", path,
                         (unsigned long long)size);
    }
    size_t got = fread(memory, 1, (size_t)size, file);
    if (got != size || ferror(file)) {
        free(memory);
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "%s: cannot be read to its end", path);
    }
    *bytes = memory;
    *count = got;
    return FFTC_SUCCESS;
}

fftc_status tool_file_read(const char *path, uint64_t most_bytes, unsigned char **bytes,
                           size_t *count, fftc_error *error)
{
    struct stat about;
    fftc_status status;
    int number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe may have no writer */
    FILE *file = number >= 0 ? fdopen(number, "rb") : NULL;
    if (file == NULL) {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT, "%s: %s", path, strerror(errno));
        if (number >= 0) {
            (void)close(number);
        }
        return status;
    }
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode)) {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT, "%s: is not a regular file", path);
    } else if ((uint64_t)about.st_size > most_bytes) {
        status = tool_fail(error, FFTC_TOO_LARGE, "%s: has %llu bytes, at most %llu are read", path,
                           (unsigned long long)about.st_size, (unsigned long long)most_bytes);
    } else {
        status = file_read_all(file, path, (uint64_t)about.st_size, bytes, count, error);
    }
    (void)fclose(file);
    return status;
}

double tool_milliseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}
