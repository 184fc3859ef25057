/* SPDX-License-Identifier: MIT
 *
 * Columns of two radices r1 and r2 are r2 times r1 points, and then r1 times r2. If the radices are
 * coprime, they need no twiddles: point (r2 i + r1 j) mod n is number i of column j, and result
 * (a k + b l) mod n is number l of row k, where a and b are 1 modulo one radix and 0 modulo the
 * other (Good 1958, Thomas 1963). The inverse has the same passes, of points in reverse order.
 */
#include "cpu/plan/short_columns.h"

#include "cpu/engine/tables/twiddles.h"
#include "support/error.h"
#include "support/smooth.h"

/* --- carrying out ---------------------------------------------------------------------------- */

static void run_last(const fftc_short_columns *b, size_t radix, const char *p, const size_t *from,
                     char *d, const size_t *to, size_t m, bool nontemporal)
{
    if (nontemporal) {
        b->column_passes->pass_nontemporal[radix](p, from, d, to, m);
    } else {
        b->column_passes->pass[radix](p, from, d, to, NULL, m);
    }
}

/* Transforms a strip of m columns in two passes. */
static void run_strip(const fftc_short_columns *b, const char *p, char *d, char *strip, size_t m,
                      int inverse, bool nontemporal)
{
    const size_t row = FFTC_SHORT_COLUMNS_STRIP * b->number;
    for (size_t j = 0; j < b->last; ++j) {
        const char *factors = b->factors != NULL ? b->factors + j * b->factor_bytes : NULL;
        b->column_passes->pass[b->first](p, b->from[inverse] + j * b->first, strip + j * row,
                                         b->strip_to, factors, m);
    }
    for (size_t k = 0; k < b->first; ++k) {
        run_last(b, b->last, strip + k * b->last * row, b->strip_from, d, b->to + k * b->last, m,
                 nontemporal);
    }
}

void fftc_short_columns_run(const fftc_short_columns *b, const void *src, void *dst, size_t m,
                            void *strip, int inverse, bool nontemporal)
{
    const char *p = src;
    char *d = dst;
    if (b->last == 1) {
        run_last(b, b->first, p, b->from[inverse], d, b->to, m, nontemporal);
        return;
    }
    for (size_t column = 0; column < m; column += FFTC_SHORT_COLUMNS_STRIP) {
        size_t left = m - column < FFTC_SHORT_COLUMNS_STRIP ? m - column : FFTC_SHORT_COLUMNS_STRIP;
        run_strip(b, p + column * b->number, d + column * b->number, strip, left, inverse,
                  nontemporal);
    }
}

bool fftc_short_columns_can_be_nontemporal(const fftc_short_columns *b, const void *dst, size_t m)
{
    const size_t radix = b->last == 1 ? b->first : b->last;
    return b->column_passes->pass_nontemporal[radix] != NULL &&
           ((uintptr_t)dst | m * b->number | b->dst_bytes) % FFTC_CACHE_LINE == 0;
}

/* --- planning -------------------------------------------------------------------------------- */

/* Chooses two radices, coprime if possible, whose larger one is least; *first stays as it is if
 * there are none. */
static void choose_two(size_t n, size_t *first, size_t *last)
{
    size_t best = SIZE_MAX;
    for (size_t r = 2; r * r <= n; ++r) {
        size_t other = n / r;
        size_t cost = other + (fftc_are_coprime(r, other) ? 0 : FFTC_PACKED_MAX_RADIX);
        if (n % r == 0 && other <= FFTC_PACKED_MAX_RADIX && cost < best) {
            best = cost;
            *first = r;
            *last = other;
        }
    }
}

void fftc_short_columns_radices(const fftc_column_passes *column_passes, size_t n, size_t *first,
                                size_t *last)
{
    const bool one = n == 1 || (n <= FFTC_COLUMN_PASSES_MOST && column_passes->pass[n] != NULL);
    *first = one ? n : 0;
    *last = 1;
    if (!one) {
        choose_two(n, first, last);
    }
}

/* Whether the points of a column share a set of the first-level cache, which is often of 8 ways,
 * while there are more points, and vectors are parts of cache lines. Then one pass evicts cache
 * lines before its next vector needs them. (Zen 3, doubles: cubes of 16 points take 0.62 of the
 * time in two passes, 12 x 16 x 16 0.8, 9 x 16 x 16 1.05.) */
