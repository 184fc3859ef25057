/* SPDX-License-Identifier: MIT
 *
 * A run of a shader: what its pointers point to.
 */
#ifndef FFTC_SPIRV_JOB_H
#define FFTC_SPIRV_JOB_H

#include "spirv/module.h"

typedef struct fftc_spirv_memory {
    const char *name;
    void *data;
    uint64_t bytes;
    uint32_t element_bytes; /* what races are told by */
    uint32_t number;        /* of the emulator's memory */
    uint32_t object;        /* the variable that it is for; FFTC_SPIRV_NONE: reached by address */
    uint32_t image;         /* index in fftc_spirv_job.images; FFTC_SPIRV_NONE: no image */
    bool zeroed;            /* workgroup memory, for a variable or for one of several blocks */
    bool constant;          /* a uniform buffer, push constants or an image that is not stored to */
} fftc_spirv_memory;

struct fftc_spirv_texels; /* image.h */

typedef struct fftc_spirv_job {
    const fftc_spirv *m;
    uint64_t *frame; /* m->initial with the pointers of this run */
    fftc_spirv_memory
        *memories; /* the dispatch's buffers, then those that it lacks, push constants,
                                    workgroup variables; a pointer has its index here plus 1 */
    uint32_t memory_count;
    struct fftc_spirv_texels *images;   /* by number in the dispatch */
    const fftc_spirv_sampler *samplers; /* the dispatch's */
    uint32_t sampler_count;
    uint64_t *descriptors; /* pointers, for each object the first of which is ... */
    uint32_t *descriptor_first;
    uint32_t *descriptor_counts;
    uint16_t *sites; /* by line of the module: the emulator's number, 0 if it has none yet */
} fftc_spirv_job;

/* The kernel of an emulator whose user is a fftc_spirv_job, and whose private_bytes are enough for
 * frame_slots of 8 bytes and where_words of 4. */
void fftc_spirv_invoke(void *user);

#endif
