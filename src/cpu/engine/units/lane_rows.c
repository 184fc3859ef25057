/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): many short rows, side by side in packed vectors (packed_complex.h), and small
 * planes of them. Vectors of two or four numbers.
 *
 * Each row is one codelet. Two neighbouring points of as many rows as a vector has numbers are
 * loaded as they are in memory, and at most a shuffle each makes a vector of each point; results go
 * back in the same way. Stores limit this: a processor may do two in a cycle if both are to one
 * cache line. So results go row by row, or two rows at a time.
 */
#include "cpu/engine/units/packed_complex.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

#include "cpu/engine/lane_rows.h"
#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/nontemporal_stores.h"
#include "cpu/engine/units/strided.h"

#define LANES FFTC_LANES
#define C (LANES / 2)
#define NUMBER (2 * sizeof(fftc_scalar))

#define PITCH FFTC_LANE_ROWS_PITCH

/* Where the rows of a vector are. Lanes without a row of their own repeat the last one, which is
 * written again with the same numbers. */
typedef struct places {
    char *row[C];
} places;

/* Rows that are `bytes` apart; `known` says that this is a constant. If it is not, compilers would
 * use a register for each point instead of one for each row. */
FORCE places places_at(const void *first, size_t bytes, size_t rows, const int known)
{
    places at;
    char *row = (char *)(uintptr_t)first;
    UNROLL for (size_t i = 0; i < C; ++i)
    {
        at.row[i] = row;
        if (!known) {
            FFTC_OPAQUE(at.row[i]);
        }
        row += i + 1 < rows ? bytes : 0;
    }
    return at;
}

FORCE fftc_scalar *point(places at, const int row, const int q)
{
    return (fftc_scalar *)(void *)(at.row[row] + (size_t)q * NUMBER);
}

#include "cpu/engine/units/lane_rows_vector_tmpl.h"

#define RADICES FFTC_RADICES
#define EACH_RADIX "cpu/engine/units/lane_rows_pass_tmpl.h"
#include "cpu/engine/units/radices_tmpl.h"

#define EACH(x)                           \
    {                                     \
        FFTC_RADICES(FFTC_FUNCTION_OF, x) \
    }

#define rows_16 NULL /* more points than FFTC_LANE_ROWS_MOST */
#define rows_nontemporal_16 NULL

/* --- planes ----------------------------------------------------------------------------------- */

static void (*const each_columns[])(const char *p, size_t line, void *rows, size_t m,
                                    int inverse) = EACH(columns);
static void (*const each_plane_rows[])(const fftc_scalar *y, size_t count, char *d, size_t line,
                                       fftc_scalar scale, int inverse) = EACH(plane_rows);

/* Columns and rows of a plane between which a piece of the next plane is prefetched: as many lines
 * at once as wait for a cache side by side. */
#define PIECE 4

FORCE void prefetch_piece(const char *next, size_t bytes, size_t piece, size_t pieces)
{
    for (size_t i = bytes * piece / pieces / FFTC_CACHE_LINE * FFTC_CACHE_LINE;
         i < bytes * (piece + 1) / pieces; i += FFTC_CACHE_LINE) {
        __builtin_prefetch(next + i, 0, 3);
    }
}

static void plane_prefetching(const fftc_engine_rows *rows, const char *p, char *d, fftc_scalar *y,
                              const char *next)
{
    const size_t m = (size_t)rows->last;
    const size_t n = (size_t)rows->first;
    const size_t column_pieces = m / PIECE;
    const size_t row_pieces = n / PIECE;
    const size_t pieces = column_pieces + row_pieces;
    for (size_t i = 0; i < column_pieces; ++i) {
        size_t left = i + 1 < column_pieces ? PIECE : m - i * PIECE;
        prefetch_piece(next, m * n * NUMBER, i, pieces);
        each_columns[n](p + i * PIECE * NUMBER, rows->src_line * NUMBER, y + 2 * i * PIECE, left,
                        rows->inverse);
    }
    for (size_t i = 0; i < row_pieces; ++i) {
        size_t left = i + 1 < row_pieces ? PIECE : n - i * PIECE;
        prefetch_piece(next, m * n * NUMBER, column_pieces + i, pieces);
        each_plane_rows[m](y + 2 * i * PIECE * PITCH, left, d + i * PIECE * rows->dst_line * NUMBER,
                           rows->dst_line * NUMBER, (fftc_scalar)rows->scale, rows->inverse);
    }
}

