/* SPDX-License-Identifier: MIT */
#include "spirv/image.h"

#include <string.h>

#include "spirv/job.h"
#include "spirv/scalars.h"
#include "spirv/texel.h"

/* What a step is about. */
typedef struct image_access {
    fftc_spirv_machine *machine;
    uint32_t step;
    const fftc_spirv_step *s;
    const uint32_t *words;
    uint64_t *frame;
    uint64_t value;                  /* of the image */
    const fftc_spirv_memory *memory; /* NULL: there is no such image */
    const fftc_spirv_texels *image;
} image_access;

uint32_t fftc_spirv_extent(uint32_t extent, uint32_t level)
{
    return extent >> level != 0 ? extent >> level : 1;
}

uint64_t fftc_spirv_texel_number(const fftc_spirv_texels *image,
                                 const fftc_spirv_texel_place *place)
{
    const fftc_spirv_image *given = &image->given;
    uint32_t level = (uint32_t)place->level;
    uint64_t width = fftc_spirv_extent(given->width, level);
    uint64_t height = fftc_spirv_extent(given->height, level);
    uint64_t depth = fftc_spirv_extent(given->depth, level);
    uint64_t slice = (uint64_t)place->layer * depth + (uint64_t)place->z;
    return image->level[level] + (slice * height + (uint64_t)place->y) * width + (uint64_t)place->x;
}

static image_access access_of(fftc_spirv_machine *machine, uint32_t step, uint64_t *frame)
{
    const fftc_spirv_job *job = machine->job;
    image_access a = {.machine = machine, .step = step, .frame = frame};
    uint64_t number;
    a.s = &job->m->steps[step];
    a.words = job->m->extra + a.s->c;
    a.value = frame[a.s->a];
    number = a.value >> FFTC_SPIRV_OFFSET_BITS;
    if (number >= 1 && number <= job->memory_count &&
        job->memories[number - 1].image != FFTC_SPIRV_NONE) {
        a.memory = &job->memories[number - 1];
        a.image = &job->images[a.memory->image];
    }
    return a;
}

/* --- places */

static int64_t integer_at(const image_access *a, uint32_t slot)
{
    return slot != FFTC_SPIRV_NONE ? sign_extend(a->frame[slot], 32) : 0;
}

static const char *index_name(const image_access *a, int axis)
{
    const fftc_spirv *m = a->machine->job->m;
    const char *name = a->memory->object != FFTC_SPIRV_NONE
                           ? m->objects[a->memory->object].index_names[axis]
                           : NULL;
    return name != NULL ? name : "an image";
}

/* The texel that integer coordinates mean. False if it is outside; unless it is for a store, which
 * has no effect then, this is told. */
static bool place_of(const image_access *a, bool store, fftc_spirv_texel_place *place)
{
    const fftc_spirv_image *given = &a->image->given;
    uint32_t dimension = a->words[IMAGE_DIMENSION];
    uint32_t axes = dimension == FFTC_SPIRV_CUBE ? 2 : dimension + 1;
    bool layered = a->words[IMAGE_ARRAYED] != 0 || dimension == FFTC_SPIRV_CUBE;
    int64_t at[3] = {0}, bounds[3];
    *place = (fftc_spirv_texel_place){.level = integer_at(a, a->words[IMAGE_LEVEL])};
    if (place->level < 0 || place->level >= given->levels) {
        if (!store) {
            fftc_spirv_machine_outside(a->machine, a->step, index_name(a, 3),
                                       (uint32_t)place->level, false);
        }
        return false;
    }
    bounds[0] = fftc_spirv_extent(given->width, (uint32_t)place->level);
    bounds[1] = fftc_spirv_extent(given->height, (uint32_t)place->level);
    bounds[2] = layered ? given->layers : fftc_spirv_extent(given->depth, (uint32_t)place->level);
    for (uint32_t axis = 0; axis < axes; ++axis) {
        uint32_t offset = a->words[IMAGE_OFFSET];
        at[axis] = integer_at(a, a->s->b + axis);
        at[axis] += offset != FFTC_SPIRV_NONE ? integer_at(a, offset + axis) : 0;
    }
    if (layered) {
        at[2] = integer_at(a, a->s->b + axes);
    }
    for (int axis = 2; axis >= 0; --axis) {
        if (at[axis] < 0 || at[axis] >= bounds[axis]) {
            if (!store) {
                fftc_spirv_machine_outside(a->machine, a->step, index_name(a, axis),
                                           (uint32_t)at[axis], false);
            }
            return false;
        }
    }
    place->x = at[0];
    place->y = at[1];
    place->z = layered ? 0 : at[2];
    place->layer = layered ? at[2] : 0;
    return true;
}

