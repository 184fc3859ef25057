/* SPDX-License-Identifier: MIT
 *
 * Instructions on images. A value whose type is an image is a number like a pointer to its texels
 * (step.h), whose offset is 0, or, together with a sampler, the sampler's number. That is 0 for a
 * zeroed sampler, and for others its index in the dispatch plus 1.
 *
 * A step of an image has its operands in fftc_spirv.extra, in the order of the second enum.
 */
#ifndef FFTC_SPIRV_IMAGE_H
#define FFTC_SPIRV_IMAGE_H

#include "spirv/machine.h"

enum {                /* fftc_spirv_step.more */
       IMAGE_COMBINE, /* b: the sampler */
       IMAGE_READ,
       IMAGE_FETCH,
       IMAGE_WRITE,
       IMAGE_POINTER, /* to a texel, for atomic operations */
       IMAGE_SAMPLE,
       IMAGE_GATHER,
       IMAGE_SIZE,
       IMAGE_LEVELS
};

enum {                  /* slots are FFTC_SPIRV_NONE where there is none */
       IMAGE_DIMENSION, /* fftc_spirv_dimension */
       IMAGE_ARRAYED,
       IMAGE_PROJECTED, /* by the component of the coordinate behind the others */
       IMAGE_REFERENCE, /* slot: to be compared with */
       IMAGE_COMPONENT, /* slot: which is gathered */
       IMAGE_LEVEL,     /* slot: a float to sample, else an integer */
       IMAGE_DX,        /* slots of derivatives */
       IMAGE_DY,
       IMAGE_LEAST_LEVEL, /* slot */
       IMAGE_OFFSET,      /* slots, one for each axis */
       IMAGE_OFFSETS,     /* slots, of each of the four texels gathered */
       IMAGE_WORDS
};

#define FFTC_SPIRV_MAX_LEVELS 31u

/* An image of a dispatch. */
typedef struct fftc_spirv_texels {
    fftc_spirv_image given;                /* without zeros */
    uint32_t memory;                       /* index in fftc_spirv_job.memories */
    uint64_t level[FFTC_SPIRV_MAX_LEVELS]; /* where each begins, in texels */
} fftc_spirv_texels;

/* A texel, by integers. `layer` is that of an array, or a face of a cube. */
typedef struct fftc_spirv_texel_place {
    int64_t x, y, z, layer;
    int64_t level;
} fftc_spirv_texel_place;

/* --- decode_image.c: types of images. `image` is FFTC_SPIRV_KIND_IMAGE. */

fftc_spirv_dimension fftc_spirv_image_dimension(const fftc_spirv_type *image);
bool fftc_spirv_is_texel_buffer(const fftc_spirv_type *image);
fftc_spirv_numbers fftc_spirv_image_numbers(const fftc_spirv_type *image);
/* Refuses what no instruction can use. */
void fftc_spirv_check_image_type(fftc_spirv *m, const fftc_spirv_type *image);

/* --- image.c */

uint32_t fftc_spirv_extent(uint32_t extent, uint32_t level);
/* The number of a texel that is inside of the image. */
uint64_t fftc_spirv_texel_number(const fftc_spirv_texels *image,
                                 const fftc_spirv_texel_place *place);

void fftc_spirv_image_step(fftc_spirv_machine *machine, uint32_t step, uint64_t *frame);

/* --- sample.c: what a sampler makes of texels */

/* What is asked for. */
typedef struct fftc_spirv_sampling {
    const fftc_spirv_texels *image;
    const void *data;
    const fftc_spirv_sampler *sampler;
    fftc_spirv_dimension dimension;
    bool arrayed;
    double at[3]; /* a direction for cubes */
    double layer;
    double level; /* of detail, before bias and limits */
    double least_level;
    const double *dx, *dy; /* derivatives instead of a level; NULL without */
    int32_t offset[3];
    bool compares;
    float reference;
} fftc_spirv_sampling;

void fftc_spirv_sample(const fftc_spirv_sampling *s, uint64_t result[4]);
/* offsets: of each texel, two numbers, or NULL. */
void fftc_spirv_gather(const fftc_spirv_sampling *s, uint32_t component, const int32_t *offsets,
                       uint64_t result[4]);

#endif
