/* SPDX-License-Identifier: MIT */
#include "cpu/real/matrix.h"

#include <stdint.h>
#include <string.h>

#include "cpu/engine/tables/circle.h"
#include "cpu/engine/tables/double_double.h"
#include "cpu/real/real_line.h"

/* The longest line that is a product with its matrix, by lanes of the widest vectors. Products grow
 * with the square of the length, and passes become as fast. (Real to complex of double with 8
 * lanes: 28 numbers 1.03 times as fast as by passes, 32 0.84; float with 8, 32 1.04, with 16, 1.5;
 * DCT II of double, 32 1.6.) */
static size_t most_for(const fftc_real_line_choice *c, fftc_precision precision, size_t lanes)
{
    if (lanes >= 8) {
        bool spectrum = c->kind != FFTC_REAL_LINE_TRIGONOMETRIC;
        return spectrum && precision == FFTC_FLOAT64 ? 28 : FFTC_REAL_MATRIX_MOST;
    }
    return lanes >= 4 ? 16 : 8;
}

/* Whether so many lines are faster by complex ones of half the length, which one call does (in a
 * few, its overhead counts). 16 lines of 22 numbers took 0.68 to 0.95 of the time with 8 lanes and
 * 16, 0.4 to 0.6 with fewer; 4 lines as much longer if a product takes less than 100
 * multiplications of vectors. 10 to 16 numbers, and 20, would gain with 4 lanes or fewer, but not
 * be accurate. */
static bool is_better_joined(const fftc_real_line_choice *c, size_t lanes)
{
    bool accurate = c->n >= 10 && fftc_real_line_halves_accurately(c->n);
    size_t multiplications = c->n * ((c->n + lanes - 1) / lanes);
    return c->kind != FFTC_REAL_LINE_TRIGONOMETRIC && c->n % 2 == 0 && accurate &&
           (c->joinable >= 16 || (c->joinable >= 4 && multiplications > 100));
}

static bool is_product(const fftc_real_line_choice *c, size_t most, size_t lanes)
{
    return c->n >= 2 && c->n <= most && !c->dense && !c->part && !is_better_joined(c, lanes);
}

bool fftc_real_matrix_suits(const fftc_real_line_choice *choice, fftc_precision precision,
                            const char *isa)
{
    size_t lanes = (size_t)fftc_real_engine_choose(precision, isa, SIZE_MAX)->lanes;
    return is_product(choice, most_for(choice, precision, lanes), lanes);
}

/* The engine with the widest vectors of at most so many lanes, or with the narrowest there are. */
static const fftc_real_engine *engine_of(fftc_precision precision, const char *isa, size_t lanes)
{
    return fftc_real_engine_choose(precision, isa, 2 * lanes + 1);
}

/* The engine with the narrowest vectors that hold so many numbers, or with the widest there are. */
static const fftc_real_engine *engine_holding(fftc_precision precision, const char *isa, size_t m)
{
    const fftc_real_engine *widest = fftc_real_engine_choose(precision, isa, SIZE_MAX);
    const fftc_real_engine *engine = engine_of(precision, isa, 1);
    for (size_t lanes = 2; (size_t)engine->lanes < m && engine != widest; lanes *= 2) {
        engine = engine_of(precision, isa, lanes);
    }
    return engine;
}

/* The engine for lines of so many results: one vector if there is such; otherwise the widest that
 * they fill. (Not by how lines lie: rows and columns have the same bits.) */
static const fftc_real_engine *engine_for(fftc_precision precision, const char *isa, size_t m)
{
    const fftc_real_engine *one = engine_holding(precision, isa, m);
    return (size_t)one->lanes >= m ? one : engine_of(precision, isa, m);
}

static size_t vectors_of(const fftc_real_engine *engine, size_t m)
{
    return (m + (size_t)engine->lanes - 1) / (size_t)engine->lanes;
}

/* Planes that are one call (long_planes.c) save a step, which takes as long as hundreds of
 * products. Below 8 lanes these are more than that in a plane of many long rows to spectra. (16 x
 * 24 numbers take 1.26 of the time in float with 4 lanes, and 1.03 in double; 8 x 24 1.07 and 0.91;
 * 16 x 20 0.75 and 0.66; from spectra 16 x 24 0.77 and 0.67.) */
bool fftc_real_matrix_suits_planes(const fftc_real_line_choice *choice, size_t rows,
                                   fftc_precision precision, const char *isa)
{
    size_t lanes = (size_t)fftc_real_engine_choose(precision, isa, SIZE_MAX)->lanes;
    size_t most = most_for(choice, precision, lanes);
    if (lanes >= 4 && lanes < 8) {
        bool many = rows > 8 && choice->kind == FFTC_REAL_LINE_FORWARD;
        most = many ? 22 : FFTC_REAL_MATRIX_MOST;
    }
    fftc_real_line_choice row = *choice;
    row.joinable = rows;
    return is_product(&row, most, lanes);
}