FORCE void planes_any(const fftc_engine_rows *rows, const void *src, void *dst)
{
    fftc_scalar y[2 * PITCH * PITCH] __attribute__((aligned(FFTC_CACHE_LINE)));
    const char *p = (const char *)src;
    char *d = (char *)dst;
    for (size_t i = 0; i < rows->count; ++i) {
        each_columns[rows->first](p, rows->src_line * NUMBER, y, (size_t)rows->last, rows->inverse);
        each_plane_rows[rows->last](y, (size_t)rows->first, d, rows->dst_line * NUMBER,
                                    (fftc_scalar)rows->scale, rows->inverse);
        p += rows->src_step * NUMBER;
        d += rows->dst_step * NUMBER;
    }
}

/* Planes of at least PIECE rows, of as many points. */
static void planes_prefetching(const fftc_engine_rows *rows, const void *src, void *dst)
{
    fftc_scalar y[2 * PITCH * PITCH] __attribute__((aligned(FFTC_CACHE_LINE)));
    const char *p = (const char *)src;
    char *d = (char *)dst;
    for (size_t i = 0; i < rows->count; ++i) {
        const char *next = i + 1 < rows->count ? p + rows->src_step * NUMBER : p;
        plane_prefetching(rows, p, d, y, next);
        p = next;
        d += rows->dst_step * NUMBER;
    }
}

/* Square planes whose rows lie one after the other, in registers as far as there are enough. */
#define SQUARE(R)                                                                                \
    FORCE void square_any_##R(const fftc_engine_rows *rows, const void *src, void *dst,          \
                              const int inverse)                                                 \
    {                                                                                            \
        const char *p = (const char *)src;                                                       \
        char *d = (char *)dst;                                                                   \
        for (size_t i = 0; i < rows->count; ++i) {                                               \
            square_##R(p, d, (fftc_scalar)rows->scale, inverse);                                 \
            p += rows->src_step * NUMBER;                                                        \
            d += rows->dst_step * NUMBER;                                                        \
        }                                                                                        \
    }                                                                                            \
    FORCE bool squares_##R(const fftc_engine_rows *rows, const void *src, void *dst)             \
    {                                                                                            \
        if (rows->first != R || rows->last != R || rows->src_line != R || rows->dst_line != R) { \
            return false;                                                                        \
        }                                                                                        \
        if (rows->inverse) {                                                                     \
            square_any_##R(rows, src, dst, 1);                                                   \
        } else {                                                                                 \
            square_any_##R(rows, src, dst, 0);                                                   \
        }                                                                                        \
        return true;                                                                             \
    }
SQUARE(4)
SQUARE(8)

static void planes(const fftc_engine_rows *rows, const void *src, void *dst)
{
    if (!squares_4(rows, src, dst) && !squares_8(rows, src, dst)) {
        planes_any(rows, src, dst);
    }
}

#define OBJECT__(isa, bits, lanes) fftc_lane_rows_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

#if FFTC_NONTEMPORAL
#define ROWS_NONTEMPORAL EACH(rows_nontemporal)
#else
#define ROWS_NONTEMPORAL \
    {                    \
        NULL             \
    }
#endif

#define TABLE                                                                                     \
    {                                                                                             \
        .numbers = C, .rows = EACH(rows), .rows_nontemporal = ROWS_NONTEMPORAL, .planes = planes, \
        .planes_prefetching = planes_prefetching, .columns = EACH(columns),                       \
        .columns_back = EACH(columns_back)                                                        \
    }

extern const fftc_lane_rows OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_lane_rows OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = TABLE;

/* An exact translation unit serves reproducible plans, too (CMakeLists.txt). */
#ifdef ENGINE_EXACT_ISA
extern const fftc_lane_rows OBJECT_(ENGINE_EXACT_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_lane_rows OBJECT_(ENGINE_EXACT_ISA, FFTC_PRECISION, FFTC_LANES) = TABLE;
#endif
