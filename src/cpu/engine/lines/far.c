/* SPDX-License-Identifier: MIT
 *
 * Long rows that no cache holds, in two trips through memory: long.h.
 *
 * The first trip goes by tiles. A tile consists of pieces from all over the source, which the first
 * few passes need. It fits the second-level cache, and goes to the work array by stores that bypass
 * the caches, which then have nothing to write back. The second trip goes by the blocks that those
 * passes leave, a few neighbours at a time, which fit that cache too; their results bypass the
 * caches as well. Without tiles and blocks, each of the first passes would be a trip of its own.
 *
 * Each number goes through the same butterflies in the same order as in long.c, so the bits are the
 * same.
 */

#include "cpu/engine/lines/long.h"
#include "cpu/minimum.h"
#include "cpu/overrides.h"

/* The most bytes of results that are stored at once. */
static const size_t piece_bytes = 512;

/* A piece is prefetched so many pieces before its turn, and to the second-level cache only: if the
 * row is a power of two, all elements of a column are in the same few sets of the first. */
#define PREFETCH_DISTANCE 4

/* FFTCORE_FORCE_FAR_BYTES sets another limit, so that tests reach all of this with short rows. */
static size_t least_bytes(void)
{
    return fftc_override_bytes("FFTCORE_FORCE_FAR_BYTES", FFTC_FAR_ROW_BYTES);
}

static size_t blocks_after(const fftc_vector_plan *plan, int passes)
{
    return plan->m / plan->sub[passes - 1];
}

static size_t bytes_of_tile(const fftc_line *line)
{
    const fftc_long_row *row = fftc_long_of(line);
    return blocks_after(&row->rest, row->far.passes) * fftc_tile_row_bytes(line->engine);
}

static size_t bytes_of_stage(const fftc_line *line)
{
    const fftc_long_row *row = fftc_long_of(line);
    const fftc_vector_plan *plan = &row->rest;
    size_t blocks = (size_t)plan->radix[plan->passes - 2] + 1;
    return blocks * (size_t)plan->radix[plan->passes - 1] * row->far.siblings * (size_t)row->radix *
           fftc_line_item(line);
}

static size_t choose_siblings(const fftc_line *line, const fftc_long_row *row)
{
    const fftc_vector_plan *plan = &row->rest;
    size_t vector = fftc_vector_bytes(line->engine);
    size_t r = (size_t)plan->radix[0];
    size_t most = piece_bytes / vector;
    while (most > 2 && most * plan->sub[row->far.passes - 1] * vector > FFTC_TILE_BYTES) {
        most /= 2;
    }
    size_t groups = (r + most - 1) / most;
    return (r + groups - 1) / groups;
}

void fftc_far_choose(const fftc_line *line, fftc_long_row *row)
{
    const fftc_vector_plan *plan = &row->rest;
    size_t lanes = (size_t)line->engine->lanes;
    fftc_far *far = &row->far;
    if (line->n < least_bytes() / fftc_line_item(line) || plan->passes < 3) {
        return;
    }
    /* Tiles have whole groups of lanes: a row's first pass writes no others. */
    for (int passes = 1; passes + 2 <= plan->passes && plan->sub[passes - 1] % lanes == 0 &&
                         blocks_after(plan, passes) <= fftc_tile_rows(line->engine);
         ++passes) {
        far->passes = passes;
    }
    if (far->passes == 0) {
        return;
    }
    far->siblings = choose_siblings(line, row);
    far->move = fftc_move_for(line->engine->name);
    far->streams = far->move->stream != NULL &&
                   plan->radix[plan->passes - 2] <= FFTC_ENGINE_MAX_CODELET &&
                   plan->radix[plan->passes - 1] <= FFTC_ENGINE_MAX_CODELET;
}

size_t fftc_far_thread_bytes(const fftc_line *line)
{
    if (fftc_long_of(line)->far.passes == 0) {
        return 0;
    }
    size_t tile = bytes_of_tile(line);
    size_t stage = fftc_long_of(line)->far.streams ? bytes_of_stage(line) : 0;
    return tile > stage ? tile : stage;
}

/* --- the first trip --------------------------------------------------------------------------- */

typedef struct first_trip {
    const fftc_line *line;
    const fftc_long_row *row;
    const char *src;
    char *work;
    char *tiles; /* of the threads */
    size_t tile_bytes;
    int inverse;
    size_t rows;   /* of a tile */
    size_t length; /* columns in all: of a block after these passes */
} first_trip;

static void prefetch_piece(const first_trip *t, size_t row, size_t column)
{
    size_t item = fftc_line_item(t->line);
    size_t bytes = fftc_minimum(fftc_tile_columns(t->line->engine), t->length - column) * item;
    const char *p = t->src + (row * t->length + column) * item;
    size_t before = fftc_cache_line_before(p);
    for (int q = 0; q < t->row->radix; ++q) {
        const char *cache_line = p - before;
        for (size_t b = 0; b < before + bytes; b += FFTC_CACHE_LINE) {
            __builtin_prefetch(cache_line + b, 0, 2);
        }
        p += t->row->rest.m * item;
    }
}

