/* SPDX-License-Identifier: MIT
 *
 * Lines of saved plans that a process knows: its wisdom. There is one line for each transform,
 * instruction set and version of the library.
 */
#ifndef FFTC_FFTW3_KNOWN_H
#define FFTC_FFTW3_KNOWN_H

#include "fftw3/problem.h"

typedef struct known_line {
    char *text;    /* with its '\n' */
    size_t head;   /* how many bytes say which transform it is */
    uint64_t hash; /* of the transform; 0 if the line has none */
} known_line;

/* Zeroed: no lines. */
typedef struct known_lines {
    known_line *line;
    size_t count;
    size_t room;
} known_lines;

/* Whether each line begins as one of a saved plan for the CPU, and ends with '\n'. */
bool P(known_can_add)(const char *text);

/* Adds the lines of such a text, as far as there is memory. A line takes the place of the one for
 * the same transform; an estimated line only that of another estimated one. */
void P(known_add)(known_lines *known, const char *text);

/* The lines of transforms with this hash, one after the other; with `measured` those alone that do
 * not say that they were estimated. NULL: there is none, or no memory. */
char *P(known_find)(const known_lines *known, uint64_t hash, bool measured);

/* All lines. NULL: there is no memory. */
char *P(known_all)(const known_lines *known);

void P(known_forget)(known_lines *known);

#endif
