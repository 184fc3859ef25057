/* SPDX-License-Identifier: MIT
 *
 * What a dispatch of a shader is made of: checked (check_dispatch.c), bound to the shader's
 * variables (bind.c), then carried out (emulate.c).
 */
#ifndef FFTC_SPIRV_RUN_H
#define FFTC_SPIRV_RUN_H

#include "spirv/image.h"
#include "spirv/job.h"
#include "spirv/step.h"

#define FFTC_SPIRV_MAX_MEMORIES 60000u

/* What a run allocates; all of it is released at its end. */
typedef struct fftc_spirv_run {
    fftc_spirv *m;
    const fftc_spirv_dispatch *dispatch;
    fftc_spirv_job job;
    fftc_memory *memories; /* the emulator's: buffers and images that are written, ... */
    fftc_memory *shared;
    uint32_t memory_count, shared_count;
    uint32_t descriptor_count;
    fftc_observer observer; /* the caller's */
} fftc_spirv_run;

/* Which descriptor. */
typedef struct fftc_spirv_slot {
    uint32_t set, binding, element;
} fftc_spirv_slot;

/* Kinds of things that descriptors are for; an image with a sampler is for two. */
typedef enum fftc_spirv_sort {
    FFTC_SPIRV_SORT_BUFFER,
    FFTC_SPIRV_SORT_IMAGE,
    FFTC_SPIRV_SORT_SAMPLER
} fftc_spirv_sort;

/* --- check_dispatch.c */

bool fftc_spirv_takes(const fftc_spirv_object *object, fftc_spirv_sort sort);
/* Is it used, and has it descriptors? */
bool fftc_spirv_is_bound(const fftc_spirv *m, const fftc_spirv_object *object);
/* The first object from `from` on that a descriptor of a sort is for; NULL if none is. */
const fftc_spirv_object *fftc_spirv_object_at(const fftc_spirv *m, const fftc_spirv_slot *slot,
                                              fftc_spirv_sort sort, uint32_t from);
/* Number k that is given, of a sort; false behind the last. */
bool fftc_spirv_given(const fftc_spirv_dispatch *dispatch, fftc_spirv_sort sort, uint32_t k,
                      fftc_spirv_slot *slot);
/* Texels of an image, and of all before each of its levels. */
uint64_t fftc_spirv_count_texels(fftc_spirv_texels *image);
fftc_spirv_image fftc_spirv_image_defaults(const fftc_spirv_image *image);

fftc_status fftc_spirv_check_dispatch(const fftc_spirv *m, const fftc_spirv_dispatch *dispatch,
                                      fftc_error *error);

/* --- bind.c */

uint64_t fftc_spirv_pointer_to(uint32_t memory);
/* How many descriptors an object has in this run. */
uint32_t fftc_spirv_descriptors_of(const fftc_spirv_run *r, const fftc_spirv_object *object);
/* Every object gets its pointer, and every memory the emulator's number. */
void fftc_spirv_bind(fftc_spirv_run *r);

#endif
