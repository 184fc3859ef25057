/* SPDX-License-Identifier: MIT
 *
 * Staging: lines brought from the way an array holds them into working precision, interleaved and
 * contiguous, and back.
 */
#ifndef FFTC_CPU_STAGING_H
#define FFTC_CPU_STAGING_H

#include "cpu/engine/engine.h"
#include "cpu/engine/move.h"
#include "describe/layout.h"

/* Whether the engine reads and writes numbers of this storage as they are. */
static inline bool fftc_storage_unstaged(fftc_storage storage)
{
    return !storage.split && storage.precision != FFTC_FLOAT16;
}

/* Lines of numbers in an array, or in two arrays: number i of line c is item i * step + c *
 * pitch. */
typedef struct fftc_region {
    fftc_storage storage;
    char *re;
    char *im; /* the imaginary parts, if they are split */
    size_t step;
    size_t pitch;
} fftc_region;

/* The region `items` items further on. */
static inline fftc_region fftc_region_at(fftc_region region, size_t items)
{
    size_t bytes = items * fftc_storage_item(region.storage);
    region.re += bytes;
    region.im = region.im != NULL ? region.im + bytes : NULL;
    return region;
}

/* The functions that copy lines, by the instruction set of an engine. */
typedef struct fftc_staging {
    const fftc_engine_storage *storage;
    const fftc_move *move;
} fftc_staging;

static inline fftc_staging fftc_staging_of(const fftc_engine *engine)
{
    return (fftc_staging){engine->storage, fftc_move_for(engine->name)};
}

/* Groups of `lines` lines of `numbers` numbers each. From group to group there are so many items in
 * the array, and in the stage. */
typedef struct fftc_staging_groups {
    size_t count;
    size_t lines;
    size_t numbers;
    size_t array_apart;
    size_t stage_apart;
} fftc_staging_groups;

/* Copies groups of lines, as fftc_staging_copy does one. */
void fftc_staging_copy_groups(const fftc_staging *staging, const fftc_region *array,
                              const fftc_region *stage, const fftc_staging_groups *groups, bool in);

/* Copies `count` numbers of each of `lines` lines from an array to a stage, or back (`in` false).
 * The stage is in working precision and not split, and the two do not overlap. */
void fftc_staging_copy(const fftc_staging *staging, fftc_region array, fftc_region stage,
                       size_t count, size_t lines, bool in);

#endif
