/* SPDX-License-Identifier: MIT */
#include "cpu/real/real_lanes.h"

#include "cpu/allocate.h"
#include "cpu/engine/lines/line.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/engine/vector_prime.h"
#include "cpu/minimum.h"
#include "cpu/real/real_engine.h"
#include "cpu/real/real_line.h"

/* The stage of a group, which should stay in the first-level cache. */
#define STAGE_BYTES ((size_t)16 * 1024)

/* The most bytes of the stage of contiguous lines. */
#define MOST_ROWS_BYTES ((size_t)40 * 1024)

/* The fewest lines that are done so. With 64 numbers, 5 lines of doubles take 0.18 us by way of
 * contiguous lines and 0.24 in lanes, 6 of 100 numbers 0.42 and 0.36, 12 of floats 0.28 and 0.23.
 * Where lines are products (matrix.h), 8 of 25 floats take 0.13 and 0.15, 10 as long. */
#define FEWEST ((size_t)6)
#define FEWEST_OF_PRODUCTS ((size_t)10)

static const fftc_real_engine *engine_of(const fftc_engine *const *engines)
{
    return fftc_real_engine_choose((*engines)->precision, (*engines)->name, SIZE_MAX);
}

bool fftc_real_lanes_suit(const fftc_real_line_choice *choice, size_t lines,
                          const fftc_engine *const *engines)
{
    const size_t h = choice->n % 2 == 0 ? choice->n / 2 : choice->n;
    const fftc_real_engine *engine = engine_of(engines);
    const bool accurate = choice->n % 2 != 0 || fftc_real_line_halves_accurately(choice->n);
    const bool product = fftc_real_matrix_suits(choice, engine->precision, (*engines)->name);
    const size_t least = fftc_minimum(product ? FEWEST_OF_PRODUCTS : FEWEST, (size_t)engine->lanes);
    const size_t column = h * 2 * fftc_precision_bytes(engine->precision);
    return choice->kind != FFTC_REAL_LINE_TRIGONOMETRIC && engine->lanes_passes != NULL && h > 1 &&
           accurate && fftc_vector_rest(h) == 1 && lines >= least &&
           column * (size_t)engine->lanes <= STAGE_BYTES;
}

bool fftc_real_lanes_suit_rows(const fftc_real_line_choice *choice, size_t lines,
                               const fftc_engine *const *engines)
{
    const size_t n = choice->n;
    const fftc_real_engine *engine = engine_of(engines);
    const size_t column = n * 2 * fftc_precision_bytes(engine->precision);
    return choice->kind != FFTC_REAL_LINE_TRIGONOMETRIC && engine->lanes_passes != NULL &&
           n % 2 != 0 && n > 1 && fftc_vector_rest(n) == 1 && lines >= (size_t)engine->lanes &&
           column * (size_t)engine->lanes <= MOST_ROWS_BYTES;
}

/* Lines in a group: as many whole vectors as the stage has room for. */
static void place_group(fftc_real_lanes *l, size_t lines, size_t vector)
{
    const size_t lanes = (size_t)l->engine->lanes;
    const size_t column = l->h * 2 * l->scalar;
    const size_t most = STAGE_BYTES / (lanes * column);
    const size_t all = (lines + lanes - 1) / lanes;
    l->group = lanes * (most < 1 ? 1 : fftc_minimum(most, all));
    l->pitch = (2 * l->group + 2 * vector - 1) / (2 * vector) * (2 * vector);
    /* Rows whose distance is a multiple of 4096 bytes would share a few sets of the cache. */
    if (l->pitch * l->scalar % 1024 == 0) {
        l->pitch += 2 * vector;
    }
}

static fftc_status prepare_twiddles(fftc_real_lanes *l, fftc_arena *arena, fftc_error *error)
{
    const size_t count = (l->h - 1) / 2;
    const fftc_precision precision = l->engine->precision;
    void *table = fftc_arena_reserve(arena, count, 2 * l->scalar);
    if (table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         l->h);
    }
    for (size_t k = 1; k <= count; ++k) {
        double point[2]; /* w^(k + h / 2) = -i w^k */
        fftc_circle(2 * k + l->h, 4 * l->h, point);
        fftc_table_put(precision, table, k - 1, point[0], point[1]);
    }
    l->twiddles = table;
    return FFTC_SUCCESS;
}

