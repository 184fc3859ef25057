/* SPDX-License-Identifier: MIT
 *
 * What a misspelt word was meant to be.
 */
#include <string.h>

#include "command.h"

#define LONGEST 40

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Letters to add, leave out, change, or swap with the next one (the distance of Damerau and
 * Levenshtein, in which no part is edited twice). */
static unsigned distance(const char *from, const char *to)
{
    unsigned row[3][LONGEST + 1]; /* two, one and no letter of `from` ago */
    size_t columns = strlen(to);
    if (columns > LONGEST || strlen(from) > LONGEST) {
        return LONGEST;
    }
    for (size_t j = 0; j <= columns; ++j) {
        row[2][j] = (unsigned)j;
    }
    for (size_t i = 1; from[i - 1] != '\0'; ++i) {
        memcpy(row[0], row[1], sizeof row[0]);
        memcpy(row[1], row[2], sizeof row[1]);
        row[2][0] = (unsigned)i;
        for (size_t j = 1; j <= columns; ++j) {
            unsigned changed = row[1][j - 1] + (from[i - 1] != to[j - 1]);
            row[2][j] = least(changed, least(row[1][j], row[2][j - 1]) + 1);
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                row[2][j] = least(row[2][j], row[0][j - 2] + 1);
            }
        }
    }
    return row[2][columns];
}

const char *tool_nearest(const char *text, const char *const *words, size_t count)
{
    const char *nearest = NULL;
    unsigned best = (unsigned)strlen(text) / 3 + 1; /* more is another word */
    for (size_t i = 0; i < count; ++i) {
        unsigned letters = distance(text, words[i]);
        if (letters <= best && letters < strlen(words[i]) &&
            (nearest == NULL || letters < distance(text, nearest))) {
            nearest = words[i];
            best = letters;
        }
    }
    return nearest;
}