static bool is_spectrum_gap(const fftc_real_line_choice *c)
{
    return c->kind == FFTC_REAL_LINE_BACKWARD && !c->packed;
}

/* Whether half spectra of even lengths are made packed, and the ends are then added, since these
 * would take a vector more. */
static bool adds_ends(const fftc_real_line_choice *c, fftc_precision precision, const char *isa)
{
    return c->kind == FFTC_REAL_LINE_FORWARD && !c->packed && c->n % 2 == 0 &&
           vectors_of(engine_for(precision, isa, c->n + 2), c->n + 2) >
               vectors_of(engine_for(precision, isa, c->n), c->n);
}

/* Frequency and part (1: imaginary) of number i of a half spectrum. */
static size_t frequency_of(const fftc_real_line_choice *c, const fftc_real_matrix *matrix, size_t i,
                           size_t *part)
{
    if ((c->packed || matrix->ends) && i < 2) {
        *part = 0;
        return i == 0 ? 0 : c->n / 2;
    }
    *part = i % 2;
    return i / 2;
}

/* The factor between number t of the signal and number i of its half spectrum. */
static double wave_of(const fftc_real_line_choice *c, const fftc_real_matrix *matrix,
                      const fftc_dd_point *circle, size_t t, size_t i)
{
    size_t part;
    size_t k = frequency_of(c, matrix, i, &part);
    if (k > c->n / 2) {
        return 0;
    }
    bool twice = c->kind == FFTC_REAL_LINE_BACKWARD && k != 0 && 2 * k != c->n;
    double high = circle[t * k % c->n].high[part];
    double low = circle[t * k % c->n].low[part];
    fftc_dd_scale(&high, &low, twice ? 2.0 * c->scale : c->scale);
    return high;
}

static bool fill_real(const fftc_real_line_choice *c, const fftc_real_matrix *matrix,
                      fftc_precision precision, void *entry, fftc_arena *scratch)
{
    const fftc_dd_point *circle = fftc_dd_circle(c->n, scratch);
    bool forward = c->kind == FFTC_REAL_LINE_FORWARD;
    for (size_t j = 0; circle != NULL && j < matrix->n; ++j) {
        for (size_t k = 0; k < matrix->m; ++k) {
            size_t i = matrix->gap != 0 && j > 0 ? j + 1 : j;
            fftc_table_set(precision, entry, j * matrix->pitch + k,
                           forward ? wave_of(c, matrix, circle, j, k)
                                   : wave_of(c, matrix, circle, k, i));
        }
    }
    return circle != NULL;
}

static bool fill_trigonometric(const fftc_real_line_choice *c, const double ends[2],
                               const fftc_real_matrix *matrix, fftc_precision precision,
                               void *entry, fftc_arena *scratch)
{
    const fftc_odd_matrix *fine =
        fftc_odd_matrix_make(c->trigonometric, c->n, c->scale, ends[0], ends[1], scratch);
    for (size_t j = 0; fine != NULL && j < c->n; ++j) {
        for (size_t k = 0; k < c->n; ++k) {
            fftc_table_set(precision, entry, j * matrix->pitch + k, fine->entry[k * c->n + j][0]);
        }
    }
    return fine != NULL;
}

/* Allocates and fills the entries of a matrix of so many results; `ends` NULL: real numbers. */
static bool fill(const fftc_real_line_choice *choice, const double *ends, fftc_precision precision,
                 fftc_real_matrix *matrix, fftc_arena *arena)
{
    size_t lanes = (size_t)matrix->engine->lanes;
    matrix->n = choice->n;
    matrix->pitch = (matrix->m + lanes - 1) / lanes * lanes;
    size_t count = matrix->n * matrix->pitch;
    void *entry = fftc_arena_allocate(arena, count, fftc_precision_bytes(precision));
    fftc_arena scratch = {.allocator = arena->allocator};
    bool made =
        entry != NULL &&
        (ends == NULL ? fill_real(choice, matrix, precision, entry, &scratch)
                      : fill_trigonometric(choice, ends, matrix, precision, entry, &scratch));
    matrix->entry = entry;
    fftc_arena_release(&scratch);
    return made;
}

/* How many lines, `step` numbers apart, hold `numbers` numbers. */
static size_t lines_of(size_t numbers, size_t step)
{
    return (numbers + step - 1) / step;
}

static void put_index(fftc_precision precision, void *index, size_t at, size_t value)
{
    if (precision == FFTC_FLOAT64) {
        ((int64_t *)index)[at] = (int64_t)value;
    } else {
        ((int32_t *)index)[at] = (int32_t)value;
    }
}

