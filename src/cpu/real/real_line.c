/* SPDX-License-Identifier: MIT */
#include "cpu/real/real_line.h"
#include "cpu/allocate.h"

#include <string.h>

#include "cpu/engine/packed.h"

/* Whether the line is a DCT I or DST I, where line->h is half its logical length. */
static bool is_one(const fftc_real_line *line)
{
    return line->kind == FFTC_REAL_LINE_TRIGONOMETRIC && fftc_type_of(line->trigonometric) == 1;
}

/* Which table of twiddles the line needs; *factor receives what the inner line multiplies by, in
 * addition to the scale. */
static fftc_real_twiddle twiddles_of(const fftc_real_line *line, double *factor)
{
    *factor = line->kind == FFTC_REAL_LINE_FORWARD ? 0.5 : 1.0;
    if (line->kind != FFTC_REAL_LINE_TRIGONOMETRIC) {
        return FFTC_TWIDDLE_REAL;
    }
    switch (fftc_type_of(line->trigonometric)) {
    case 1: *factor = 0.5; return FFTC_TWIDDLE_REAL; /* not used: odd.h */
    case 4: *factor = 2.0; return FFTC_TWIDDLE_QUARTER;
    default: return FFTC_TWIDDLE_COSINE;
    }
}

static void weigh_ends(fftc_real_line *line)
{
    const double root = 1.41421356237309504880;
    const int type = fftc_type_of(line->trigonometric);
    const bool both = line->trigonometric == FFTC_DCT_I;
    line->ends_in = both || type == 3 ? root : 1.0;
    line->ends_out = both || type == 2 ? 1.0 / root : 1.0;
}

/* The longest part of a DCT I or DST I that is multiplied by its matrix. */
#define MOST_DENSE (FFTC_ODD_MATRIX_MOST - 1)

/* Other lines of up to 20 numbers would have more than 1.2 times the errors of codelets of the
 * whole length. */
bool fftc_real_line_halves_accurately(size_t n)
{
    return n == 2 || n == 4 || n == 8 || n == 18 || n > 20;
}

/* Half the length of the real transform that a line of even length uses; 0 if the line is done as
 * one of odd length. */
static size_t half_length(const fftc_real_line_choice *c)
{
    const bool trigonometric = c->kind == FFTC_REAL_LINE_TRIGONOMETRIC;
    const int type = fftc_type_of(c->trigonometric);
    const bool can = trigonometric ? type == 2 || type == 3 : !c->packed;
    if (can && !fftc_real_line_halves_accurately(c->n)) {
        return 0;
    }
    if (trigonometric && type == 1) {
        return c->trigonometric == FFTC_DCT_I ? c->n - 1 : c->n + 1;
    }
    return c->n % 2 == 0 ? c->n / 2 : 0;
}

/* One call for several lines saves what calls take, and it keeps the pass from waiting for numbers
 * that have just been stored. Longer lines wait for less, and a few of them gain nothing (4 of 480
 * doubles took 1.08 to 1.14 of the time, 256 0.91 to 0.96). */
bool fftc_real_line_may_join(const fftc_real_line_choice *choice, fftc_precision precision)
{
    const size_t most = (size_t)FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_LAST;
    const size_t h = half_length(choice);
    return choice->kind != FFTC_REAL_LINE_TRIGONOMETRIC && choice->joinable > 1 && h != 0 &&
           h <= most && (2 * h * fftc_precision_bytes(precision) <= 2048 || choice->joinable >= 64);
}

/* Whether a line of few numbers is a product with its matrix, which no other way is more accurate
 * than. */
static bool is_dense(const fftc_real_line_choice *c)
{
    const int type = fftc_type_of(c->trigonometric);
    return c->kind == FFTC_REAL_LINE_TRIGONOMETRIC &&
           (c->n <= 2 || c->dense || (type == 4 && c->n == 4) || (type == 1 && c->n < MOST_DENSE));
}

bool fftc_real_line_is_odd(const fftc_real_line_choice *choice)
{
    return half_length(choice) == 0 && !is_dense(choice);
}

static void place_memory(fftc_real_line *line)
{
    bool direct = line->h != 0 && line->kind != FFTC_REAL_LINE_TRIGONOMETRIC;
    line->shared_offset =
        fftc_bytes_times(fftc_line_thread_bytes(&line->inner), (size_t)line->threads);
    line->copy_offset =
        fftc_cache_lines(line->shared_offset + fftc_line_shared_bytes(&line->inner));
    line->bytes = line->copy_offset;
    size_t spare;
    if (!direct && fftc_line_has_spare(&line->inner, &spare)) {
        line->copy_offset = line->shared_offset + spare;
    } else if (!direct) {
        line->bytes += fftc_cache_lines(2 * line->inner.n * fftc_precision_bytes(line->precision));
    }
}

