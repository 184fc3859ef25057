/* SPDX-License-Identifier: MIT
 *
 * Columns of two radices r1 and r2 are r2 times r1 points, and then r1 times r2. If the radices are
 * coprime, they need no twiddles: point (r2 i + r1 j) mod n is number i of column j, and result
 * (a k + b l) mod n is number l of row k, where a and b are 1 modulo one radix and 0 modulo the
 * other (Good 1958, Thomas 1963). The inverse has the same passes, of points in reverse order.
 */
#include "cpu/plan/broad.h"

#include "common/error.h"
#include "cpu/engine/line_kinds.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/twiddles.h"
#include "cpu/plan/cache.h"
#include "cpu/real/real_engine.h"

/* Between rows and columns: what leaves room for both sides in the first-level cache. */
enum { MOST_BYTES = 16 * 1024 };

/* Rows of a plane. */
enum { MOST_ROWS = 64 };

/* Numbers of a row that wait between two passes of columns. */
enum { STRIP = 16 };

typedef struct broad {
    const fftc_through *through;
    size_t number; /* bytes of a complex one */
    size_t width;  /* complex numbers of a row where columns are done */
    size_t pitch;  /* of the working memory, in complex numbers */
    size_t first;  /* radices of the columns; the last may be 1: one pass */
    size_t last;
    size_t *from[2];                /* [inverse][last][first] bytes */
    size_t *to;                     /* [first][last], or [first] */
    size_t *strip_to;               /* [first] */
    size_t *strip_from;             /* [last] */
    const char *factors;            /* [last][first - 1][2 lanes], or NULL */
    size_t factor_bytes;            /* of [first - 1] */
    const fftc_real_matrix *matrix; /* of real lines, if they are products */
    fftc_real_line real;            /* if not */
    fftc_engine_rows_run rows_run;
    fftc_engine_rows rows[2];
} broad;

/* Where the columns' strips are, and the working memory of real lines. */
#define STRIP_BYTES (2 * STRIP * MOST_ROWS * sizeof(double))

typedef struct working_memory {
    double rows[MOST_BYTES / sizeof(double) + 8];
    double strip[STRIP_BYTES / sizeof(double)];
} working_memory;

/* --- carrying out ----------------------------------------------------------------------------- */

/* A strip of m columns, in two passes. */
static void run_strip(const broad *b, const char *p, char *d, char *strip, size_t m, int inverse)
{
    const size_t row = STRIP * b->number;
    for (size_t j = 0; j < b->last; ++j) {
        const char *factors = b->factors != NULL ? b->factors + j * b->factor_bytes : NULL;
        b->through->pass[b->first](p, b->from[inverse] + j * b->first, strip + j * row, b->strip_to,
                                   factors, m);
    }
    for (size_t k = 0; k < b->first; ++k) {
        b->through->pass[b->last](strip + k * b->last * row, b->strip_from, d, b->to + k * b->last,
                                  NULL, m);
    }
}

static void run_columns(const broad *b, const char *p, char *d, char *strip, int inverse)
{
    const size_t m = b->width;
    if (b->last == 1) {
        b->through->pass[b->first](p, b->from[inverse], d, b->to, NULL, m);
        return;
    }
    for (size_t column = 0; column < m; column += STRIP) {
        size_t left = m - column < STRIP ? m - column : STRIP;
        run_strip(b, p + column * b->number, d + column * b->number, strip, left, inverse);
    }
}

static void run_complex(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory y __attribute__((aligned(64)));
    const broad *b = rows->twiddles;
    const char *p = src;
    char *d = dst;
    fftc_engine_rows each = b->rows[rows->inverse];
    each.count = (size_t)rows->first;
    each.src_step = rows->src_line;
    each.dst_step = b->pitch;
    for (size_t i = 0; i < rows->count; ++i) {
        b->rows_run(&each, p, y.rows);
        run_columns(b, (const char *)y.rows, d, (char *)y.strip, rows->inverse);
        p += rows->src_step * b->number;
        d += rows->dst_step * b->number;
    }
}

