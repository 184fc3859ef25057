/* SPDX-License-Identifier: MIT
 *
 * Evaluates the conditions of a shader's #if, as far as the text itself determines them: a
 * specialised kernel is easier to read without the branches that it does not take.
 */
#ifndef FFTC_GPU_CONDITION_H
#define FFTC_GPU_CONDITION_H

#include <stdbool.h>
#include <stddef.h>

#define FFTC_MACROS_MAX 256

/* A piece of a line; it points into the text. */
typedef struct fftc_slice {
    const char *data;
    size_t bytes;
} fftc_slice;

bool fftc_slice_is(fftc_slice slice, const char *word);

/* The macros that the text has defined so far. */
typedef struct fftc_macros {
    struct {
        fftc_slice name;
        bool certain; /* not inside an #if that was left to the compiler */
        bool numeric;
        long value;
    } entry[FFTC_MACROS_MAX];
    unsigned count;
} fftc_macros;

typedef enum fftc_answer { FFTC_ANSWER_NO = 0, FFTC_ANSWER_YES, FFTC_ANSWER_UNKNOWN } fftc_answer;

/* `definition` is what follows #define. Function-like macros are left to the compiler. False if
 * there is no room. */
bool fftc_macros_define(fftc_macros *macros, fftc_slice definition, bool certain);

/* Whether a name is defined. The text is complete: a name of fftcore's that it has not defined is
 * not defined. Other names are the compiler's business, except the one that says the language is
 * GLSL. */
fftc_answer fftc_macros_defined(const fftc_macros *macros, fftc_slice name);

/* The value of an expression of integers, known macros, defined(), !, &&, ||, == and !=. */
fftc_answer fftc_condition_evaluate(const fftc_macros *macros, fftc_slice expression);

/* The first word. */
fftc_slice fftc_slice_word(fftc_slice slice);

#endif
