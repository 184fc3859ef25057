/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* secure_getenv, mkostemp */
#include "gpu/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SUFFIX ".fftcspv"
#define NEW_PREFIX ".new-fftcspv-" /* files that are being written */
#define NEW_SECONDS_MAX 3600
/* A file's time tells when it was used, to within this many seconds. */
#define USED_SECONDS 86400
#define NAME_BYTES (2 * sizeof(fftc_digest) + sizeof SUFFIX)

static char *join(const char *folder, const char *name)
{
    size_t bytes = strlen(folder) + 1 + strlen(name) + 1;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s/%s", folder, name);
    }
    return path;
}

/* XDG's rule: a relative path in the environment does not count. A program with more rights than
 * its user does not ask the user's environment. */
char *fftc_folder_default(void)
{
    const char *own = secure_getenv("FFTCORE_CACHE_DIR");
    const char *caches = secure_getenv("XDG_CACHE_HOME");
    const char *home = secure_getenv("HOME");
    if (own != NULL) {
        return own[0] != '\0' ? strdup(own) : NULL;
    }
    if (caches != NULL && caches[0] == '/') {
        return join(caches, "fftcore");
    }
    return home != NULL && home[0] == '/' ? join(home, ".cache/fftcore") : NULL;
}

static void file_name(const fftc_digest *name, char text[NAME_BYTES])
{
    for (size_t i = 0; i < sizeof name->byte; ++i) {
        (void)snprintf(text + 2 * i, 3, "%02x", name->byte[i]);
    }
    memcpy(text + 2 * sizeof *name, SUFFIX, sizeof SUFFIX);
}

static char *path_of(const char *folder, const fftc_digest *name)
{
    char text[NAME_BYTES];
    file_name(name, text);
    return join(folder, text);
}

/* ------------------------------------------------------------------------------------- reading */

static uint8_t *read_whole(int file, size_t bytes)
{
    uint8_t *data = malloc(bytes);
    size_t done = 0;
    while (data != NULL && done < bytes) {
        ssize_t part = read(file, data + done, bytes - done);
        if (part > 0) {
            done += (size_t)part;
        } else if (part == 0 || errno != EINTR) {
            free(data);
            data = NULL;
        }
    }
    return data;
}

bool fftc_folder_read(const char *folder, const fftc_digest *name, uint32_t kind,
                      fftc_module *module)
{
    char *path = path_of(folder, name);
    int file = path != NULL ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    struct stat about;
    uint8_t *data = NULL;
    size_t used;
    bool good = false;
    *module = (fftc_module){.words = NULL};
    free(path);
    if (file < 0) {
        return false;
    }
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
        (uint64_t)about.st_size <= fftc_module_bytes(FFTC_MODULE_WORDS_MAX)) {
        data = read_whole(file, (size_t)about.st_size);
    }
    if (data != NULL && fftc_module_read(data, (size_t)about.st_size, kind, module, &used)) {
        good = used == (size_t)about.st_size && memcmp(&module->name, name, sizeof *name) == 0;
        if (good && about.st_mtime < time(NULL) - USED_SECONDS) {
            (void)futimens(file, NULL);
        }
    }
    if (!good) {
        free(module->words);
        *module = (fftc_module){.words = NULL};
    }
    free(data);
    (void)close(file);
    return good;
}

/* ------------------------------------------------------------------------------------- writing */