/* Real rows, `step` bytes apart, from or to spectra in working memory. */
static void run_lines(const broad *b, const char *p, size_t src_step, char *d, size_t dst_step,
                      char *work, size_t rows)
{
    const fftc_team alone = {1, NULL};
    for (size_t row = 0; row < rows; ++row) {
        fftc_real_line_execute_one(&b->real, &alone, work, p + row * src_step, d + row * dst_step);
    }
}

static void run_to_spectra(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory y __attribute__((aligned(64)));
    const broad *b = rows->twiddles;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; ++i) {
        if (b->matrix != NULL) {
            b->matrix->engine->multiply_rows(b->matrix, p, rows->src_line, y.rows, 2 * b->pitch,
                                             (size_t)rows->first);
        } else {
            run_lines(b, p, rows->src_line * b->number / 2, (char *)y.rows, b->pitch * b->number,
                      (char *)y.strip, (size_t)rows->first);
        }
        run_columns(b, (const char *)y.rows, d, (char *)y.strip, 0);
        p += rows->src_step * b->number / 2;
        d += rows->dst_step * b->number;
    }
}

static void run_from_spectra(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory y __attribute__((aligned(64)));
    const broad *b = rows->twiddles;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; ++i) {
        run_columns(b, p, (char *)y.rows, (char *)y.strip, 1);
        if (b->matrix != NULL) {
            b->matrix->engine->multiply_rows(b->matrix, y.rows, 2 * b->pitch, d, rows->dst_line,
                                             (size_t)rows->first);
        } else {
            run_lines(b, (const char *)y.rows, b->pitch * b->number, d,
                      rows->dst_line * b->number / 2, (char *)y.strip, (size_t)rows->first);
        }
        p += rows->src_step * b->number;
        d += rows->dst_step * b->number / 2;
    }
}

/* --- planning --------------------------------------------------------------------------------- */

