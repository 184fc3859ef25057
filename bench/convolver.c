/* SPDX-License-Identifier: MIT
 *
 * A convolution by FFTW: there, the product, back. What a program does that has transforms only.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static size_t scalar_bytes(char precision)
{
    return precision == 'f'   ? sizeof(float)
           : precision == 'd' ? sizeof(double)
                              : sizeof(long double);
}

/* Cleared, so that FFTW's planner meets numbers. */
static void *array(const bench_convolver *c, size_t scalars)
{
    size_t bytes = (scalars * scalar_bytes(c->precision) + 63) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    return memory != NULL ? memset(memory, 0, bytes) : NULL;
}

/* Periods: the case's own of a circular one; else what padding takes. */
static void read_periods(bench_convolver *c)
{
    const bench_case *which = c->which;
    c->points = 1;
    c->half = 1;
    for (int i = 0; i < which->rank; ++i) {
        uint64_t taps = which->kernel_length[0] != 0 ? which->kernel_length[i] : 1;
        uint64_t least = which->length[i] + taps - 1;
        c->period[i] = which->kernel_length[0] != 0 ? fftc_convolution_length(least) : least;
        bool halved = which->kind == FFTC_REAL && i == which->rank - 1;
        c->points *= (size_t)c->period[i];
        c->half *= (size_t)(halved ? c->period[i] / 2 + 1 : c->period[i]);
    }
}

static bool plan(bench_convolver *c, bench_effort effort)
{
    const bench_fftw *f = &c->peer->fftw;
    bench_iodim dims[2][FFTC_MAX_RANK];
    ptrdiff_t signal = 1;
    ptrdiff_t spectrum = 1;
    int rank = c->which->rank;
    bool real = c->which->kind == FFTC_REAL;
    unsigned flags = bench_peer_flags(effort);
    for (int i = rank - 1; i >= 0; --i) {
        ptrdiff_t n = (ptrdiff_t)c->period[i];
        dims[0][i] = (bench_iodim){n, signal, spectrum};
        dims[1][i] = (bench_iodim){n, spectrum, signal};
        signal *= n;
        spectrum *= real && i == rank - 1 ? n / 2 + 1 : n;
    }
    ptrdiff_t count = (ptrdiff_t)c->which->batch;
    bench_iodim batch[2] = {{count, signal, spectrum}, {count, spectrum, signal}};
    int batches = count > 1;
    if (real) {
        c->there = f->plan_r2c(rank, dims[0], batches, &batch[0], c->from, c->spectrum, flags);
        c->back = f->plan_c2r(rank, dims[1], batches, &batch[1], c->spectrum, c->to, flags);
    } else {
        c->there = f->plan(rank, dims[0], batches, &batch[0], c->from, c->spectrum, -1, flags);
        c->back = f->plan(rank, dims[1], batches, &batch[1], c->spectrum, c->to, 1, flags);
    }
    return c->there != NULL && c->back != NULL;
}

bool bench_convolver_open(const bench_peer *peer, char precision, const bench_case *which,
                          void *src, void *dst, bench_effort effort, double limit_seconds,
                          bench_convolver *c)
{
    size_t parts = which->kind == FFTC_REAL ? 1 : 2;
    *c = (bench_convolver){.peer = peer, .precision = precision, .which = which};
    c->padded = which->kernel_length[0] != 0;
    c->src = src;
    c->dst = dst;
    read_periods(c);
    size_t scalars = c->points * parts * (size_t)which->batch;
    c->from = c->padded ? array(c, scalars) : src;
    c->to = c->padded ? array(c, scalars) : dst;
    c->spectrum = array(c, 2 * c->half * (size_t)which->batch);
    c->kernel = array(c, 2 * c->half);
    if (c->from == NULL || c->to == NULL || c->spectrum == NULL || c->kernel == NULL) {
        return false;
    }
    bench_peer_start(peer, limit_seconds);
    bool planned = plan(c, effort);
    bench_peer_finish(peer);
    return planned;
}

void bench_convolver_close(bench_convolver *c)
{
    void *plans[] = {c->there, c->back};
    for (int i = 0; i < 2; ++i) {
        if (plans[i] != NULL) {
            c->peer->fftw.destroy(plans[i]);
        }
    }
    if (c->padded) {
        free(c->from);
        free(c->to);
    }
    free(c->spectrum);
    free(c->kernel);
}

