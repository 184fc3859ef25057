/* SPDX-License-Identifier: MIT
 *
 * A source of random numbers becomes half a real signal's spectrum: X[-f] = conj X[f]. Libraries
 * differ in what they make of others.
 */
#include "bench.h"

/* Offsets of a row's first number, and of that with the opposite frequencies. */
static void find_rows(const fftc_transform *t, int rank, uint64_t row, uint64_t offset[2])
{
    offset[0] = offset[1] = 0;
    for (int i = rank - 2; i >= 0; --i) {
        uint64_t f = row % t->length[i];
        row /= t->length[i];
        offset[0] += f * t->src_stride[i];
        offset[1] += (t->loop[i] != 0 || f == 0 ? f : t->length[i] - f) * t->src_stride[i];
    }
    offset[0] += row * t->src_distance;
    offset[1] += row * t->src_distance;
}

void bench_case_symmetrise(const bench_case *c, char precision, void *data, size_t numbers)
{
    const fftc_transform t = bench_case_describe(c);
    size_t split = bench_case_imaginary(c, false, numbers);
    size_t scale = split != 0 ? 1 : 2;
    size_t im = split != 0 ? split : 1;
    uint64_t rows = t.batch;
    int rank = 0;
    for (; rank < FFTC_MAX_RANK && t.length[rank] != 0; ++rank) {
        rows *= t.length[rank];
    }
    uint64_t n = t.length[rank - 1];
    for (uint64_t row = 0; row < rows / n; ++row) {
        uint64_t offset[2];
        find_rows(&t, rank, row, offset);
        for (uint64_t f = 0; f <= n / 2; f += n % 2 == 0 ? n / 2 : n) {
            size_t from = scale * (size_t)(offset[0] + f * t.src_stride[rank - 1]);
            size_t to = scale * (size_t)(offset[1] + f * t.src_stride[rank - 1]);
            bench_set(precision, data, to, bench_get(precision, data, from));
            bench_set(precision, data, to + im,
                      to == from ? 0.0L : -bench_get(precision, data, from + im));
        }
    }
}
