/* SPDX-License-Identifier: MIT */
#include "cpu/engine/vector_prime.h"

#include <string.h>

#include "cpu/engine/lines/codelet_gain.h"
#include "cpu/engine/lines/rader.h"
#include "support/smooth.h"

size_t fftc_vector_rest(size_t m)
{
    m = (size_t)fftc_rough_part(m);
#define DIVIDE(p, x)       \
    while (m % (p) == 0) { \
        m /= (p);          \
    }
    FFTC_PRIMES(DIVIDE, )
#undef DIVIDE
    return m;
}

/* The most convolutions inside of one another: each has two transforms, whose errors add up. 2879
 * points, six deep, had 1.8 times the documented error. */
enum { DEEPEST = 3 };

static bool suits(size_t p, int depth)
{
    if (p <= FFTC_ENGINE_MAX_RADIX || p > FFTC_VECTOR_PRIME_MOST || fftc_vector_rest(p) != p) {
        return false;
    }
    size_t rest = fftc_vector_rest(p - 1);
    return rest == 1 || (depth > 1 && suits(rest, depth - 1));
}

bool fftc_vector_prime_suits(size_t p)
{
    return suits(p, DEEPEST);
}

/* The cost includes copying the rows in, multiplying and copying them out, at a nanosecond or so
 * each. */
double fftc_vector_prime_cost(const fftc_engine *engine, size_t p)
{
    fftc_vector_plan inner;
    return 2.0 * fftc_vector_choose(engine, p - 1, true, &inner) + 6.0 * (double)p;
}

fftc_status fftc_vector_prime_prepare(const fftc_engine *engine, size_t p, double scale,
                                      fftc_arena *arena, const fftc_vector_prime **prime,
                                      size_t *vectors, fftc_error *error)
{
    fftc_vector_prime *made = fftc_arena_allocate(arena, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", p);
    }
    made->p = p;
    made->scale = scale;
    *prime = made;
    (void)fftc_vector_choose(engine, p - 1, true, &made->inner);
    fftc_status status = fftc_vector_prepare(&made->inner, engine->precision, 1.0, arena, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    *vectors = made->inner.room > p ? made->inner.room : p;
    double excess = 0.0;
    status = fftc_gain_of_columns(engine, &made->inner, &arena->allocator, &excess, error);
    return status == FFTC_SUCCESS
               ? fftc_rader_tables(engine, p, scale, excess, arena, &made->rader, error)
               : status;
}

/* --- running ---------------------------------------------------------------------------------- */

static inline void copy_row(char *dst, const char *src, size_t bytes)
{
    switch (bytes) {
    case 128: memcpy(dst, src, 128); break;
    case 64: memcpy(dst, src, 64); break;
    case 32: memcpy(dst, src, 32); break;
    case 16: memcpy(dst, src, 16); break;
    default: memcpy(dst, src, bytes); break;
    }
}

/* scratch: p rows. work: what the inner columns need; it may be where src is, unless src is dst.
 * dst.swap applies to the results only. `backwards` exchanges outputs k and p - k, which makes the
 * transform the inverse one. */
static void run(const fftc_engine *engine, const fftc_vector_prime *prime, char *scratch,
                void *work, fftc_engine_edge src, fftc_engine_edge dst, int backwards)
{
    size_t item = 2 * fftc_precision_bytes(engine->precision);
    size_t p = prime->p;
    size_t m = p - 1;
    size_t lanes = (size_t)engine->lanes;
    size_t row = lanes * item;
    size_t read = (size_t)src.lanes * item;
    size_t written = (size_t)dst.lanes * item;
    const char *from = src.data;
    char *to = dst.data;
    char *first = scratch + m * row;
    fftc_engine_edge rows = {scratch, lanes, engine->lanes, 0};
    if (read < row) {
        memset(scratch, 0, p * row);
    }
    copy_row(first, from, read);
    for (size_t b = 0; b < m; ++b) {
        copy_row(scratch + b * row, from + prime->rader.order[b] * src.stride * item, read);
    }
    fftc_vector_columns(engine, &prime->inner, work, rows, rows);
    engine->convolve(scratch, prime->rader.spectrum, m, first, prime->scale, dst.swap);
    fftc_engine_edge results = rows;
    rows.swap = 1;
    results.swap = !dst.swap;
    fftc_vector_columns(engine, &prime->inner, work, rows, results);
    copy_row(to, first, written);
    for (size_t b = 0; b < m; ++b) {
        size_t k = backwards ? p - prime->rader.order[b] : prime->rader.order[b];
        copy_row(to + k * dst.stride * item, scratch + (b == 0 ? 0 : m - b) * row, written);
    }
}

void fftc_vector_prime_columns(const fftc_engine *engine, const fftc_vector_prime *prime,
                               void *vectors, void *scratch, fftc_engine_edge src,
                               fftc_engine_edge dst)
{
    int backwards = dst.swap;
    dst.swap = 0;
    run(engine, prime, vectors, scratch, src, dst, backwards);
}

void fftc_vector_prime_store(const fftc_engine *engine, const fftc_vector_prime *prime,
                             void *vectors, void *scratch, fftc_engine_edge dst)
{
    /* Read before the inner columns need the place. */
    fftc_engine_edge src = {scratch, (size_t)engine->lanes, engine->lanes, 0};
    engine->rows(vectors, prime->p, scratch);
    run(engine, prime, vectors, scratch, src, dst, 0);
}