/* --- texels by integers */

static void read_step(const image_access *a)
{
    unsigned char texel[FFTC_SPIRV_TEXEL_BYTES] = {0};
    uint64_t numbers[4] = {0};
    fftc_spirv_texel_place place;
    if (a->image == NULL) {
        fftc_spirv_machine_beyond(a->machine, a->step, a->value, false);
    } else if (place_of(a, false, &place)) {
        uint32_t bytes = fftc_spirv_format_bytes(a->image->given.format);
        fftc_spirv_machine_texel(a->machine, a->step, a->image->memory,
                                 fftc_spirv_texel_number(a->image, &place) * bytes, texel, bytes,
                                 false);
        fftc_spirv_texel_read(a->image->given.format, texel, numbers);
    }
    memcpy(a->frame + a->s->d, numbers, a->s->n * sizeof *numbers);
}

static void write_step(const image_access *a)
{
    unsigned char texel[FFTC_SPIRV_TEXEL_BYTES] = {0};
    uint64_t numbers[4] = {0};
    fftc_spirv_texel_place place;
    memcpy(numbers, a->frame + a->s->d, a->s->n * sizeof *numbers);
    if (a->image == NULL) {
        fftc_spirv_machine_beyond(a->machine, a->step, a->value, true);
    } else if (a->memory->constant) {
        fftc_spirv_machine_outside(a->machine, a->step, a->memory->name, 0, true);
    } else if (place_of(a, true, &place)) {
        uint32_t bytes = fftc_spirv_format_bytes(a->image->given.format);
        fftc_spirv_texel_write(a->image->given.format, numbers, texel);
        fftc_spirv_machine_texel(a->machine, a->step, a->image->memory,
                                 fftc_spirv_texel_number(a->image, &place) * bytes, texel, bytes,
                                 true);
    }
}

/* A pointer to a texel that is not there is bad only when it is used, as those of chains are. */
static void pointer_step(const image_access *a)
{
    fftc_spirv_texel_place place;
    uint64_t result = FFTC_SPIRV_BAD | (uint64_t)a->step << 32 | (uint32_t)a->frame[a->s->b];
    if (a->image != NULL && place_of(a, true, &place)) {
        uint32_t bytes = fftc_spirv_format_bytes(a->image->given.format);
        result = (a->value & ~FFTC_SPIRV_OFFSET_MASK) +
                 fftc_spirv_texel_number(a->image, &place) * bytes;
    }
    a->frame[a->s->d] = result;
}

/* --- queries */

static void size_step(const image_access *a)
{
    uint32_t dimension = a->words[IMAGE_DIMENSION];
    uint32_t axes = dimension == FFTC_SPIRV_CUBE ? 2 : dimension + 1;
    uint64_t size[4] = {0};
    if (a->image == NULL) {
        fftc_spirv_machine_beyond(a->machine, a->step, a->value, false);
    } else {
        const fftc_spirv_image *given = &a->image->given;
        const uint32_t extents[3] = {given->width, given->height, given->depth};
        int64_t level = integer_at(a, a->words[IMAGE_LEVEL]);
        if (level < 0 || level >= given->levels) {
            fftc_spirv_machine_outside(a->machine, a->step, index_name(a, 3), (uint32_t)level,
                                       false);
            level = 0;
        }
        for (uint32_t axis = 0; axis < axes; ++axis) {
            size[axis] = fftc_spirv_extent(extents[axis], (uint32_t)level);
        }
        size[axes] = given->layers / (dimension == FFTC_SPIRV_CUBE ? 6 : 1);
    }
    memcpy(a->frame + a->s->d, size, a->s->n * sizeof *size);
}

static void levels_step(const image_access *a)
{
    if (a->image == NULL) {
        fftc_spirv_machine_beyond(a->machine, a->step, a->value, false);
    }
    a->frame[a->s->d] = a->image != NULL ? a->image->given.levels : 0;
}

/* --- samples */

static double float_at(const image_access *a, uint32_t slot)
{
    return slot != FFTC_SPIRV_NONE ? (double)as_float(a->frame[slot]) : 0.0;
}

static void floats_at(const image_access *a, uint32_t slot, double to[3], uint32_t count)
{
    for (uint32_t i = 0; i < 3; ++i) {
        to[i] = i < count ? (double)as_float(a->frame[slot + i]) : 0.0;
    }
}