/* Bytes of a row's numbers, and where row number `row` of a signal begins in an array of `length`
 * lengths. */
static size_t row_at(const bench_convolver *c, const uint64_t *length, size_t row)
{
    size_t parts = c->which->kind == FFTC_REAL ? 1 : 2;
    size_t offset = 0;
    size_t stride = 1;
    for (int i = c->which->rank - 1; i >= 0; --i) {
        if (i < c->which->rank - 1) {
            offset += row % (size_t)c->which->length[i] * stride;
            row /= (size_t)c->which->length[i];
        }
        stride *= (size_t)length[i];
    }
    return (row * stride + offset) * parts * scalar_bytes(c->precision);
}

static void copy_rows(const bench_convolver *c, bool in)
{
    const bench_case *which = c->which;
    size_t last = (size_t)which->length[which->rank - 1];
    size_t rows = (size_t)(which->points * which->batch) / last;
    size_t bytes = last * scalar_bytes(c->precision) * (which->kind == FFTC_REAL ? 1 : 2);
    for (size_t row = 0; row < rows; ++row) {
        char *inside = (char *)(in ? c->from : c->to) + row_at(c, c->period, row);
        size_t outside = row_at(c, which->length, row);
        if (in) {
            memcpy(inside, (const char *)c->src + outside, bytes);
        } else {
            memcpy((char *)c->dst + outside, inside, bytes);
        }
    }
}

/* Multiplies spectra in a loop that compilers vectorise. */
#define MULTIPLY(name, real)                                                  \
    static void name(real *restrict x, const real *restrict h, size_t count)  \
    {                                                                         \
        for (size_t i = 0; i < count; ++i) {                                  \
            real re = x[2 * i] * h[2 * i] - x[2 * i + 1] * h[2 * i + 1];      \
            x[2 * i + 1] = x[2 * i] * h[2 * i + 1] + x[2 * i + 1] * h[2 * i]; \
            x[2 * i] = re;                                                    \
        }                                                                     \
    }

MULTIPLY(multiply_float, float)
MULTIPLY(multiply_double, double)
MULTIPLY(multiply_long, long double)

void bench_convolver_run(const bench_convolver *c)
{
    if (c->padded) {
        copy_rows(c, true);
    }
    c->peer->fftw.execute(c->there);
    for (size_t i = 0; i < (size_t)c->which->batch; ++i) {
        char *spectrum = (char *)c->spectrum + i * 2 * c->half * scalar_bytes(c->precision);
        switch (c->precision) {
        case 'f': multiply_float((float *)(void *)spectrum, c->kernel, c->half); break;
        case 'd': multiply_double((double *)(void *)spectrum, c->kernel, c->half); break;
        default: multiply_long((long double *)(void *)spectrum, c->kernel, c->half); break;
        }
    }
    c->peer->fftw.execute(c->back);
    if (c->padded) {
        copy_rows(c, false);
    }
}

/* Where tap number i stands: the middle one at 0, those before it around the corner. */
static size_t place_of(const bench_convolver *c, size_t i)
{
    size_t place = 0;
    size_t stride = 1;
    for (int k = c->which->rank - 1; k >= 0; --k) {
        size_t period = (size_t)c->period[k];
        size_t taps = c->padded ? (size_t)c->which->kernel_length[k] : period;
        size_t origin = c->padded ? (taps - 1) / 2 : 0;
        place += (i % taps + period - origin) % period * stride;
        stride *= period;
        i /= taps;
    }
    return place;
}

void bench_convolver_prepare(bench_convolver *c, const void *taps, size_t count)
{
    size_t scalar = scalar_bytes(c->precision);
    size_t item = scalar * (c->which->kind == FFTC_REAL ? 1 : 2);
    /* As the first of the batch; all else is overwritten by signals, but for what is padding. */
    memset(c->from, 0, c->points * item);
    for (size_t i = 0; i < count; ++i) {
        memcpy((char *)c->from + place_of(c, i) * item, (const char *)taps + i * item, item);
    }
    c->peer->fftw.execute(c->there);
    memset(c->from, 0, c->points * item);
    for (size_t i = 0; i < 2 * c->half; ++i) {
        long double x = bench_get(c->precision, c->spectrum, i);
        bench_set(c->precision, c->kernel, i, x / (long double)c->points);
    }
}
