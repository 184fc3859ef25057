/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "output.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mark.h"

#define PATH_BYTES 4096
#define PART_BYTES 1024                  /* of a file, to see what it is */
#define JSON_BYTES ((uint64_t)256 << 20) /* what is larger is not looked into, and not replaced */

/* --- one output ------------------------------------------------------------------------------- */

/* Of what the command reads and writes otherwise: nobody wants a shader in a file with these names,
 * nor JSON in one with these or a shader's. */
#define FOREIGN_TO_SHADERS                                                                      \
    ".wav .flac .ogg .oga .opus .mp3 .mp2 .aif .aiff .aifc .au .snd .caf .w64 .rf64 .wve .voc " \
    ".sd2 "                                                                                     \
    ".npy .npz .csv .png .exr .svg .pdf .html .htm .jpg .jpeg .tif .tiff"
static const char foreign_to_shaders[] = FOREIGN_TO_SHADERS " .json";
static const char foreign_to_json[] = FOREIGN_TO_SHADERS " .spv .comp .glsl";

static bool ends_with_one_of(const char *path, const char *endings)
{
    char ending[16];
    for (const char *at = endings; *at != '\0'; at += strspn(at, " ")) {
        size_t bytes = strcspn(at, " ");
        (void)snprintf(ending, sizeof ending, "%.*s", (int)bytes, at);
        if (tool_ends_with(path, ending)) {
            return true;
        }
        at += bytes;
    }
    return false;
}

/* An object whose `key` is a text with that beginning. */
static bool is_own_json(const char *path, const char *key, const char *beginning)
{
    unsigned char *bytes;
    size_t count;
    if (tool_file_read(path, JSON_BYTES, &bytes, &count, NULL) != FFTC_SUCCESS) {
        return false;
    }
    cJSON *root = cJSON_ParseWithLength((const char *)bytes, count);
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, key));
    bool own = text != NULL && strncmp(text, beginning, strlen(beginning)) == 0;
    cJSON_Delete(root);
    free(bytes);
    return own;
}

/* What a file begins with, or with `end` ends with, as a text; "" if it cannot be read. */
static size_t read_part(const char *path, bool end, char part[PART_BYTES + 1])
{
    FILE *file = fopen(path, "rb");
    size_t count = 0;
    if (file != NULL) {
        if (end && fseek(file, -(long)PART_BYTES, SEEK_END) != 0) {
            rewind(file); /* the file is shorter */
        }
        count = fread(part, 1, PART_BYTES, file);
        (void)fclose(file);
    }
    part[count] = '\0';
    return count;
}

static bool is_own_page(const char *path)
{
    char part[PART_BYTES + 1];
    (void)read_part(path, false, part);
    return strncmp(part, "<!doctype html>", 15) == 0 && strstr(part, "<title>fftcore ") != NULL;
}

static bool is_own_picture(const char *path)
{
    static const char in_png[] = PLOT_PNG_KEYWORD "\0" PLOT_PNG_TEXT;
    char part[PART_BYTES + 1];
    size_t count = read_part(path, false, part);
    if (memmem(part, count, in_png, sizeof in_png - 1) != NULL) {
        return strncmp(part, "\x89PNG", 4) == 0;
    }
    (void)read_part(path, true, part);
    return strstr(part, PLOT_SVG_MARK) != NULL || strstr(part, PLOT_PDF_MARK) != NULL;
}

static bool may_replace(const tool_option *option, const char *path)
{
    struct stat about;
    if (option->replaces == TOOL_ANY || tool_goes_out(path) || stat(path, &about) != 0 ||
        !S_ISREG(about.st_mode) || about.st_size == 0) {
        return true;
    }
    switch (option->replaces) {
    case TOOL_OWN_JSON: return is_own_json(path, "fftcore", "");
    case TOOL_OWN_DESCRIPTION: return is_own_json(path, "generator", "fftcore ");
    case TOOL_OWN_PAGE: return is_own_page(path);
    default: return is_own_picture(path);
    }
}

static bool refuse_json_name(const char *called, const char *path)
{
    (void)tool_refuse("%s %s: JSON is written, so let the name end in .json", called, path);
    return false;
}

bool tool_output_may_take(const tool_option *option, const char *path)
{
    return may_replace(option, path) &&
           !(option->replaces == TOOL_OWN_JSON && ends_with_one_of(path, foreign_to_json));
}

bool tool_output_refuse_existing(const char *option, const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        return refuse_json_name(option, path);
    }
    (void)tool_refuse(
        "%s %s: a file of this name is there, and %s did not write it: name another one, or "
        "delete it first",
        option, path, option);
    return false;
}

bool tool_output_begins(const char *called, const char *path, const char *beginning)
{
    char part[PART_BYTES + 1];
    size_t count = read_part(path, false, part);
    return count == 0 || strncmp(part, beginning, strlen(beginning)) == 0 ||
           tool_output_refuse_existing(called, path);
}

static bool is_json(const tool_option *option)
{
    return option->replaces == TOOL_OWN_JSON || option->replaces == TOOL_OWN_DESCRIPTION;
}