static bool is_crowded(const fftc_short_columns *b, size_t line)
{
    const size_t vector = (size_t)b->column_passes->lanes * b->number / 2;
    return b->first > 9 && vector < FFTC_CACHE_LINE && line * b->number % 4096 == 0;
}

/* Which point is number i of column j, and which result is number l of row k. */
static size_t point_at(const fftc_short_columns *b, size_t i, size_t j)
{
    bool coprime = b->factors == NULL && b->last > 1;
    return coprime ? (b->last * i + b->first * j) % (b->first * b->last) : b->last * i + j;
}

static size_t result_at(const fftc_short_columns *b, size_t k, size_t l)
{
    size_t n = b->first * b->last;
    size_t result = k + b->first * l;
    if (b->factors == NULL && b->last > 1) {
        for (result = 0; result % b->first != k || result % b->last != l;) {
            ++result;
        }
    }
    return result % n;
}

static fftc_status fill_columns(fftc_short_columns *b, size_t src_line, size_t dst_line,
                                fftc_arena *arena, fftc_error *error)
{
    const size_t n = b->first * b->last;
    size_t *table = fftc_arena_allocate(arena, 3 * n + b->first + b->last, sizeof *table);
    if (table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for columns of %zu points", n);
    }
    b->from[0] = table;
    b->from[1] = table + n;
    b->to = table + 2 * n;
    b->strip_to = table + 3 * n;
    b->strip_from = b->strip_to + b->first;
    for (size_t i = 0; i < b->first; ++i) {
        b->strip_to[i] = i * b->last * FFTC_SHORT_COLUMNS_STRIP * b->number;
        for (size_t j = 0; j < b->last; ++j) {
            size_t point = point_at(b, i, j);
            b->strip_from[j] = j * FFTC_SHORT_COLUMNS_STRIP * b->number;
            b->from[0][j * b->first + i] = point * src_line * b->number;
            b->from[1][j * b->first + i] = (n - point) % n * src_line * b->number;
            b->to[i * b->last + j] = result_at(b, i, j) * dst_line * b->number;
        }
    }
    return FFTC_SUCCESS;
}

/* Writes factor i of a table, as fftc_column_passes has them. */
static void put_factor(fftc_precision precision, size_t lanes, char *table, size_t i, double re,
                       double im)
{
    char *vector = table + i * 2 * lanes * fftc_precision_bytes(precision);
    for (size_t lane = 0; lane < lanes; ++lane) {
        fftc_table_put_lane(precision, vector, lanes, lane, re, lane % 2 == 0 ? -im : im);
    }
}

/* Makes the factors of columns whose radices are not coprime. */
static fftc_status prepare_factors(fftc_short_columns *b, fftc_precision precision,
                                   fftc_arena *arena, fftc_error *error)
{
    enum { MOST_FACTORS = FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_RADIX };
    const size_t lanes = (size_t)b->column_passes->lanes;
    const size_t count = b->last * (b->first - 1);
    double factor[MOST_FACTORS][2];
    if (b->last == 1 || fftc_are_coprime(b->first, b->last)) {
        return FFTC_SUCCESS;
    }
    b->factor_bytes = (b->first - 1) * lanes * b->number;
    char *factors = fftc_arena_allocate(arena, b->last, b->factor_bytes);
    if (factors == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for twiddles");
    }
    fftc_twiddles_scalars(FFTC_FLOAT64, factor, b->last, b->first, 1, b->first * b->last, 1.0);
    for (size_t i = 0; i < count; ++i) {
        put_factor(precision, lanes, factors, i, factor[i][0], factor[i][1]);
    }
    b->factors = factors;
    return FFTC_SUCCESS;
}

fftc_status fftc_short_columns_prepare(fftc_short_columns *b,
                                       const fftc_column_passes *column_passes,
                                       fftc_precision precision, size_t n, size_t src_line,
                                       size_t dst_line, fftc_arena *arena, fftc_error *error)
{
    *b = (fftc_short_columns){.column_passes = column_passes,
                              .number = 2 * fftc_precision_bytes(precision)};
    b->dst_bytes = dst_line * b->number;
    fftc_short_columns_radices(column_passes, n, &b->first, &b->last);
    if (b->last == 1 && (is_crowded(b, src_line) || is_crowded(b, dst_line))) {
        choose_two(n, &b->first, &b->last);
    }
    fftc_status status = prepare_factors(b, precision, arena, error);
    return status == FFTC_SUCCESS ? fill_columns(b, src_line, dst_line, arena, error) : status;
}
