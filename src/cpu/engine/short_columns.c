/* SPDX-License-Identifier: MIT
 *
 * Columns of two radices r1 and r2 are r2 times r1 points, and then r1 times r2. If the radices are
 * coprime, they need no twiddles: point (r2 i + r1 j) mod n is number i of column j, and result
 * (a k + b l) mod n is number l of row k, where a and b are 1 modulo one radix and 0 modulo the
 * other (Good 1958, Thomas 1963). The inverse has the same passes, of points in reverse order.
 */
#include "cpu/engine/short_columns.h"

#include "cpu/engine/tables/twiddles.h"
#include "support/error.h"
#include "support/smooth.h"

/* --- carrying out ---------------------------------------------------------------------------- */

static fftc_column_pass_run *last_pass(const fftc_short_columns *b, size_t radix, bool nontemporal)
{
    return nontemporal ? b->column_passes->pass_nontemporal[radix] : b->column_passes->pass[radix];
}

/* Transforms m columns side by side in two passes, strip by strip. */
static void run_strips(const fftc_short_columns *b, const char *p, char *d, size_t m, void *strip,
                       int inverse, bool nontemporal)
{
    fftc_column_pass_run *begin = b->column_passes->pass[b->first];
    fftc_column_pass_run *finish = last_pass(b, b->last, nontemporal);
    for (size_t column = 0; column < m; column += b->strip) {
        size_t left = m - column;
        const fftc_column_groups groups = {.m = left < b->strip ? left : b->strip, .count = 1};
        begin(&b->begin[inverse], &groups, p + column * b->number, strip);
        finish(&b->finish, &groups, strip, d + column * b->number);
    }
}

/* Groups that share vectors. */
static void run_joined(const fftc_short_columns *b, const fftc_column_groups *groups, const char *p,
                       char *d, void *strip, int inverse)
{
    const size_t joined =
        b->column_passes->joins ? (size_t)b->column_passes->lanes / 2 / groups->m : 1;
    fftc_column_groups in = *groups;
    fftc_column_groups out = *groups;
    in.dst_packed = out.src_packed = true;
    for (size_t i = 0; i < groups->count; i += joined) {
        in.count = out.count = groups->count - i < joined ? groups->count - i : joined;
        b->column_passes->pass[b->first](&b->begin[inverse], &in, p + i * groups->src_step, strip);
        b->column_passes->pass[b->last](&b->finish, &out, strip, d + i * groups->dst_step);
    }
}

void fftc_short_columns_run_groups(const fftc_short_columns *b, const fftc_column_groups *groups,
                                   const void *src, void *dst, void *strip, int inverse)
{
    if (b->last == 1) {
        b->column_passes->pass[b->first](&b->begin[inverse], groups, src, dst);
    } else if (groups->m < (size_t)b->column_passes->lanes / 2) {
        run_joined(b, groups, src, dst, strip, inverse);
    } else {
        for (size_t i = 0; i < groups->count; ++i) {
            run_strips(b, (const char *)src + i * groups->src_step,
                       (char *)dst + i * groups->dst_step, groups->m, strip, inverse, false);
        }
    }
}