/* Lays out the working memory of a DCT I or DST I by parts: two rows of at most h / 2 + 1 numbers,
 * then their work. */
static void place_parts(fftc_real_line *line)
{
    size_t scalar = fftc_precision_bytes(line->precision);
    size_t most = line->part[0] != NULL && line->part[0]->bytes > line->part[1]->bytes
                      ? line->part[0]->bytes
                      : line->part[1]->bytes;
    line->shared_offset = fftc_cache_lines((line->h / 2 + 1) * scalar);
    line->copy_offset = 2 * line->shared_offset;
    line->bytes = line->copy_offset + fftc_cache_lines(most);
}

static fftc_status out_of_memory(const fftc_real_line *line, fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the tables of %zu real numbers",
                     line->n);
}

/* The engine for the pass of a line where it follows the inner line at once, and so waits for what
 * that has stored; otherwise NULL. */
static const fftc_real_engine *engine_for_stored(const fftc_real_line *line, const char *isa)
{
    if (line->kind != FFTC_REAL_LINE_FORWARD || line->packed || line->joined ||
        line->inner.kind != FFTC_LINE_PACKED) {
        return NULL;
    }
    return fftc_real_engine_for_stored(line->precision, isa, line->h,
                                       (size_t)line->inner.engine->packed->numbers);
}

static fftc_status prepare_tables(fftc_real_line *line, fftc_real_twiddle twiddle,
                                  const fftc_engine *const *engines, fftc_arena *arena,
                                  fftc_error *error)
{
    bool one = is_one(line);
    if (line->h == 0 || one) {
        const fftc_real_engine *engine =
            fftc_real_engine_choose(line->precision, engines[0]->name, line->n);
        line->odd = fftc_odd_of(line->precision);
        line->copies = engine->odd_copies != NULL ? engine->odd_copies : &line->odd->copies;
        if (line->h == 0 && line->kind == FFTC_REAL_LINE_TRIGONOMETRIC) {
            line->table = fftc_odd_table_make(line->trigonometric, line->n, arena);
            return line->table != NULL ? FFTC_SUCCESS : out_of_memory(line, error);
        }
        return FFTC_SUCCESS;
    }
    line->engine = fftc_real_engine_choose(line->precision, engines[0]->name, line->h);
    const fftc_real_engine *stored = engine_for_stored(line, engines[0]->name);
    if (stored != NULL) {
        line->stored = true;
        line->engine = stored;
        twiddle = FFTC_TWIDDLE_STORED;
    }
    void *twiddles =
        fftc_arena_reserve(arena, fftc_real_twiddles_count(line->engine, twiddle, line->h),
                           2 * fftc_precision_bytes(line->precision));
    if (twiddles == NULL) {
        return out_of_memory(line, error);
    }
    fftc_real_twiddles_fill(line->engine, twiddle, line->h, twiddles);
    line->twiddles = twiddles;
    return FFTC_SUCCESS;
}

/* X[2 k] of a DCT I are a DCT I of the sums of numbers at the same distance from both ends, X[2 k +
 * 1] a DCT III of their differences; for a DST I, sums and differences change places. This is half
 * the work of the continuation, and more accurate. */
static fftc_status prepare_parts(const fftc_real_line_choice *choice,
                                 const fftc_engine *const *engines, fftc_arena *arena,
                                 fftc_real_line *line, fftc_error *error)
{
    bool sine = fftc_is_sine(line->trigonometric);
    fftc_real_line *parts = fftc_arena_allocate(arena, 2, sizeof *parts);
    if (parts == NULL) {
        return out_of_memory(line, error);
    }
    line->engine = fftc_real_engine_choose(line->precision, engines[0]->name, line->h);
    line->storage = engines[0]->storage;
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < 2 && status == FFTC_SUCCESS; ++i) {
        fftc_real_line_choice half = *choice;
        half.orthogonal = false;
        half.part = true;
        half.n = line->h / 2;
        half.dense = half.n <= MOST_DENSE;
        if (i == 0) {
            half.n = sine ? half.n - 1 : half.n + 1;
        } else {
            half.trigonometric = sine ? FFTC_DST_III : FFTC_DCT_III;
        }
        if (half.n == 0) {
            continue;
        }
        line->part[i] = &parts[i];
        status = fftc_real_line_prepare(&half, engines, arena, &parts[i], error);
    }
    if (status == FFTC_SUCCESS) {
        place_parts(line);
    }
    return status;
}

