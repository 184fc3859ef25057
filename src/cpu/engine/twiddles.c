/* SPDX-License-Identifier: MIT */
#include "cpu/engine/twiddles.h"

void fftc_twiddles_scalars(fftc_precision precision, void *table, size_t rows, size_t r,
                           uint64_t step, uint64_t n, double scale)
{
    double points[2 * FFTC_CIRCLE_ROW];
    /* Few rows at a time, so that what is written stays in the first-level cache. */
    for (size_t j = 0; j < rows; j += FFTC_CIRCLE_ROW) {
        size_t count = rows - j < FFTC_CIRCLE_ROW ? rows - j : FFTC_CIRCLE_ROW;
        for (size_t q = 1; q < r; ++q) {
            size_t at = j * (r - 1) + q - 1;
            fftc_circle_run(step * j * q, step * q % n, n, count, points);
            for (size_t i = 0; i < count; ++i, at += r - 1) {
                fftc_table_put(precision, table, at, scale * points[2 * i],
                               scale * points[2 * i + 1]);
            }
        }
    }
}

void fftc_twiddles_vectors(const fftc_engine *engine, void *table, size_t m, size_t r, double scale)
{
    size_t lanes = (size_t)engine->lanes;
    char *at = table;
    double points[2 * FFTC_CIRCLE_ROW];
    for (size_t column = 0; column < m; column += lanes) {
        size_t base = column + lanes <= m ? column : m - lanes;
        for (size_t q = 1; q < r; ++q) {
            fftc_circle_run(base * q, q, m * r, lanes, points);
            for (size_t lane = 0; lane < lanes; ++lane) {
                const double *w = points + 2 * fftc_engine_column(engine, lane);
                fftc_table_put_lane(engine->precision, at, lanes, lane, scale * w[0], scale * w[1]);
            }
            at += 2 * lanes * fftc_precision_bytes(engine->precision);
        }
    }
}
