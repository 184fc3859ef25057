/* SPDX-License-Identifier: MIT
 *
 * One large piece of memory for the arrays of all cases and for the plans, one after the other: the
 * system supplies its pages once.
 */
#ifndef FFTC_TESTS_HUGE_MEMORY_H
#define FFTC_TESTS_HUGE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "fftcore/fftcore.h"

typedef struct huge_memory {
    char *base;
    size_t bytes;
    size_t used;
    size_t most; /* the most bytes in use since this was set to 0 */
} huge_memory;

/* What the machine has to give, nearly. */
size_t huge_memory_available(void);

bool huge_memory_open(huge_memory *memory, size_t bytes);
void huge_memory_close(huge_memory *memory);

/* NULL if there is not so much; contents are what they were. What was taken is given back by
 * setting `used` to what it was. */
void *huge_memory_take(huge_memory *memory, size_t bytes);

/* For plans; they give nothing back. */
fftc_allocator huge_memory_allocator(huge_memory *memory);

#endif
