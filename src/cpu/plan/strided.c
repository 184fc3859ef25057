/* SPDX-License-Identifier: MIT */
#include "cpu/plan/strided.h"

#include <stdlib.h>
#include <string.h>

#include "support/half.h"

static size_t magnitude(ptrdiff_t step)
{
    return step < 0 ? (size_t)-step : (size_t)step;
}

void fftc_nest_sort(fftc_nest *nest)
{
    for (int i = 1; i < nest->loops; ++i) {
        const fftc_nest_loop loop = nest->loop[i];
        int at = i;
        for (; at > 0 && magnitude(nest->loop[at - 1].to) < magnitude(loop.to); --at) {
            nest->loop[at] = nest->loop[at - 1];
        }
        nest->loop[at] = loop;
    }
}

/* --- copies ----------------------------------------------------------------------------------- */

/* memcpy of a constant size is a load and a store, aligned or not. */
#define COPY_ROW(bytes)                                                                \
    for (size_t i = 0; i < n; ++i) {                                                   \
        memcpy(to + (ptrdiff_t)i * loop->to, from + (ptrdiff_t)i * loop->from, bytes); \
    }                                                                                  \
    break

static void copy_row(const fftc_nest_loop *loop, size_t n, size_t bytes, const char *from, char *to)
{
    if (loop->from == (ptrdiff_t)bytes && loop->to == (ptrdiff_t)bytes) {
        memcpy(to, from, n * bytes);
        return;
    }
    switch (bytes) {
    case 2: COPY_ROW(2);
    case 4: COPY_ROW(4);
    case 8: COPY_ROW(8);
    default: COPY_ROW(16);
    }
}

/* Elements of a tile's side: its source and its results stay in the first-level cache. */
#define TILE 32

/* The two innermost loops in tiles, since one side of a transposition steps far. */
static void copy_plane(const fftc_nest_loop *loop, size_t bytes, const char *from, char *to)
{
    const bool across = magnitude(loop[0].from) < magnitude(loop[1].from);
    const size_t step = across ? TILE : loop[1].length;
    for (size_t column = 0; column < loop[1].length; column += step) {
        const size_t left = loop[1].length - column;
        const char *source = from + (ptrdiff_t)column * loop[1].from;
        char *place = to + (ptrdiff_t)column * loop[1].to;
        for (size_t row = 0; row < loop[0].length; ++row) {
            copy_row(&loop[1], left < step ? left : step, bytes,
                     source + (ptrdiff_t)row * loop[0].from, place + (ptrdiff_t)row * loop[0].to);
        }
    }
}

static void copy(const fftc_nest_loop *loop, int loops, size_t bytes, const char *from, char *to)
{
    static const fftc_nest_loop once = {1, 0, 0};
    if (loops == 2) {
        copy_plane(loop, bytes, from, to);
        return;
    }
    if (loops < 2) {
        copy_row(loops == 1 ? loop : &once, loops == 1 ? loop->length : 1, bytes, from, to);
        return;
    }
    for (size_t i = 0; i < loop->length; ++i) {
        copy(loop + 1, loops - 1, bytes, from + (ptrdiff_t)i * loop->from,
             to + (ptrdiff_t)i * loop->to);
    }
}

void fftc_nest_copy(const fftc_nest *nest, size_t bytes, const char *from, char *to)
{
    copy(nest->loop, nest->loops, bytes, from, to);
}

/* --- arithmetic ------------------------------------------------------------------------------- */

static double get(fftc_precision precision, const char *at)
{
    uint16_t half;
    switch (precision) {
    case FFTC_FLOAT64: return *(const double *)(const void *)at;
    case FFTC_FLOAT32: return (double)*(const float *)(const void *)at;
    default: memcpy(&half, at, sizeof half); return fftc_double_from_half(half);
    }
}

static void put(fftc_precision precision, char *at, double x)
{
    uint16_t half;
    switch (precision) {
    case FFTC_FLOAT64: *(double *)(void *)at = x; break;
    case FFTC_FLOAT32: *(float *)(void *)at = (float)x; break;
    default:
        half = fftc_half_from_double(x);
        memcpy(at, &half, sizeof half);
        break;
    }
}

static void scale_row(const fftc_nest_loop *loop, size_t n, fftc_precision precision, double factor,
                      char *to)
{
    for (size_t i = 0; i < n; ++i) {
        char *at = to + (ptrdiff_t)i * loop->to;
        if (precision == FFTC_FLOAT32 && factor == -1.0) {
            *(float *)(void *)at = -*(float *)(void *)at;
        } else {
            put(precision, at, factor == 0.0 ? 0.0 : factor * get(precision, at));
        }
    }
}

static void scale(const fftc_nest_loop *loop, int loops, fftc_precision precision, double factor,
                  char *to)
{
    static const fftc_nest_loop once = {1, 0, 0};
    if (loops < 2) {
        scale_row(loops == 1 ? loop : &once, loops == 1 ? loop->length : 1, precision, factor, to);
        return;
    }
    for (size_t i = 0; i < loop->length; ++i) {
        scale(loop + 1, loops - 1, precision, factor, to + (ptrdiff_t)i * loop->to);
    }
}

void fftc_nest_scale(const fftc_nest *nest, fftc_precision precision, double factor, char *to)
{
    scale(nest->loop, nest->loops, precision, factor, to);
}

/* --- Hartley ---------------------------------------------------------------------------------- */

typedef struct hartley {
    fftc_precision precision;
    size_t n;
    ptrdiff_t from_step;
    ptrdiff_t to_step;
} hartley;

/* H[k] = Re X[k] - Im X[k], and X[n - k] is the conjugate of X[k]. */
static void hartley_line(const hartley *h, const char *from, char *to)
{
    const size_t scalar = fftc_precision_bytes(h->precision);
    for (size_t k = 0; k <= h->n / 2; ++k) {
        const char *x = from + (ptrdiff_t)k * h->from_step;
        const double re = get(h->precision, x);
        const double im = 2 * k == h->n || k == 0 ? 0.0 : get(h->precision, x + scalar);
        put(h->precision, to + (ptrdiff_t)k * h->to_step, re - im);
        if (k != 0) {
            put(h->precision, to + (ptrdiff_t)(h->n - k) * h->to_step, re + im);
        }
    }
}

static void hartley_loops(const hartley *h, const fftc_nest_loop *loop, int loops, const char *from,
                          char *to)
{
    if (loops == 0) {
        hartley_line(h, from, to);
        return;
    }
    for (size_t i = 0; i < loop->length; ++i) {
        hartley_loops(h, loop + 1, loops - 1, from + (ptrdiff_t)i * loop->from,
                      to + (ptrdiff_t)i * loop->to);
    }
}

void fftc_nest_hartley(const fftc_nest *nest, fftc_precision precision, size_t n,
                       ptrdiff_t from_step, ptrdiff_t to_step, const char *from, char *to)
{
    const hartley h = {precision, n, from_step, to_step};
    hartley_loops(&h, nest->loop, nest->loops, from, to);
}