void fftc_short_columns_run(const fftc_short_columns *b, const void *src, void *dst, size_t m,
                            void *strip, int inverse, bool nontemporal)
{
    if (b->last == 1) {
        const fftc_column_groups groups = {.m = m, .count = 1};
        last_pass(b, b->first, nontemporal)(&b->begin[inverse], &groups, src, dst);
    } else {
        run_strips(b, src, dst, m, strip, inverse, nontemporal);
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

const fftc_column_passes *fftc_short_columns_passes(const fftc_engine *const *engines)
{
    while (*engines != NULL && (*engines)->column_passes == NULL) {
        ++engines;
    }
    return *engines != NULL ? (*engines)->column_passes : NULL;
}

bool fftc_short_columns_can(const fftc_engine *const *engines, size_t n)
{
    const fftc_column_passes *passes = fftc_short_columns_passes(engines);
    size_t first = 0;
    size_t last;
    if (passes != NULL && n > 1) {
        fftc_short_columns_radices(passes, n, &first, &last);
    }
    return first != 0;
}

/* Twiddles cost more here than in a vector FFT, whose factors are scalars. */
enum { MOST_TWIDDLED = 46, MOST_BYTES = 128 * 1024, FEW_COLUMNS = 3 };

bool fftc_short_columns_pay(const fftc_engine *const *engines, size_t n, size_t columns)
{
    size_t first;
    size_t last;
    if (!fftc_short_columns_can(engines, n)) {
        return false;
    }
    fftc_short_columns_radices(fftc_short_columns_passes(engines), n, &first, &last);
    const size_t number = 2 * fftc_precision_bytes((*engines)->precision);
    return last == 1 || n < MOST_TWIDDLED || columns <= FEW_COLUMNS ||
           (fftc_are_coprime(first, last) && n * columns * number <= MOST_BYTES);
}

/* (Zen 5, lines of 2 to 128 points, 1 to 1000 of them: up to 28 times as fast, and equally fast at
 * some 256 numbers where one side is contiguous, at 1000 where none is. One vector for each line is
 * worth less.) */
bool fftc_short_columns_pay_apart(const fftc_engine *const *engines, size_t n, size_t lines,
                                  bool contiguous)
{
    enum { MOST_NUMBERS = 256, MOST_APART = 800, MOST_ALONE = 64 };
    const bool can = fftc_short_columns_can(engines, n);
    const bool joins = can && fftc_short_columns_passes(engines)->joins;
    const size_t most = !joins ? MOST_ALONE : contiguous ? MOST_NUMBERS : MOST_APART;
    return can && lines <= most / n;
}

void fftc_short_columns_write(size_t n, fftc_choice *choice)
{
    fftc_choice_put(choice, FFTC_SHORT_COLUMNS_NUMBER);
    fftc_choice_put(choice, n);
}

bool fftc_short_columns_read(const fftc_choice *choice, size_t n)
{
    return choice->count == 2 && choice->word[0] == FFTC_SHORT_COLUMNS_NUMBER &&
           choice->word[1] == n;
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

/* As many columns as fit a strip, in whole vectors. */
static size_t strip_columns(const fftc_short_columns *b)
{
    const size_t vector = (size_t)b->column_passes->lanes / 2;
    const size_t fit = FFTC_SHORT_COLUMNS_BYTES / (b->first * b->last * b->number);
    const size_t columns = fit < FFTC_SHORT_COLUMNS_STRIP ? fit : FFTC_SHORT_COLUMNS_STRIP;
    return columns / vector * vector;
}

/* Which point is number i of column j. */
static size_t point_at(const fftc_short_columns *b, bool coprime, size_t i, size_t j)
{
    return coprime ? (b->last * i + b->first * j) % (b->first * b->last) : b->last * i + j;
}

/* The multiple of `other`, below their product, that is 1 modulo `radix`; they are coprime. */
static size_t idempotent(size_t radix, size_t other)
{
    size_t a = other;
    while (a % radix != 1) {
        a += other;
    }
    return a;
}

/* Where the points and results of the passes are, in bytes. */
static fftc_status fill_columns(fftc_short_columns *b, size_t src_line, size_t dst_line,
                                fftc_arena *arena, fftc_error *error)
{
    const size_t n = b->first * b->last;
    const size_t row = b->strip * b->number;
    size_t *table = fftc_arena_allocate(arena, 5 * n, sizeof *table);
    if (table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for columns of %zu points", n);
    }
    const bool coprime = b->last > 1 && b->begin[0].factors == NULL;
    const size_t a = coprime ? idempotent(b->first, b->last) : 1;
    const size_t c = coprime ? idempotent(b->last, b->first) : b->first;
    size_t *from = table;
    size_t *from_inverse = table + n;
    size_t *results = table + 2 * n;
    size_t *strip_to = table + 3 * n;
    size_t *strip_from = table + 4 * n;
    for (size_t i = 0; i < b->first; ++i) {
        for (size_t j = 0; j < b->last; ++j) {
            size_t point = point_at(b, coprime, i, j);
            from[j * b->first + i] = point * src_line * b->number;
            from_inverse[j * b->first + i] = (n - point) % n * src_line * b->number;
            results[i * b->last + j] = (a * i + c * j) % n * dst_line * b->number;
            strip_to[j * b->first + i] = strip_from[i * b->last + j] = (i * b->last + j) * row;
        }
    }
    b->begin[0].times = b->begin[1].times = b->last;
    b->begin[0].from = from;
    b->begin[1].from = from_inverse;
    b->begin[0].to = b->begin[1].to = b->last == 1 ? results : strip_to;
    b->finish =
        (fftc_column_pass){.times = b->first, .from = strip_from, .to = results, .scale = 1.0};
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
    char *factors = fftc_arena_allocate(arena, count, lanes * b->number);
    if (factors == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for twiddles");
    }
    fftc_twiddles_scalars(FFTC_FLOAT64, factor, b->last, b->first, 1, b->first * b->last, 1.0);
    for (size_t i = 0; i < count; ++i) {
        put_factor(precision, lanes, factors, i, factor[i][0], factor[i][1]);
    }
    b->begin[0].factors = b->begin[1].factors = factors;
    return FFTC_SUCCESS;
}

fftc_status fftc_short_columns_prepare(fftc_short_columns *b,
                                       const fftc_column_passes *column_passes,
                                       fftc_precision precision, size_t n, size_t src_line,
                                       size_t dst_line, double scale, fftc_arena *arena,
                                       fftc_error *error)
{
    *b = (fftc_short_columns){.column_passes = column_passes,
                              .number = 2 * fftc_precision_bytes(precision)};
    b->dst_bytes = dst_line * b->number;
    fftc_short_columns_radices(column_passes, n, &b->first, &b->last);
    if (b->last == 1 && (is_crowded(b, src_line) || is_crowded(b, dst_line))) {
        choose_two(n, &b->first, &b->last);
    }
    b->begin[0].scale = b->begin[1].scale = scale;
    b->strip = strip_columns(b);
    fftc_status status = prepare_factors(b, precision, arena, error);
    return status == FFTC_SUCCESS ? fill_columns(b, src_line, dst_line, arena, error) : status;
}