/* Makes the group for packed lines of which the widest vectors hold several, on both sides. (Zen 4:
 * 256 lines of 2 to 4 numbers take 0.2 to 0.8 of the time, where vectors hold two 0.7 to 1.1; 8 or
 * 16 lines of which vectors hold two take 1.1 to 1.25, four lines 1.1 to 1.5, and seven of 2
 * numbers 0.66 to 0.87.)
 */
static bool make_group(const fftc_real_line_choice *c, fftc_precision precision, const char *isa,
                       fftc_real_matrix *matrix, fftc_arena *arena)
{
    const fftc_real_engine *widest = fftc_real_engine_choose(precision, isa, SIZE_MAX);
    const size_t lanes = (size_t)widest->lanes;
    const size_t bytes = fftc_precision_bytes(precision);
    fftc_real_matrix_group *group = &matrix->group;
    group->src_step = is_spectrum_gap(c) ? 2 * (c->n / 2 + 1) : c->n;
    const size_t most = 2 * lanes / group->src_step;
    group->lines = lanes / matrix->m < most ? lanes / matrix->m : most;
    group->least = group->lines > 2 ? 6 : 32;
    group->two = group->lines * group->src_step > lanes;
    const size_t loaded = group->two ? 2 * lanes : lanes;
    const size_t arguments = matrix->n + matrix->gap;
    const size_t read = loaded > arguments ? lines_of(loaded - arguments, group->src_step) + 1 : 1;
    const size_t written = lines_of(lanes, matrix->m);
    group->covered = read > written ? read : written;
    /* Two lines of 8 numbers in both vectors took 1.2 of the time. */
    const bool pays = group->lines > 2 || (group->lines == 2 && (!group->two || matrix->n <= 4));
    if (widest->multiply_groups == NULL || matrix->ends || !pays) {
        return true;
    }
    void *factor = fftc_arena_allocate(arena, matrix->n * lanes, bytes);
    void *index = fftc_arena_allocate(arena, matrix->n * lanes, bytes);
    if (factor == NULL || index == NULL) {
        return false;
    }
    for (size_t j = 0; j < matrix->n; ++j) {
        for (size_t lane = 0; lane < group->lines * matrix->m; ++lane) {
            size_t line = lane / matrix->m;
            size_t from = j * matrix->pitch + lane % matrix->m;
            size_t to = j * lanes + lane;
            memcpy((char *)factor + to * bytes, (const char *)matrix->entry + from * bytes, bytes);
            put_index(precision, index, to, line * group->src_step + j + (j > 0 ? matrix->gap : 0));
        }
    }
    group->factor = factor;
    group->index = index;
    group->fused = matrix->engine->fuses;
    group->engine = widest;
    return true;
}

const fftc_real_matrix *fftc_real_matrix_make(const fftc_real_line_choice *choice,
                                              const double ends[2], fftc_precision precision,
                                              const char *isa, fftc_arena *arena)
{
    bool real = choice->kind != FFTC_REAL_LINE_TRIGONOMETRIC;
    bool forward = choice->kind == FFTC_REAL_LINE_FORWARD;
    fftc_real_matrix *matrix = fftc_arena_allocate(arena, 1, sizeof *matrix);
    if (matrix == NULL) {
        return NULL;
    }
    matrix->ends = adds_ends(choice, precision, isa);
    matrix->m = forward && !choice->packed && !matrix->ends ? 2 * (choice->n / 2 + 1) : choice->n;
    matrix->gap = is_spectrum_gap(choice) ? 1 : 0;
    matrix->engine = engine_for(precision, isa, matrix->m);
    matrix->covered =
        lines_of(vectors_of(matrix->engine, matrix->m) * (size_t)matrix->engine->lanes,
                 matrix->m + (matrix->ends ? 2 : 0));
    return fill(choice, real ? NULL : ends, precision, matrix, arena) &&
                   make_group(choice, precision, isa, matrix, arena)
               ? matrix
               : NULL;
}

const fftc_real_matrix *fftc_real_matrix_make_padded(const fftc_real_line_choice *choice,
                                                     fftc_precision precision, const char *isa,
                                                     fftc_arena *arena)
{
    size_t results = 2 * (choice->n / 2 + 1);
    const fftc_real_engine *engine = engine_holding(precision, isa, results);
    size_t vectors = vectors_of(engine, results);
    if (vectors > vectors_of(engine_for(precision, isa, choice->n), choice->n)) {
        return fftc_real_matrix_make(choice, NULL, precision, isa, arena);
    }
    fftc_real_matrix *matrix = fftc_arena_allocate(arena, 1, sizeof *matrix);
    if (matrix == NULL) {
        return NULL;
    }
    matrix->m = vectors * (size_t)engine->lanes;
    matrix->covered = 1;
    matrix->engine = engine;
    return fill(choice, NULL, precision, matrix, arena) ? matrix : NULL;
}
