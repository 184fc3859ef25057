/* SPDX-License-Identifier: MIT
 *
 * Files that are read whole, and files that are written.
 */
#define _GNU_SOURCE /* mkostemp */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

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
        const char *why = strcmp(path, "-") != 0 ? strerror(errno)
                                                 : "only recordings are read from standard input: "
                                                   "name a file";
        status = tool_fail(error, FFTC_INVALID_ARGUMENT, "%s: %s", path, why);
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

/* --- written ---------------------------------------------------------------------------------- */

/* A file that gets its name when it is whole. What stands here stays, so that a signal's handler
 * may read it at any time. */
typedef struct unfinished {
    struct unfinished *next;
    FILE *volatile file; /* NULL: finished */
    char *temporary, *target;
} unfinished;

static unfinished *volatile all_unfinished;

static unfinished *find(const FILE *file)
{
    unfinished *u = all_unfinished;
    while (u != NULL && u->file != file) {
        u = u->next;
    }
    return u;
}

/* No half a file stays behind. */
static void clean_up(int number)
{
    for (const unfinished *u = all_unfinished; u != NULL; u = u->next) {
        if (u->file != NULL) {
            (void)unlink(u->temporary);
        }
    }
    (void)raise(number); /* which now ends the program */
}

static void expect_interruptions(void)
{
    static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = clean_up, .sa_flags = SA_RESETHAND};
    struct sigaction now;
    for (size_t i = 0; i < sizeof interruptions / sizeof *interruptions; ++i) {
        if (sigaction(interruptions[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL) {
            (void)sigaction(interruptions[i], &action, NULL);
        }
    }
}

/* Whether a file is one of the standard streams, which the shell opened: what is written there
 * later would go to the file that was replaced. */
static bool is_open_stream(const struct stat *about)
{
    struct stat stream;
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
        if (fstat(number, &stream) == 0 && stream.st_dev == about->st_dev &&
            stream.st_ino == about->st_ino) {
            return true;
        }
    }
    return false;
}

/* The file itself where the path is a link; NULL if it must be written in place. */
static char *replaceable(const char *path, mode_t *mode)
{
    struct stat about;
    mode_t mask = umask(0);
    (void)umask(mask);
    *mode = 0666 & ~mask;
    if (lstat(path, &about) != 0) {
        return errno == ENOENT ? strdup(path) : NULL;
    }
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_nlink != 1 ||
        about.st_uid != geteuid() || access(path, W_OK) != 0 || is_open_stream(&about)) {
        return NULL;
    }
    *mode = about.st_mode & 07777;
    return realpath(path, NULL);
}

/* Beside the target; NULL if that is not possible. */
static FILE *create_beside(char *target, mode_t mode)
{
    unfinished *u = calloc(1, sizeof *u);
    size_t bytes = strlen(target) + sizeof ".XXXXXX";
    char *temporary = malloc(bytes);
    int number = -1;
    if (temporary != NULL) {
        (void)snprintf(temporary, bytes, "%s.XXXXXX", target);
        number = u != NULL ? mkostemp(temporary, O_CLOEXEC) : -1;
    }
    FILE *file = number >= 0 && fchmod(number, mode) == 0 ? fdopen(number, "wb") : NULL;
    if (file != NULL) {
        *u = (unfinished){all_unfinished, file, temporary, target};
        all_unfinished = u;
        expect_interruptions();
        return file;
    }
    if (number >= 0) {
        (void)close(number);
        (void)unlink(temporary);
    }
    free(temporary);
    free(u);
    return NULL;
}

FILE *tool_file_create(const char *path)
{
    mode_t mode;
    if (tool_goes_out(path)) {
        return stdout;
    }
    char *target = replaceable(path, &mode);
    FILE *file = target != NULL ? create_beside(target, mode) : NULL;
    if (file == NULL) {
        free(target);
        file = fopen(path, "wb");
    }
    if (file == NULL) {
        (void)tool_refuse("%s: cannot be written: %s", path, strerror(errno));
    }
    return file;
}

bool tool_file_close(FILE *file, const char *path)
{
    unfinished *u = find(file);
    bool written = fflush(file) == 0 && !ferror(file);
    int why = errno;
    if (file != stdout && fclose(file) != 0) {
        why = written ? errno : why;
        written = false;
    }
    if (written && u != NULL && rename(u->temporary, u->target) != 0) {
        why = errno;
        written = false;
    }
    if (!written) {
        if (u != NULL) {
            (void)unlink(u->temporary);
        }
        (void)tool_refuse("%s: could not be written to its end: %s", path, strerror(why));
    }
    if (u != NULL) {
        u->file = NULL;
    }
    return written;
}

void tool_file_discard(FILE *file)
{
    unfinished *u = find(file);
    if (file != stdout) {
        (void)fclose(file);
    }
    if (u != NULL) {
        (void)unlink(u->temporary);
        u->file = NULL;
    }
}

bool tool_goes_out(const char *path)
{
    return path != NULL && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0);
}

bool tool_file_write(const char *path, const void *bytes, size_t count)
{
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return false;
    }
    (void)fwrite(bytes, 1, count, file);
    return tool_file_close(file, path);
}
