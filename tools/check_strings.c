/* SPDX-License-Identifier: MIT
 *
 * Names and texts of files in a module that glslang has compiled. Version 12 (Debian 12) packs the
 * bytes of a string as signed numbers: a byte of 128 or more makes all behind it in the same word
 * 255, ends of lines too. What was lost is in the files.
 */
#define _GNU_SOURCE /* memmem */
#include <stdlib.h>
#include <string.h>

#include "check_shader.h"

enum { OpSourceContinued = 2, OpSource = 3, OpString = 7, OpFunction = 54 };

#define LOST 255u

/* Puts `known` back at `from` of a string. Returns whether the string can have come from it. */
static bool put_back(unsigned char *string, size_t room, size_t from, const void *known,
                     size_t count)
{
    const unsigned char *right = known;
    unsigned damaged = 0; /* by a byte before in this word */
    if (from > room || count > room - from) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        damaged = (from + i) % 4 == 0 ? 0 : damaged;
        if (string[from + i] != right[i] && !(damaged != 0 && string[from + i] == LOST)) {
            return false;
        }
        damaged |= right[i] & 128u;
    }
    memcpy(string + from, known, count);
    return true;
}

/* The file itself, or what is included: its folder, and of what is behind it what is there. */
static void name_put_back(const check_options *options, unsigned char *name, size_t room)
{
    const char *file = options->file;
    if (memchr(name, LOST, room) == NULL) {
        return;
    }
    const char *slash = strrchr(file, '/');
    size_t done = strlen(file) + 1;
    bool found = put_back(name, room, 0, file, done);
    if (!found && slash != NULL) {
        done = (size_t)(slash - file) + 1;
        found = put_back(name, room, 0, file, done);
    }
    for (uint32_t i = 0; i < options->includes.count && !found; ++i) {
        done = strlen(options->includes.text[i]);
        found = put_back(name, room, 0, options->includes.text[i], done);
    }
    for (size_t i = found ? done : 0; i < room; ++i) {
        name[i] = name[i] >= 128 ? '?' : name[i];
    }
    name[room - 1] = '\0'; /* the end may be among what was lost */
}

/* The text of a file, behind what glslang puts before it, which ends with a #line. A text that
 * cannot be restored is left out: false. */
static bool text_put_back(const char *name, unsigned char *text, size_t room)
{
    static const char line[] = "#line 1\n";
    unsigned char *bytes;
    size_t count;
    if (memchr(text, LOST, room) == NULL) {
        return true;
    }
    const unsigned char *heading = memmem(text, room, line, sizeof line - 1);
    size_t behind = heading == NULL ? 0 : (size_t)(heading - text) + sizeof line - 1;
    bool good = false;
    if (tool_file_read(name, TOOL_FILE_BYTES_LIMIT, &bytes, &count, NULL) == FFTC_SUCCESS) {
        good = put_back(text, room - 1, behind, bytes, count);
        free(bytes);
    }
    text[good ? behind + count : 0] = '\0';
    return good;
}

static const char *name_of(const check_run *run, uint32_t id, size_t end)
{
    for (size_t at = CHECK_HEADER_WORDS; at < end; at += run->words[at] >> 16) {
        if ((run->words[at] & 0xffff) == OpString && run->words[at + 1] == id) {
            return (const char *)&run->words[at + 2];
        }
    }
    return "";
}

void check_strings_put_back(check_run *run)
{
    bool good = true; /* the text that the next instruction may continue */
    for (size_t at = CHECK_HEADER_WORDS; at < run->word_count;) {
        uint32_t *words = &run->words[at];
        uint32_t opcode = words[0] & 0xffff;
        size_t length = words[0] >> 16;
        if (length == 0 || length > run->word_count - at || opcode == OpFunction) {
            return;
        }
        if (opcode == OpString && length > 2) {
            name_put_back(run->options, (unsigned char *)&words[2], 4 * (length - 2));
        } else if (opcode == OpSource && length > 4) {
            good = text_put_back(name_of(run, words[3], at), (unsigned char *)&words[4],
                                 4 * (length - 4));
        } else if (opcode == OpSourceContinued && length > 1) { /* of more than 256 KiB */
            good = good && memchr(&words[1], LOST, 4 * (length - 1)) == NULL;
            words[1] = good ? words[1] : 0;
        }
        at += length;
    }
}
