/* SPDX-License-Identifier: MIT
 *
 * A vector FFT of m points (engine.h): choosing its radices, their tables (vector_plan.c), and
 * running it (vector_run.c). Nothing here knows the lane count; that comes with the engine.
 */
#ifndef FFTC_CPU_VECTOR_PLAN_H
#define FFTC_CPU_VECTOR_PLAN_H

#include "cpu/engine/arena.h"
#include "cpu/engine/choice.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/move.h"
#include "cpu/parallel.h"
#include "support/error.h"

typedef struct fftc_vector_prime fftc_vector_prime; /* vector_prime.h */

typedef struct fftc_vector_plan {
    size_t m;
    int passes; /* 0 if m == 1 */
    int radix[FFTC_ENGINE_MAX_PASSES];
    size_t sub[FFTC_ENGINE_MAX_PASSES];
    size_t pad;      /* vectors of the work array after each of the first pass's blocks */
    size_t room;     /* vectors of the work array */
    size_t siblings; /* how many blocks of a long row's first pass are finished at once */
    const void *twiddles[FFTC_ENGINE_MAX_PASSES]; /* the last pass has none */
    const double *by_column; /* in place of the first pass's twiddles (products.h), or NULL */
    const double *by_group;
    const uint32_t *index;          /* where the last pass stores its blocks */
    const fftc_engine *engine;      /* the engine for which the plan was chosen */
    const fftc_vector_prime *prime; /* the last pass, if its radix is none of the engine's */
    size_t prime_offset;            /* where the scratch memory of `prime` begins, in vectors */
    double scale; /* what the first pass multiplies by, if the plan was made for columns */
} fftc_vector_plan;

static inline size_t fftc_vector_bytes(const fftc_engine *engine)
{
    return 2 * (size_t)engine->lanes * fftc_precision_bytes(engine->precision);
}

/* --- long rows that no cache holds (far.c) ---------------------------------------------------- */

/* Shorter rows stay in the third-level cache from pass to pass, and their results are expected
 * there. (Measured with 32 MiB of it: 2^20 points of float are faster without tiles.) */
#define FFTC_FAR_ROW_BYTES ((size_t)12 << 20)

/* The bytes of a tile, and of the blocks that are finished at once, for a second-level cache of 1
 * MiB. */
#define FFTC_TILE_BYTES ((size_t)640 << 10)

/* The columns of a tile make pieces of 256 bytes of the source: with 128 a tile takes a third
 * longer, and longer pieces leave room for fewer rows. */
static inline size_t fftc_tile_columns(const fftc_engine *engine)
{
    size_t columns = 256 / (2 * fftc_precision_bytes(engine->precision));
    return columns > (size_t)engine->lanes ? columns : (size_t)engine->lanes;
}

/* Bytes from row to row of a tile: a cache line more than it holds. */
static inline size_t fftc_tile_row_bytes(const fftc_engine *engine)
{
    size_t vector = fftc_vector_bytes(engine);
    return fftc_tile_columns(engine) * vector + (FFTC_CACHE_LINE + vector - 1) / vector * vector;
}

static inline size_t fftc_tile_rows(const fftc_engine *engine)
{
    return FFTC_TILE_BYTES / fftc_tile_row_bytes(engine);
}

/* --- choosing --------------------------------------------------------------------------------- */

/* Whether m is a product of the engine's radices. */
bool fftc_vector_has_radices(uint64_t m);

/* Whether m is a product of the engine's radices and at most one other prime, which a last pass can
 * take (vector_prime.h). */
bool fftc_vector_possible(uint64_t m);

/* Chooses the radices for `engine`, m possible, and returns the estimated cost (cost.h). `columns`:
 * the first pass reads memory; otherwise the work array has been loaded by a row's first pass. */
double fftc_vector_choose(const fftc_engine *engine, size_t m, bool columns,
                          fftc_vector_plan *plan);

/* Lists the cheapest `most` plans, or as many as there are, cheapest first; returns how many. */
int fftc_vector_best(const fftc_engine *engine, size_t m, bool columns, int most,
                     fftc_vector_plan *plans, double *costs);

/* Makes the plan with these radices, first pass first, instead of choosing; false if they do not
 * suit. Sets everything that depends on the radices alone. */
bool fftc_vector_take(const fftc_engine *engine, size_t m, const int *radix, int passes,
                      fftc_vector_plan *plan);

/* Writes the choice as numbers, and reads it (choice.h). */
void fftc_vector_write(const fftc_vector_plan *plan, fftc_choice *choice);
bool fftc_vector_read(fftc_choice *choice, const fftc_engine *engine, size_t m,
                      fftc_vector_plan *plan);

/* Fills the tables of a plan whose radices are chosen. `scale` goes into the first pass's
 * twiddles. */
fftc_status fftc_vector_prepare(fftc_vector_plan *plan, fftc_precision precision, double scale,
                                fftc_arena *arena, fftc_error *error);

/* How many sets of columns, of as many as there are lanes, should be done at once: as neighbours
 * they fill longer pieces of memory. */
size_t fftc_vector_column_sets(const fftc_engine *engine, const fftc_vector_plan *plan);

/* Transforms columns from memory to memory; the edges may have more columns than there are lanes.
 * work: plan->room vectors for each full set of lanes, and at least once. */
void fftc_vector_columns(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                         fftc_engine_edge src, fftc_engine_edge dst);

/* How a row's first pass must fill the work array. */
static inline fftc_engine_blocks fftc_vector_blocks(const fftc_vector_plan *plan)
{
    fftc_engine_blocks blocks = {plan->m, 0};
    if (plan->passes > 1) {
        blocks.length = plan->sub[0];
        blocks.pad = plan->pad;
    }
    return blocks;
}

/* Transforms work, which a row's first pass has loaded, to memory; destroys work. A long row's
 * passes are shared by the team. */
void fftc_vector_store(const fftc_engine *engine, const fftc_vector_plan *plan,
                       const fftc_team *team, void *work, fftc_engine_edge dst);

/* What remains of a row after the first `done` passes of its vector FFT, at least one. `siblings`
 * neighbouring blocks of the first pass are done at once. With `move`, results are stored by
 * non-temporal stores, by way of a stage for each thread; then the last two radices are at most
 * FFTC_ENGINE_MAX_CODELET. */
typedef struct fftc_vector_remainder {
    int done;
    size_t siblings;
    const fftc_move *move; /* NULL: results are stored as usual */
    char *stage;
    size_t stage_bytes; /* of each thread */
} fftc_vector_remainder;

/* Transforms work, where all points have had the first `done` passes, to memory; destroys work. At
 * least two passes are left, the last one not of a prime (vector_prime.h). */
void fftc_vector_store_remainder(const fftc_engine *engine, const fftc_vector_plan *plan,
                                 const fftc_team *team, void *work, fftc_engine_edge dst,
                                 const fftc_vector_remainder *remainder);
#endif
