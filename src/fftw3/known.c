/* SPDX-License-Identifier: MIT */
#include "fftw3/known.h"

#include <stdlib.h>
#include <string.h>

#define BEGINNING "fftcore "
#define HEAD_WORDS 5 /* fftcore, version, instruction set, transform, hash */
#define HASH_DIGITS 16

bool P(known_can_add)(const char *text)
{
    for (const char *at = text; *at != 0; ++at) {
        if (strncmp(at, BEGINNING, strlen(BEGINNING)) != 0) {
            return false;
        }
        at = strchr(at, '\n');
        if (at == NULL) {
            return false;
        }
    }
    return true;
}

/* The first line of a text. */
static known_line read_line(const char *text)
{
    known_line line = {.text = NULL};
    const char *word = text;
    for (int i = 0; i < HEAD_WORDS; ++i) {
        word = text + line.head + (i > 0 && text[line.head] == ' ');
        line.head = (size_t)(word - text) + strcspn(word, " \n");
    }
    char *end;
    line.hash = strtoull(word, &end, 16);
    if (end != word + HASH_DIGITS) {
        line.hash = 0;
    }
    return line;
}

static bool is_estimated(const known_line *line)
{
    static const char word[] = " estimated";
    return strncmp(line->text + line->head, word, strlen(word)) == 0;
}

/* The line for the same transform, or where a new one goes; NULL: there is no memory. */
static known_line *place_of(known_lines *known, const known_line *line)
{
    for (size_t i = 0; i < known->count; ++i) {
        known_line *other = &known->line[i];
        if (other->hash == line->hash && other->head == line->head &&
            memcmp(other->text, line->text, line->head) == 0) {
            return other;
        }
    }
    if (known->count == known->room) {
        const size_t room = known->room == 0 ? 16 : 2 * known->room;
        known_line *more = realloc(known->line, room * sizeof *more);
        if (more == NULL) {
            return NULL;
        }
        known->line = more;
        known->room = room;
    }
    known->line[known->count] = (known_line){.text = NULL};
    return &known->line[known->count++];
}

void P(known_add)(known_lines *known, const char *text)
{
    for (const char *at = text; *at != 0;) {
        const size_t bytes = strcspn(at, "\n") + 1;
        known_line line = read_line(at);
        line.text = malloc(bytes + 1);
        if (line.text == NULL) {
            return;
        }
        memcpy(line.text, at, bytes);
        line.text[bytes] = 0;
        at += bytes;
        known_line *place = place_of(known, &line);
        if (place == NULL || (place->text != NULL && is_estimated(&line) && !is_estimated(place))) {
            free(line.text);
            continue;
        }
        free(place->text);
        *place = line;
    }
}

/* False: there is no memory, and the text is gone. */
static bool append(char **text, size_t *used, const char *line)
{
    const size_t bytes = strlen(line);
    char *more = realloc(*text, *used + bytes + 1);
    if (more == NULL) {
        free(*text);
        *text = NULL;
        return false;
    }
    memcpy(more + *used, line, bytes + 1);
    *text = more;
    *used += bytes;
    return true;
}

char *P(known_find)(const known_lines *known, uint64_t hash, bool measured)
{
    char *text = NULL;
    size_t used = 0;
    for (size_t i = 0; i < known->count; ++i) {
        const known_line *line = &known->line[i];
        if (line->hash == hash && !(measured && is_estimated(line)) &&
            !append(&text, &used, line->text)) {
            return NULL;
        }
    }
    return text;
}

char *P(known_all)(const known_lines *known)
{
    char *text = NULL;
    size_t used = 0;
    bool done = append(&text, &used, "");
    for (size_t i = 0; done && i < known->count; ++i) {
        done = append(&text, &used, known->line[i].text);
    }
    return text;
}

void P(known_forget)(known_lines *known)
{
    for (size_t i = 0; i < known->count; ++i) {
        free(known->line[i].text);
    }
    free(known->line);
    *known = (known_lines){.line = NULL};
}