static const fftc_spirv_sampler *sampler_of(const image_access *a)
{
    static const fftc_spirv_sampler zeroed;
    uint64_t number = a->value & FFTC_SPIRV_OFFSET_MASK;
    return number >= 1 && number <= a->machine->job->sampler_count
               ? &a->machine->job->samplers[number - 1]
               : &zeroed;
}

static void sample_step(const image_access *a)
{
    uint32_t dimension = a->words[IMAGE_DIMENSION];
    uint32_t axes = dimension == FFTC_SPIRV_CUBE ? 3 : dimension + 1;
    uint32_t reference = a->words[IMAGE_REFERENCE];
    fftc_spirv_sampling s = {.image = a->image,
                             .dimension = (fftc_spirv_dimension)dimension,
                             .arrayed = a->words[IMAGE_ARRAYED] != 0,
                             .compares = reference != FFTC_SPIRV_NONE,
                             .reference = (float)float_at(a, reference),
                             .least_level = -1e9};
    double dx[3], dy[3];
    uint64_t numbers[4] = {0};
    if (a->image == NULL) {
        fftc_spirv_machine_beyond(a->machine, a->step, a->value, false);
        memset(a->frame + a->s->d, 0, a->s->n * sizeof *a->frame);
        return;
    }
    s.data = a->memory->data;
    s.sampler = sampler_of(a);
    floats_at(a, a->s->b, s.at, axes);
    s.layer = s.arrayed ? float_at(a, a->s->b + axes) : 0.0;
    if (a->words[IMAGE_PROJECTED] != 0) {
        float q = as_float(a->frame[a->s->b + axes]);
        for (uint32_t i = 0; i < axes; ++i) {
            s.at[i] = (double)((float)s.at[i] / q);
        }
        s.reference /= q;
    }
    s.level = float_at(a, a->words[IMAGE_LEVEL]);
    if (a->words[IMAGE_DX] != FFTC_SPIRV_NONE) {
        floats_at(a, a->words[IMAGE_DX], dx, axes);
        floats_at(a, a->words[IMAGE_DY], dy, axes);
        s.dx = dx;
        s.dy = dy;
    }
    if (a->words[IMAGE_LEAST_LEVEL] != FFTC_SPIRV_NONE) {
        s.least_level = float_at(a, a->words[IMAGE_LEAST_LEVEL]);
    }
    for (uint32_t i = 0; a->words[IMAGE_OFFSET] != FFTC_SPIRV_NONE && i < axes; ++i) {
        s.offset[i] = (int32_t)integer_at(a, a->words[IMAGE_OFFSET] + i);
    }
    if (a->s->more == IMAGE_GATHER) {
        int32_t offsets[8];
        uint32_t first = a->words[IMAGE_OFFSETS];
        for (uint32_t i = 0; first != FFTC_SPIRV_NONE && i < 8; ++i) {
            offsets[i] = (int32_t)integer_at(a, first + i);
        }
        fftc_spirv_gather(&s, (uint32_t)integer_at(a, a->words[IMAGE_COMPONENT]),
                          first != FFTC_SPIRV_NONE ? offsets : NULL, numbers);
    } else {
        fftc_spirv_sample(&s, numbers);
    }
    memcpy(a->frame + a->s->d, numbers, a->s->n * sizeof *numbers);
}

/* An image and a sampler as one; bad if one of them is. */
static uint64_t combined(uint64_t image, uint64_t sampler)
{
    return (image & FFTC_SPIRV_BAD) != 0     ? image
           : (sampler & FFTC_SPIRV_BAD) != 0 ? sampler
                                             : (image & ~FFTC_SPIRV_OFFSET_MASK) | sampler;
}

void fftc_spirv_image_step(fftc_spirv_machine *machine, uint32_t step, uint64_t *frame)
{
    const fftc_spirv_step *s = &machine->job->m->steps[step];
    if (s->more == IMAGE_COMBINE) {
        frame[s->d] = combined(frame[s->a], frame[s->b]);
        return;
    }
    const image_access a = access_of(machine, step, frame);
    switch (s->more) {
    case IMAGE_WRITE: write_step(&a); break;
    case IMAGE_POINTER: pointer_step(&a); break;
    case IMAGE_SAMPLE:
    case IMAGE_GATHER: sample_step(&a); break;
    case IMAGE_SIZE: size_step(&a); break;
    case IMAGE_LEVELS: levels_step(&a); break;
    default: read_step(&a); break; /* READ, FETCH */
    }
}