fftc_status fftc_real_lanes_prepare(const fftc_real_line_choice *choice, size_t lines,
                                    const fftc_engine *const *engines, fftc_arena *arena, bool rows,
                                    fftc_real_lanes *l, fftc_error *error)
{
    const fftc_real_engine *engine = engine_of(engines);
    *l = (fftc_real_lanes){.forward = choice->kind == FFTC_REAL_LINE_FORWARD,
                           .odd = choice->n % 2 != 0,
                           .packed = choice->packed,
                           .passes = engine->lanes_passes,
                           .scalar = fftc_precision_bytes(engine->precision)};
    l->h = l->odd ? choice->n : choice->n / 2;
    const double factor = l->forward && !l->odd ? 0.5 : 1.0;
    fftc_status status = fftc_columns_prepare(l->h, lines, engines, choice->scale * factor, arena,
                                              &l->engine, &l->vector, error);
    if (status == FFTC_SUCCESS && !l->odd) {
        status = prepare_twiddles(l, arena, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    place_group(l, lines, (size_t)engine->lanes);
    l->stage_offset = fftc_cache_lines(l->vector.room * l->group * 2 * l->scalar);
    l->rows_offset = l->stage_offset + fftc_cache_lines(l->h * l->pitch * l->scalar);
    l->bytes = l->rows_offset;
    if (rows) {
        l->bytes += fftc_cache_lines(2 * (choice->n / 2 + 1) * l->group * l->scalar);
    }
    return FFTC_SUCCESS;
}

/* The columns of the stage, whole vectors of them: there are zeros beside the lines. */
static void transform_stage(const fftc_real_lanes *l, void *work, char *stage, size_t lines)
{
    const size_t lanes = (size_t)l->engine->lanes;
    const int columns = (int)((lines + lanes - 1) / lanes * lanes);
    const fftc_engine_edge edge = {stage, l->pitch / 2, columns, !l->forward};
    fftc_vector_columns(l->engine, &l->vector, work, edge, edge);
}

void fftc_real_lanes_execute(const fftc_real_lanes *l, void *work, size_t lines, const void *src,
                             size_t src_stride, void *dst, size_t dst_stride)
{
    char *stage = (char *)work + l->stage_offset;
    fftc_real_lanes_pass in = {.src = src,
                               .src_pitch = src_stride,
                               .dst = stage,
                               .dst_pitch = l->pitch,
                               .h = l->h,
                               .width = 2 * lines,
                               .odd = l->odd,
                               .packed = l->packed,
                               .twiddles = l->twiddles};
    fftc_real_lanes_pass out = in;
    out.src = stage;
    out.src_pitch = l->pitch;
    out.dst = dst;
    out.dst_pitch = dst_stride;
    const fftc_real_lanes_passes *p = l->passes;
    if (l->forward) {
        p->zip(&in);
        transform_stage(l, work, stage, lines);
        l->odd ? p->halve(&out) : p->separate(&out);
    } else {
        l->odd ? p->mirror(&in) : p->merge(&in);
        transform_stage(l, work, stage, lines);
        p->unzip(&out);
    }
}

void fftc_real_lanes_execute_all(const fftc_real_lanes *l, void *work, size_t lines,
                                 const void *src, size_t src_stride, void *dst, size_t dst_stride)
{
    const size_t src_line = l->scalar * (l->forward ? 1 : 2);
    const size_t dst_line = l->scalar * (l->forward ? 2 : 1);
    for (size_t at = 0; at < lines; at += l->group) {
        fftc_real_lanes_execute(l, work, fftc_minimum(l->group, lines - at),
                                (const char *)src + at * src_line, src_stride,
                                (char *)dst + at * dst_line, dst_stride);
    }
}

void fftc_real_lanes_execute_rows(const fftc_real_lanes *l, const fftc_move *move, void *work,
                                  size_t lines, const void *src, size_t src_step, void *dst,
                                  size_t dst_step)
{
    char *rows = (char *)work + l->rows_offset;
    const bool wide = l->scalar == sizeof(double);
    const fftc_move_transpose real = wide ? move->transpose_8 : move->transpose_4;
    const fftc_move_transpose complex = wide ? move->transpose_16 : move->transpose_8;
    const size_t pitch[2] = {l->group * l->scalar, 2 * l->group * l->scalar};
    const size_t spectrum = l->h / 2 + 1;
    if (l->forward) {
        real(src, src_step, rows, pitch[0], lines, l->h);
        fftc_real_lanes_execute(l, work, lines, rows, l->group, rows, 2 * l->group);
        complex(rows, pitch[1], dst, dst_step, spectrum, lines);
    } else {
        complex(src, src_step, rows, pitch[1], lines, spectrum);
        fftc_real_lanes_execute(l, work, lines, rows, 2 * l->group, rows, l->group);
        real(rows, pitch[0], dst, dst_step, l->h, lines);
    }
}