/* Fills columns column .. column + count - 1 of each block, by the row's own first pass. The
 * columns below `end` come next. */
static void fill_tile(const first_trip *t, char *tile, size_t column, size_t count, size_t end)
{
    const fftc_line *line = t->line;
    fftc_engine_row_columns columns = {.src = t->src,
                                       .swap = t->inverse,
                                       .m = t->row->rest.m,
                                       .blocks = {t->row->rest.m, 0},
                                       .lane_twiddles = t->row->lane_twiddles,
                                       .group_twiddles = t->row->group_twiddles,
                                       .scale = line->scale};
    size_t row_bytes = fftc_tile_row_bytes(line->engine);
    for (size_t row = 0; row < t->rows; ++row) {
        size_t later = row + PREFETCH_DISTANCE;
        if (later < t->rows) {
            prefetch_piece(t, later, column);
        } else if (column + count < end) {
            prefetch_piece(t, (later - t->rows) % t->rows, column + count);
        }
        columns.begin = row * t->length + column;
        columns.end = columns.begin + count;
        line->engine->radix[t->row->radix]->row_columns(&columns, tile + row * row_bytes);
    }
}

static void transform_tile(const first_trip *t, char *tile, size_t column, size_t count)
{
    const fftc_line *line = t->line;
    const fftc_vector_plan *plan = &t->row->rest;
    size_t row_bytes = fftc_tile_row_bytes(line->engine);
    size_t pitch = row_bytes / fftc_vector_bytes(line->engine);
    size_t block = t->rows; /* the rows of a block that the pass divides */
    for (int pass = 0; pass < t->row->far.passes; ++pass) {
        size_t r = (size_t)plan->radix[pass];
        size_t sub = block / r;
        for (size_t row = 0; row < t->rows; row += row % block + 1 < sub ? 1 : block - sub + 1) {
            size_t j = row % block * t->length + column;
            const char *twiddles =
                (const char *)plan->twiddles[pass] + j * (r - 1) * fftc_line_item(line);
            line->engine->radix[r]->middle(tile + row * row_bytes, count, sub * pitch, twiddles);
        }
        block = sub;
    }
}

static void put_tile(const first_trip *t, const char *tile, size_t column, size_t count)
{
    const fftc_line *line = t->line;
    const fftc_vector_plan *plan = &t->row->rest;
    size_t vector = fftc_vector_bytes(line->engine);
    size_t row_bytes = fftc_tile_row_bytes(line->engine);
    for (size_t row = 0; row < t->rows; ++row) {
        size_t first = row * t->length; /* points before the block */
        size_t pads = first / plan->sub[0] * plan->pad;
        char *to = t->work + (first + pads + column) * vector;
        if (t->row->far.streams) {
            t->row->far.move->stream(tile + row * row_bytes, to, count * vector);
        } else {
            memcpy(to, tile + row * row_bytes, count * vector);
        }
    }
}

static void share_tiles(void *context, int thread, size_t begin, size_t end)
{
    const first_trip *t = context;
    size_t columns = fftc_tile_columns(t->line->engine);
    size_t last = fftc_minimum(end * columns, t->length);
    char *tile = t->tiles + (size_t)thread * t->tile_bytes;
    for (size_t column = begin * columns; column < last; column += columns) {
        size_t count = fftc_minimum(columns, last - column);
        fill_tile(t, tile, column, count, last);
        transform_tile(t, tile, column, count);
        put_tile(t, tile, column, count);
    }
    if (t->row->far.streams) {
        t->row->far.move->settle();
    }
}

/* --- both ------------------------------------------------------------------------------------- */

void fftc_far_execute(const fftc_line *line, const fftc_line_job *job)
{
    const fftc_long_row *row = fftc_long_of(line);
    const fftc_vector_plan *plan = &row->rest;
    size_t bytes = fftc_line_thread_bytes(line);
    first_trip t = {.line = line,
                    .row = row,
                    .src = job->src,
                    .work = job->shared,
                    .tiles = job->work,
                    .tile_bytes = bytes,
                    .inverse = job->inverse,
                    .rows = blocks_after(plan, row->far.passes),
                    .length = plan->sub[row->far.passes - 1]};
    size_t columns = fftc_tile_columns(line->engine);
    fftc_parallel(job->team, (t.length + columns - 1) / columns, share_tiles, &t);
    fftc_vector_remainder remainder = {.done = row->far.passes,
                                       .siblings = row->far.siblings,
                                       .move = row->far.streams ? row->far.move : NULL,
                                       .stage = job->work,
                                       .stage_bytes = bytes};
    fftc_engine_edge to = {job->dst, (size_t)row->radix, row->radix, job->inverse};
    fftc_vector_store_remainder(line->engine, plan, job->team, job->shared, to, &remainder);
}
