/* SPDX-License-Identifier: MIT
 *
 * Columns through the planes have results FFTC_LANE_ROWS_PITCH apart. If all numbers of a plane fit
 * that, and its rows are one after the other, they are the columns of one call; else each row has
 * one.
 */
#include "cpu/plan/planes.h"

typedef double working_memory[2 * FFTC_LANE_ROWS_PITCH * FFTC_CUBES_MOST_ROWS];

typedef struct columns {
    size_t calls;
    size_t each; /* how many numbers a call has */
    size_t line; /* from row to row of a plane in working memory */
} columns;

static columns columns_of(const fftc_engine_rows *rows, size_t line)
{
    const fftc_cubes *c = rows->context;
    size_t all = (size_t)rows->first * c->width;
    if (line == c->width && all <= FFTC_LANE_ROWS_PITCH) {
        return (columns){1, all, c->width};
    }
    return (columns){(size_t)rows->first, c->width, c->length * FFTC_LANE_ROWS_PITCH};
}

static fftc_engine_rows planes_of(const fftc_engine_rows *rows)
{
    const fftc_cubes *c = rows->context;
    fftc_engine_rows planes = *rows;
    planes.context = c->context;
    planes.count = c->length;
    planes.src_step = c->src_plane;
    planes.dst_step = c->dst_plane;
    return planes;
}

void fftc_cubes_columns_first(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory work __attribute__((aligned(FFTC_CACHE_LINE)));
    const fftc_cubes *c = rows->context;
    const columns through = columns_of(rows, rows->src_line);
    fftc_engine_rows planes = planes_of(rows);
    planes.src_line = through.line;
    planes.src_step = FFTC_LANE_ROWS_PITCH;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; ++i) {
        for (size_t row = 0; row < through.calls; ++row) {
            c->lane_rows->columns[c->length](
                p + row * rows->src_line * c->src_item, c->src_plane * c->src_item,
                (char *)work + row * through.line * c->src_item, through.each, rows->inverse);
        }
        c->planes(&planes, work, d);
        p += rows->src_step * c->src_item;
        d += rows->dst_step * c->dst_item;
    }
}

void fftc_cubes_columns_last(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory work __attribute__((aligned(FFTC_CACHE_LINE)));
    const fftc_cubes *c = rows->context;
    const columns through = columns_of(rows, rows->dst_line);
    fftc_engine_rows planes = planes_of(rows);
    planes.dst_line = through.line;
    planes.dst_step = FFTC_LANE_ROWS_PITCH;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; ++i) {
        c->planes(&planes, p, work);
        for (size_t row = 0; row < through.calls; ++row) {
            c->lane_rows->columns_back[c->length]((const char *)work +
                                                      row * through.line * c->dst_item,
                                                  d + row * rows->dst_line * c->dst_item,
                                                  c->dst_plane * c->dst_item, through.each, 0);
        }
        p += rows->src_step * c->src_item;
        d += rows->dst_step * c->dst_item;
    }
}

/* --- larger cubes ----------------------------------------------------------------------------- */

/* Transforms the columns through the planes, in a function of its own so that its working memory
 * and that of planes do not add up. */
static __attribute__((noinline)) void pierce(const fftc_engine_rows *rows, const void *src,
                                             void *dst)
{
    char strip[FFTC_SHORT_COLUMNS_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    const fftc_cubes *c = rows->context;
    fftc_short_columns_run(&c->columns, src, dst, (size_t)rows->first * c->width, strip,
                           rows->inverse, false);
}

void fftc_cubes_large(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_cubes *c = rows->context;
    const fftc_engine_rows planes = planes_of(rows);
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; ++i) {
        c->planes(&planes, p, d);
        pierce(rows, d, d);
        p += rows->src_step * c->src_item;
        d += rows->dst_step * c->dst_item;
    }
}

void fftc_cubes_large_from_spectra(const fftc_engine_rows *rows, const void *src, void *dst)
{
    char work[FFTC_CUBES_MOST_SPECTRA_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    const fftc_cubes *c = rows->context;
    fftc_engine_rows planes = planes_of(rows);
    planes.src_line = c->width;
    planes.src_step = (size_t)rows->first * c->width;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; ++i) {
        pierce(rows, p, work);
        c->planes(&planes, work, d);
        p += rows->src_step * c->src_item;
        d += rows->dst_step * c->dst_item;
    }
}
