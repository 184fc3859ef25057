/* SPDX-License-Identifier: MIT */
#include "cpu/engine/tables/twiddles.h"

#include "support/error.h"

void fftc_twiddles_scalars(fftc_precision precision, void *table, size_t rows, size_t r,
                           uint64_t step, uint64_t n, double scale)
{
    double cosine[FFTC_CIRCLE_ROW];
    double sine[FFTC_CIRCLE_ROW];
    /* Few rows at a time, so that what is written stays in the first-level cache. */
    for (size_t j = 0; j < rows; j += FFTC_CIRCLE_ROW) {
        size_t count = rows - j < FFTC_CIRCLE_ROW ? rows - j : FFTC_CIRCLE_ROW;
        for (size_t q = 1; q < r; ++q) {
            size_t at = j * (r - 1) + q - 1;
            fftc_circle_split(step * j * q, step * q % n, n, count, cosine, sine);
            for (size_t i = 0; i < count; ++i, at += r - 1) {
                fftc_table_put(precision, table, at, scale * cosine[i], scale * sine[i]);
            }
        }
    }
}

const void *fftc_twiddles_pass(fftc_precision precision, size_t sub, size_t r, double scale,
                               fftc_arena *arena, fftc_error *error)
{
    void *table = fftc_arena_reserve(arena, sub * (r - 1), 2 * fftc_precision_bytes(precision));
    if (table == NULL) {
        (void)fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                        r * sub);
        return NULL;
    }
    fftc_twiddles_scalars(precision, table, sub, r, 1, r * sub, scale);
    return table;
}

fftc_twiddle_vectors fftc_twiddle_vectors_of(fftc_precision precision, size_t lanes, bool natural,
                                             size_t pitch, double scale)
{
    const fftc_engine like = {.precision = precision, .lanes = (int)lanes};
    fftc_twiddle_vectors v = {
        .precision = precision, .lanes = lanes, .pitch = pitch, .scale = scale};
    for (size_t lane = 0; lane < lanes; ++lane) {
        v.order[lane] = (uint8_t)(natural ? lane : fftc_engine_column(&like, lane));
    }
    return v;
}

static inline void put_vectors(const fftc_twiddle_vectors *v, char *to, size_t count,
                               const double *cosine, const double *sine, const size_t lanes)
{
    for (size_t i = 0; i < count * lanes; i += lanes, to += v->pitch) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            size_t at = i + v->order[lane];
            fftc_table_put_lane(v->precision, to, lanes, lane, v->scale * cosine[at],
                                v->scale * sine[at]);
        }
    }
}

/* A function for each number of lanes, so that compilers know it. */
void fftc_twiddle_vectors_put(const fftc_twiddle_vectors *vectors, void *to, size_t count,
                              const double *cosine, const double *sine)
{
    switch (vectors->lanes) {
    case 2: put_vectors(vectors, to, count, cosine, sine, 2); break;
    case 4: put_vectors(vectors, to, count, cosine, sine, 4); break;
    case 8: put_vectors(vectors, to, count, cosine, sine, 8); break;
    default: put_vectors(vectors, to, count, cosine, sine, vectors->lanes); break;
    }
}

void fftc_twiddles_vectors(const fftc_engine *engine, void *table, size_t m, size_t r, double scale)
{
    size_t lanes = (size_t)engine->lanes;
    size_t bytes = 2 * lanes * fftc_precision_bytes(engine->precision);
    const fftc_twiddle_vectors vectors =
        fftc_twiddle_vectors_of(engine->precision, lanes, false, (r - 1) * bytes, scale);
    double cosine[FFTC_CIRCLE_ROW];
    double sine[FFTC_CIRCLE_ROW];
    char *to = table;
    for (size_t column = 0; column < m;) {
        size_t base = column + lanes <= m ? column : m - lanes;
        size_t whole = (m - base) / lanes;
        size_t here = whole < FFTC_CIRCLE_ROW / lanes ? whole : FFTC_CIRCLE_ROW / lanes;
        for (size_t q = 1; q < r; ++q) {
            fftc_circle_split(base * q, q, m * r, here * lanes, cosine, sine);
            fftc_twiddle_vectors_put(&vectors, to + (q - 1) * bytes, here, cosine, sine);
        }
        to += here * (r - 1) * bytes;
        column += here * lanes;
    }
}