static bool check_ending(const tool_option *option, const char *called, const char *path)
{
    struct stat about;
    char list[100] = "";
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        return true; /* /dev/null is no .png, and is asked for */
    }
    if (is_json(option)) {
        return !ends_with_one_of(path, foreign_to_json) || refuse_json_name(called, path);
    }
    if (option->endings == NULL && ends_with_one_of(path, foreign_to_shaders)) {
        (void)tool_refuse("%s %s: a shader is written, so let the name end in .comp, .glsl or .spv",
                          called, path);
        return false;
    }
    if (option->endings == NULL || ends_with_one_of(path, option->endings)) {
        return true;
    }
    for (const char *at = option->endings; *at != '\0'; at += strspn(at, " ")) {
        size_t used = strlen(list);
        size_t bytes = strcspn(at, " ");
        (void)snprintf(list + used, sizeof list - used, "%s%.*s",
                       used == 0           ? ""
                       : at[bytes] == '\0' ? " or "
                                           : ", ",
                       (int)bytes, at);
        at += bytes;
    }
    (void)tool_refuse("%s %s: must end in %s", called, path, list);
    return false;
}

/* The folder that a file is in. */
static void folder_of(const char *path, char folder[PATH_BYTES])
{
    const char *slash = strrchr(path, '/');
    int bytes = slash == NULL ? 0 : slash == path ? 1 : (int)(slash - path);
    (void)snprintf(folder, PATH_BYTES, "%.*s", slash == NULL ? 1 : bytes,
                   slash == NULL ? "." : path);
}

bool tool_output_check_writable(const char *called, const char *path)
{
    struct stat about;
    char folder[PATH_BYTES];
    bool there = stat(path, &about) == 0;
    int why = 0;
    if (path[0] == '\0') {
        why = ENOENT;
    } else if (there && S_ISDIR(about.st_mode)) {
        why = EISDIR;
    } else if (!there && errno != ENOENT) {
        why = errno;
    } else if (there) {
        why = access(path, W_OK) == 0 ? 0 : errno;
    } else {
        folder_of(path, folder);
        why = access(folder, W_OK | X_OK) == 0 ? 0 : errno;
    }
    if (why != 0) {
        (void)tool_refuse("%s %s: cannot be written: %s", called, path, strerror(why));
    }
    return why == 0;
}

static bool check_one(const tool_option *option, const char *called, const char *path)
{
    if (path[0] == '-') { /* most likely an option in the place of a forgotten name */
        (void)tool_refuse("%s %s: is not the name of a file; write ./%s if it is", called, path,
                          path);
        return false;
    }
    if (!check_ending(option, called, path) || !tool_output_check_writable(called, path)) {
        return false;
    }
    return may_replace(option, path) || tool_output_refuse_existing(called, path);
}

/* --- all of them ------------------------------------------------------------------------------ */

bool tool_output_is_same(const char *one, const char *other)
{
    struct stat a;
    struct stat b;
    char folders[2][PATH_BYTES];
    bool there[] = {stat(one, &a) == 0, stat(other, &b) == 0};
    if (there[0] && there[1]) {
        return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    }
    if (there[0] || there[1]) {
        return false;
    }
    folder_of(one, folders[0]);
    folder_of(other, folders[1]);
    const char *names[] = {strrchr(one, '/'), strrchr(other, '/')};
    names[0] = names[0] != NULL ? names[0] + 1 : one;
    names[1] = names[1] != NULL ? names[1] + 1 : other;
    return strcmp(names[0], names[1]) == 0 && stat(folders[0], &a) == 0 &&
           stat(folders[1], &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

#define MOST_FILES 32

typedef struct named_file {
    const tool_option *option;
    const char *path;
    char called[80];
} named_file;

static size_t collect(const tool_option *rows, bool words, const void *options, named_file *files,
                      size_t count)
{
    for (; rows != NULL && rows->name != NULL && count < MOST_FILES; ++rows) {
        bool file = (rows->kind == TOOL_READS || rows->kind == TOOL_WRITES) && rows->bytes != 0;
        const char *path = NULL;
        if (file) {
            memcpy(&path, (const char *)options + rows->at, sizeof path);
        }
        if (path == NULL) {
            continue;
        }
        files[count] = (named_file){.option = rows, .path = path};
        (void)snprintf(files[count].called, sizeof files[count].called, "%s%s", words ? "" : "--",
                       rows->name);
        ++count;
    }
    return count;
}

static bool differs_from_others(const char *command, const named_file *files, size_t count,
                                size_t which)
{
    for (size_t i = 0; i < count; ++i) {
        bool reads = files[i].option->kind == TOOL_READS;
        if ((!reads && i >= which) || strcmp(files[i].path, "-") == 0 ||
            !tool_output_is_same(files[i].path, files[which].path)) {
            continue;
        }
        if (reads) {
            (void)tool_refuse("%s: %s %s would overwrite %s: name another file", command,
                              files[which].called, files[which].path, files[i].called);
        } else {
            (void)tool_refuse("%s: %s and %s are both to go to %s: name another file", command,
                              files[i].called, files[which].called, files[which].path);
        }
        return false;
    }
    return true;
}

bool tool_outputs_check(const char *command, const tool_form *form, const void *options)
{
    named_file files[MOST_FILES];
    const char *first = NULL; /* the first option that writes to standard output */
    size_t count = collect(form->words, true, options, files, 0);
    count = collect(form->options, false, options, files, count);
    for (size_t i = 0; i < count; ++i) {
        if (files[i].option->kind != TOOL_WRITES) {
            continue;
        }
        if (!tool_goes_out(files[i].path)) {
            if (!differs_from_others(command, files, count, i) ||
                !check_one(files[i].option, files[i].called, files[i].path)) {
                return false;
            }
        } else if (first != NULL) {
            (void)tool_refuse("%s: %s and %s both go to standard output: name a file", command,
                              first, files[i].called);
            return false;
        } else {
            first = files[i].called;
        }
    }
    return true;
}