static bool are_coprime(size_t a, size_t b)
{
    while (b != 0) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

/* Two radices, coprime if possible, whose larger one is least; first is 0 if there are none. */
static void choose_radices(size_t n, size_t *first, size_t *last)
{
    size_t best = SIZE_MAX;
    *first = n <= FFTC_PACKED_MAX_RADIX ? n : 0;
    *last = 1;
    for (size_t r = 2; n > FFTC_PACKED_MAX_RADIX && r * r <= n; ++r) {
        size_t other = n / r;
        size_t cost = other + (are_coprime(r, other) ? 0 : FFTC_PACKED_MAX_RADIX);
        if (n % r == 0 && other <= FFTC_PACKED_MAX_RADIX && cost < best) {
            best = cost;
            *first = r;
            *last = other;
        }
    }
}

/* Whole vectors, also of real lines' products. */
static size_t pitch_of(size_t width)
{
    return (width + 7) / 8 * 8;
}

/* Whether so many rows are one call. */
static bool rows_suit(const fftc_plan *plan, size_t rows, size_t n)
{
    const fftc_choices *choices = plan->arena.choices;
    fftc_line line = {
        .kind = FFTC_LINE_ROW, .n = n, .precision = plan->engines[0]->precision, .together = rows};
    if (choices != NULL && choices->count < choices->given) {
        return true; /* fftc_broad_prepare knows */
    }
    if (n <= FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_LAST) {
        fftc_line_choose(&line, plan->engines);
    }
    return line.kind == FFTC_LINE_PACKED && line.whole != NULL;
}

/* Products with a matrix, or lines whose complex half is one call. */
static bool real_rows_suit(const fftc_plan *plan, size_t rows, size_t n)
{
    const fftc_real_line_choice choice =
        fftc_real_axis_choice(&plan->transform, &plan->layout, plan->layout.rank - 1);
    return fftc_real_matrix_suits_planes(&choice, rows, plan->engines[0]->precision,
                                         plan->engines[0]->name) ||
           (n % 2 == 0 && n >= 4 && rows_suit(plan, 1, n / 2));
}

static size_t planes_of(const fftc_layout *layout)
{
    size_t planes = layout->batch.length;
    for (int i = 0; i < layout->loops; ++i) {
        planes *= layout->axis[i].length;
    }
    return planes;
}

/* Measured: planes of more bytes are no faster than ordinary passes where arrays exceed
 * the second-level cache, except by columns of one radix. */
enum { MOST_BYTES_UNCACHED = 4096 };

/* Whether planes of so many bytes pay. Ordinary passes fetch what comes next, and bypass the caches
 * where arrays exceed them. */
static bool pays(const fftc_plan *plan, size_t bytes, bool one_pass)
{
    const bool real = plan->transform.kind == FFTC_REAL;
    const size_t arrays = plan->transform.placement == FFTC_IN_PLACE ? 1 : 2;
    const size_t planes = planes_of(&plan->layout);
    if (one_pass && !real) {
        return true;
    }
    if (planes >= fftc_traffic_least_bytes() / 2 / (arrays * bytes)) {
        return false;
    }
    return planes < fftc_cache_second_bytes() / (arrays * bytes) ? real || bytes < MOST_BYTES
                                                                 : bytes <= MOST_BYTES_UNCACHED;
}

bool fftc_broad_suits(const fftc_plan *plan, size_t rows, size_t n)
{
    const fftc_layout *layout = &plan->layout;
    const bool real = plan->transform.kind == FFTC_REAL;
    const size_t number = 2 * fftc_precision_bytes(plan->engines[0]->precision);
    const size_t width = real ? n / 2 + 1 : n;
    size_t first;
    size_t last;
    if (rows > MOST_ROWS || width > MOST_BYTES / number ||
        rows * pitch_of(width) * number > MOST_BYTES) {
        return false;
    }
    choose_radices(rows, &first, &last);
    return first != 0 && fftc_storage_direct(layout->src_storage) &&
           fftc_storage_direct(layout->dst_storage) &&
           pays(plan, rows * width * number, last == 1) &&
           (real ? real_rows_suit(plan, rows, n) : rows_suit(plan, rows, n));
}

/* Which point is number i of column j, and which result is number l of row k. */
static size_t point_at(const broad *b, size_t i, size_t j)
{
    bool coprime = b->factors == NULL && b->last > 1;
    return coprime ? (b->last * i + b->first * j) % (b->first * b->last) : b->last * i + j;
}

static size_t result_at(const broad *b, size_t k, size_t l)
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

static fftc_status fill_columns(broad *b, size_t src_line, size_t dst_line, fftc_arena *arena,
                                fftc_error *error)
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
        b->strip_to[i] = i * b->last * STRIP * b->number;
        for (size_t j = 0; j < b->last; ++j) {
            size_t point = point_at(b, i, j);
            b->strip_from[j] = j * STRIP * b->number;
            b->from[0][j * b->first + i] = point * src_line * b->number;
            b->from[1][j * b->first + i] = (n - point) % n * src_line * b->number;
            b->to[i * b->last + j] = result_at(b, i, j) * dst_line * b->number;
        }
    }
    return FFTC_SUCCESS;
}

/* Other ways that rows may go would not all be one call, or fit the working memory. */
static void want_no_candidates(fftc_plan *plan)
{
    fftc_choices *choices = plan->arena.choices;
    if (choices != NULL && choices->count > 0) {
        choices->choice[choices->count - 1].n = 0;
    }
}

