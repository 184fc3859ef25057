/* SPDX-License-Identifier: MIT
 *
 * What planning decided, as a row of small numbers: enough to make the same plan again without
 * choosing. A plan that is saved, loaded or tried out by measuring is one such row for each of its
 * steps.
 *
 * Each file that chooses something (row.c, long.c, ...) also writes and reads its numbers. What can
 * be derived from them is not written. Numbers that are read may be anything, so all of them are
 * checked.
 */
#ifndef FFTC_CPU_CHOICE_H
#define FFTC_CPU_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/error.h"

/* Enough for two vector FFTs of 24 passes, and a convolution around them. */
#define FFTC_CHOICE_WORDS 64

typedef struct fftc_choice {
    uint8_t count;
    uint8_t next;   /* the next number to be read */
    bool cut;       /* whether there were more numbers than fit */
    size_t n;       /* what was to be planned, for listing candidates: */
    size_t columns; /* how many columns of n points; 0: a line */
    int care;       /* of a line: fftc_care */
    uint32_t word[FFTC_CHOICE_WORDS];
} fftc_choice;

static inline void fftc_choice_put(fftc_choice *choice, size_t word)
{
    if (choice->count < FFTC_CHOICE_WORDS && word <= UINT32_MAX) {
        choice->word[choice->count++] = (uint32_t)word;
    } else {
        choice->cut = true;
    }
}

/* Reads the next number, if there is one from `least` to `most`. */
static inline bool fftc_choice_get(fftc_choice *choice, size_t least, size_t most, size_t *word)
{
    if (choice->next >= choice->count) {
        return false;
    }
    *word = choice->word[choice->next++];
    return least <= *word && *word <= most;
}

/* Refuses numbers that do not suit. */
static inline fftc_status fftc_choice_refuse(fftc_error *error)
{
    return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                     "what was saved does not fit this transform: plan anew, and save that");
}

/* One row for each line and each set of columns that a plan prepares, in the order in which it
 * prepares them. */
#define FFTC_CHOICES 12

typedef struct fftc_choices {
    int count;                    /* how many rows were taken or written so far */
    int given;                    /* how many rows are to be taken instead of choosing */
    int most_threads;             /* more threads were found to be slower; 0: no limit */
    const struct fftc_team *team; /* parallel.h: who fills the plan's tables; NULL: the caller */
    fftc_choice choice[FFTC_CHOICES];
} fftc_choices;

static inline const struct fftc_team *fftc_choices_team(const fftc_choices *choices)
{
    return choices != NULL ? choices->team : NULL;
}

/* The next row; *given tells whether to read it or to write it. NULL if choices are not kept, or
 * there are more than FFTC_CHOICES: then choose. */
static inline fftc_choice *fftc_choices_next(fftc_choices *choices, bool *given)
{
    *given = false;
    if (choices == NULL || choices->count == FFTC_CHOICES) {
        return NULL;
    }
    fftc_choice *choice = &choices->choice[choices->count++];
    *given = choices->count <= choices->given;
    choice->next = 0;
    if (!*given) {
        choice->count = 0;
        choice->cut = false;
    }
    return choice;
}

#endif