/* Prepares a cosine or sine transform by its matrix, which includes the weights of orthogonal
 * ends. */
static fftc_status prepare_dense(const fftc_real_line_choice *choice, fftc_arena *arena,
                                 fftc_real_line *line, fftc_error *error)
{
    size_t n = line->n;
    line->odd = fftc_odd_of(line->precision);
    line->matrix = fftc_odd_matrix_make(line->trigonometric, n, choice->scale, line->ends_in,
                                        line->ends_out, arena);
    line->ends_out = 1.0;
    return line->matrix != NULL ? FFTC_SUCCESS : out_of_memory(line, error);
}

/* Prepares a line by a product with its matrix, which includes the weights of orthogonal ends,
 * too. */
static fftc_status prepare_product(const fftc_real_line_choice *choice, const char *isa,
                                   fftc_arena *arena, fftc_real_line *line, fftc_error *error)
{
    const double ends[2] = {line->ends_in, line->ends_out};
    line->product = fftc_real_matrix_make(choice, ends, line->precision, isa, arena);
    line->ends_out = 1.0;
    return line->product != NULL ? FFTC_SUCCESS : out_of_memory(line, error);
}

/* Prepares a line by a complex one: of half as many numbers if their count is even, of as many if
 * it is odd. */
static fftc_status prepare_inner(const fftc_real_line_choice *choice,
                                 const fftc_engine *const *engines, fftc_arena *arena,
                                 fftc_real_line *line, fftc_error *error)
{
    double factor;
    fftc_real_twiddle twiddle = twiddles_of(line, &factor);
    size_t inner = line->h;
    if (line->h == 0) {
        inner = line->n;
        factor = twiddle == FFTC_TWIDDLE_QUARTER ? 1.41421356237309504880 : 1.0;
    }
    fftc_line_wish wish = {.scale = choice->scale * factor,
                           .care = is_one(line) ? FFTC_CARE_SUMS : FFTC_CARE_CONVOLUTIONS};
    if (line->h != 0 && line->kind != FFTC_REAL_LINE_TRIGONOMETRIC) {
        bool several = fftc_real_line_may_join(choice, line->precision);
        wish.batch = several ? choice->joinable : 0;
    }
    fftc_status status = fftc_line_prepare(inner, engines, wish, arena, &line->inner, error);
    if (status == FFTC_SUCCESS) {
        place_memory(line);
        line->joined = wish.batch > 1 && line->inner.run_rows != NULL && line->threads <= 1;
        status = prepare_tables(line, twiddle, engines, arena, error);
    }
    return status;
}

fftc_status fftc_real_line_prepare(const fftc_real_line_choice *choice,
                                   const fftc_engine *const *engines, fftc_arena *arena,
                                   fftc_real_line *line, fftc_error *error)
{
    memset(line, 0, sizeof *line);
    line->kind = choice->kind;
    line->trigonometric = choice->trigonometric;
    line->n = choice->n;
    line->h = half_length(choice);
    line->packed = choice->packed;
    line->precision = engines[0]->precision;
    line->threads = choice->threads;
    line->ends_in = 1.0;
    line->ends_out = 1.0;
    if (choice->kind == FFTC_REAL_LINE_TRIGONOMETRIC && choice->orthogonal) {
        weigh_ends(line);
    }
    line->scale = choice->scale;
    if (choice->beside) {
        line->columns_by_codelets =
            fftc_codelet_columns_choose(choice, line->precision, engines[0]->name);
        return FFTC_SUCCESS;
    }
    line->by_codelets = fftc_codelet_lines_choose(choice, line->precision, engines[0]->name);
    if (line->by_codelets != NULL) {
        return FFTC_SUCCESS;
    }
    if (fftc_real_matrix_suits(choice, line->precision, engines[0]->name)) {
        return prepare_product(choice, engines[0]->name, arena, line, error);
    }
    if (is_dense(choice)) {
        return prepare_dense(choice, arena, line, error);
    }
    if (is_one(line) && line->h % 2 == 0) {
        return prepare_parts(choice, engines, arena, line, error);
    }
    return prepare_inner(choice, engines, arena, line, error);
}