static fftc_status prepare_rows(fftc_plan *plan, broad *b, size_t rows, size_t n, fftc_error *error)
{
    fftc_line line;
    const fftc_line_wish wish = {.scale = plan->scale,
                                 .inverse = plan->transform.direction == FFTC_INVERSE,
                                 .together = rows,
                                 .apart = true};
    fftc_status status = fftc_line_prepare(n, plan->engines, wish, &plan->arena, &line, error);
    want_no_candidates(plan);
    if (status == FFTC_SUCCESS && line.whole == NULL) {
        return fftc_choice_refuse(error);
    }
    if (status == FFTC_SUCCESS) {
        b->rows_run = line.whole;
        b->rows[0] = line.rows[0];
        b->rows[1] = line.rows[1];
    }
    return status;
}

static fftc_status prepare_lines(fftc_plan *plan, broad *b, const fftc_step *s, fftc_error *error)
{
    fftc_real_line_choice choice =
        fftc_real_axis_choice(&plan->transform, &plan->layout, s->axis_index);
    choice.scale = plan->scale;
    choice.threads = 1;
    fftc_status status =
        fftc_real_line_prepare(&choice, plan->engines, &plan->arena, &b->real, error);
    want_no_candidates(plan);
    bool fits = status != FFTC_SUCCESS || b->real.bytes <= STRIP_BYTES;
    return fits ? status : fftc_choice_refuse(error);
}

/* Factor i of a table, as fftc_through has them. */
static void put_factor(fftc_precision precision, size_t lanes, void *table, size_t i, double re,
                       double im)
{
    for (size_t lane = 0; lane < lanes; ++lane) {
        size_t at = 2 * lanes * i + lane;
        double turned = lane % 2 == 0 ? -im : im;
        if (precision == FFTC_FLOAT64) {
            ((double *)table)[at] = re;
            ((double *)table)[at + lanes] = turned;
        } else {
            ((float *)table)[at] = (float)re;
            ((float *)table)[at + lanes] = (float)turned;
        }
    }
}

/* Of columns whose radices are not coprime. */
static fftc_status prepare_factors(fftc_plan *plan, broad *b, fftc_error *error)
{
    enum { MOST_FACTORS = FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_RADIX };
    const fftc_precision precision = plan->engines[0]->precision;
    const size_t lanes = (size_t)b->through->lanes;
    const size_t count = b->last * (b->first - 1);
    double factor[MOST_FACTORS][2];
    if (b->last == 1 || are_coprime(b->first, b->last)) {
        return FFTC_SUCCESS;
    }
    b->factor_bytes = (b->first - 1) * lanes * b->number;
    char *factors = fftc_arena_allocate(&plan->arena, b->last, b->factor_bytes);
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

fftc_status fftc_broad_prepare(fftc_plan *plan, fftc_step *s, const fftc_through *through,
                               const fftc_real_matrix *matrix, fftc_error *error)
{
    const bool real = plan->transform.kind == FFTC_REAL;
    const bool from_spectra = real && !s->src.storage.real;
    broad *b = fftc_arena_allocate(&plan->arena, 1, sizeof *b);
    if (b == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for planes");
    }
    *b = (broad){.through = through,
                 .number = 2 * fftc_precision_bytes(plan->engines[0]->precision),
                 .width = real ? s->axis.length / 2 + 1 : s->axis.length,
                 .matrix = matrix};
    b->pitch = pitch_of(b->width);
    choose_radices(s->across.length, &b->first, &b->last);
    fftc_status status = prepare_factors(plan, b, error);
    if (status == FFTC_SUCCESS) {
        status = fill_columns(b, from_spectra ? s->across.src : b->pitch,
                              from_spectra ? b->pitch : s->across.dst, &plan->arena, error);
    }
    if (status == FFTC_SUCCESS && !real) {
        status = prepare_rows(plan, b, s->across.length, s->axis.length, error);
    } else if (status == FFTC_SUCCESS && matrix == NULL) {
        status = prepare_lines(plan, b, s, error);
    }
    s->line.rows[0].twiddles = s->line.rows[1].twiddles = b;
    s->line.whole = !real ? run_complex : from_spectra ? run_from_spectra : run_to_spectra;
    return status;
}
