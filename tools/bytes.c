/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t read_file(tool_bytes *bytes, uint64_t at, unsigned char *to, size_t wanted)
{
    size_t got = 0;
    while (got < wanted) {
        size_t most = wanted - got < (size_t)1 << 30 ? wanted - got : (size_t)1 << 30;
        ssize_t more = bytes->sequential ? read(bytes->file, to + got, most)
                                         : pread(bytes->file, to + got, most, (off_t)(at + got));
        if (more < 0 && errno == EINTR) {
            continue;
        }
        if (more <= 0) {
            break;
        }
        got += (size_t)more;
    }
    return got;
}

size_t tool_bytes_read(tool_bytes *bytes, uint64_t at, void *to, size_t wanted)
{
    unsigned char *next = to;
    size_t got = 0;
    if (bytes->memory != NULL) {
        uint64_t left = at < bytes->count ? bytes->count - at : 0;
        got = wanted < left ? wanted : (size_t)left;
        memcpy(to, bytes->memory + (got > 0 ? at : 0), got);
    } else {
        if (bytes->sequential && at < bytes->head_count) {
            size_t left = bytes->head_count - (size_t)at;
            got = wanted < left ? wanted : left;
            memcpy(next, bytes->head + at, got);
        }
        if (at <= INT64_MAX - wanted) {
            got += read_file(bytes, at + got, next + got, wanted - got);
        }
    }
    bytes->at = at + got;
    return got;
}

static bool is_wav(const unsigned char *head, size_t count)
{
    return count >= 12 && (memcmp(head, "RIFF", 4) == 0 || memcmp(head, "RF64", 4) == 0) &&
           memcmp(head + 8, "WAVE", 4) == 0;
}

/* Into a file without a name, which ends with the program. */
static fftc_status spool(tool_bytes *bytes, const char *path, fftc_error *error)
{
    unsigned char piece[1 << 16];
    uint64_t at = 0;
    size_t got;
    FILE *file = tmpfile();
    int copy = file != NULL ? dup(fileno(file)) : -1;
    bool good = copy >= 0;
    while (good && (got = tool_bytes_read(bytes, at, piece, sizeof piece)) > 0) {
        good = fwrite(piece, 1, got, file) == got;
        at += got;
    }
    good = file != NULL && fclose(file) == 0 && good;
    if (!good) {
        if (copy >= 0) {
            (void)close(copy);
        }
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "%s: cannot be copied to a temporary file: %s",
                         path, strerror(errno));
    }
    *bytes = (tool_bytes){.file = copy, .close_file = true, .piped = true, .count = at};
    return FFTC_SUCCESS;
}

static fftc_status open_standard_input(tool_bytes *bytes, fftc_error *error)
{
    struct stat about;
    *bytes = (tool_bytes){.file = STDIN_FILENO, .sequential = true, .count = TOOL_BYTES_UNKNOWN};
    if (fstat(STDIN_FILENO, &about) != 0 || S_ISDIR(about.st_mode)) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "standard input: cannot be read");
    }
    bytes->head_count = read_file(bytes, 0, bytes->head, 12);
    if (is_wav(bytes->head, bytes->head_count)) {
        return FFTC_SUCCESS;
    }
    if (S_ISREG(about.st_mode)) {
        *bytes = (tool_bytes){.file = STDIN_FILENO, .count = (uint64_t)about.st_size};
        return FFTC_SUCCESS;
    }
    return spool(bytes, "standard input", error);
}

fftc_status tool_bytes_open(const char *path, tool_bytes *bytes, fftc_error *error)
{
    struct stat about;
    if (strcmp(path, "-") == 0) {
        return open_standard_input(bytes, error);
    }
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe may have no writer */
    *bytes = (tool_bytes){.file = file, .close_file = file >= 0};
    if (file < 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "%s: %s", path, strerror(errno));
    }
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        tool_bytes_close(bytes);
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s: is not a regular file; what comes through a pipe is read as -, from "
                         "standard input",
                         path);
    }
    bytes->count = (uint64_t)about.st_size;
    return FFTC_SUCCESS;
}

void tool_bytes_close(tool_bytes *bytes)
{
    if (bytes->close_file) {
        (void)close(bytes->file);
    }
    bytes->close_file = false;
}