/* Makes a folder and its parents; false if it does not exist in the end. */
static bool make_folder(const char *folder)
{
    struct stat about;
    char *path = strdup(folder);
    for (char *at = path != NULL && path[0] != '\0' ? path + 1 : NULL; at != NULL && *at != '\0';
         ++at) {
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(path, 0700);
            *at = '/';
        }
    }
    bool made = path != NULL && (mkdir(path, 0700) == 0 || errno == EEXIST);
    free(path);
    return made && stat(folder, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool write_whole(int file, const uint8_t *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t part = write(file, data, bytes);
        if (part > 0) {
            data += part;
            bytes -= (size_t)part;
        } else if (part == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* Writes a file whole or not at all: it gets its name only when all of it is there. */
static void write_file(const char *folder, const char *path, const uint8_t *data, size_t bytes)
{
    char *new_path = join(folder, NEW_PREFIX "XXXXXX");
    int file = new_path != NULL ? mkostemp(new_path, O_CLOEXEC) : -1;
    if (file >= 0) {
        /* Other users may read the file, where the folder lets them. */
        bool written = write_whole(file, data, bytes) && fchmod(file, 0644) == 0;
        written = close(file) == 0 && written;
        if (!written || rename(new_path, path) != 0) {
            (void)unlink(new_path);
        }
    }
    free(new_path);
}

/* ------------------------------------------------------------------------------------- its size */

typedef struct entry {
    char name[NAME_BYTES];
    uint64_t bytes;
    time_t used;
} entry;

typedef struct listing {
    entry *list;
    size_t count;
    size_t capacity;
    uint64_t bytes;
} listing;

static int by_use(const void *a, const void *b)
{
    const entry *x = a;
    const entry *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

static bool is_module(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    return digits == 2 * sizeof(fftc_digest) && strcmp(name + digits, SUFFIX) == 0;
}

static void list_add(listing *l, const char *name, const struct stat *about)
{
    if (l->count == l->capacity) {
        size_t capacity = l->capacity == 0 ? 64 : 2 * l->capacity;
        entry *list = realloc(l->list, capacity * sizeof *list);
        if (list == NULL) {
            return;
        }
        l->list = list;
        l->capacity = capacity;
    }
    entry *e = &l->list[l->count++];
    memcpy(e->name, name, strlen(name) + 1);
    e->bytes = (uint64_t)about->st_size;
    e->used = about->st_mtime;
    l->bytes += e->bytes;
}

/* Touches nothing but files that are named as this file names them. */
static void trim(const char *folder, uint64_t bytes_max)
{
    DIR *directory = opendir(folder);
    listing l = {.list = NULL};
    const struct dirent *found;
    if (directory == NULL) {
        return;
    }
    int at = dirfd(directory);
    while ((found = readdir(directory)) != NULL) {
        struct stat about;
        bool new_file = strncmp(found->d_name, NEW_PREFIX, sizeof NEW_PREFIX - 1) == 0;
        if ((!new_file && !is_module(found->d_name)) ||
            fstatat(at, found->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(about.st_mode)) {
            continue;
        }
        if (!new_file) {
            list_add(&l, found->d_name, &about);
        } else if (about.st_mtime < time(NULL) - NEW_SECONDS_MAX) {
            (void)unlinkat(at, found->d_name, 0); /* the process that wrote the file is gone */
        }
    }
    if (l.bytes > bytes_max) {
        qsort(l.list, l.count, sizeof *l.list, by_use);
    }
    /* Deletes some more than necessary, so that not every further module costs one. */
    uint64_t left = l.bytes > bytes_max ? bytes_max - bytes_max / 4 : l.bytes;
    for (size_t i = 0; i < l.count && l.bytes > left; ++i) {
        (void)unlinkat(at, l.list[i].name, 0);
        l.bytes -= l.list[i].bytes;
    }
    free(l.list);
    (void)closedir(directory);
}

void fftc_folder_write(const char *folder, const fftc_module *module, uint64_t bytes_max)
{
    size_t bytes = fftc_module_bytes(module->word_count);
    uint8_t *data = malloc(bytes);
    char *path = path_of(folder, &module->name);
    if (data != NULL && path != NULL && bytes <= bytes_max && make_folder(folder)) {
        fftc_module_write(module, data);
        write_file(folder, path, data, bytes);
        trim(folder, bytes_max);
    }
    free(path);
    free(data);
}
