/* SPDX-License-Identifier: MIT
 *
 * Places in memory as a program would say them.
 */
#ifndef FFTC_SPIRV_NAMES_H
#define FFTC_SPIRV_NAMES_H

#include "spirv/job.h"

#define FFTC_SPIRV_TEXT_BYTES 200u

/* A text that is cut off where it would be too long; begins as zeros. */
typedef struct fftc_spirv_text {
    char bytes[FFTC_SPIRV_TEXT_BYTES];
    size_t length;
} fftc_spirv_text;

void fftc_spirv_text_add(fftc_spirv_text *text, const char *more);
void fftc_spirv_text_add_number(fftc_spirv_text *text, const char *before, uint64_t number,
                                const char *after);

/* What a descriptor of a variable is called: name[element] if it is one of an array. */
const char *fftc_spirv_name_descriptor(fftc_spirv *m, const fftc_spirv_object *object,
                                       uint32_t element);

/* The array in a memory of this name (or NULL) that its element *address is in, such as
 * lights[3].power; *address becomes the index there, or FFTC_NO_INDEX for a single number. */
const char *fftc_spirv_name_place(fftc_spirv *m, const fftc_spirv_job *job, const char *memory,
                                  uint64_t *address);

/* Replaces an element of a memory by the element of an array in it, such as lights[3].power. */
void fftc_spirv_name_finding(fftc_spirv *m, const fftc_spirv_job *job, fftc_finding *finding);

#endif
