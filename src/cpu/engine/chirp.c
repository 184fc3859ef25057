/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/engine/candidates.h"
#include "cpu/engine/circle.h"
#include "cpu/engine/line_kinds.h"
#include "cpu/engine/spectrum.h"

/* Lengths that hold the linear convolution, among the products of 2, 3, 5 and 7 (at least a factor 4)
 * up to a fifth longer than needed, most promising first. */
#define LENGTHS 6

typedef struct convolution {
    size_t least;
    size_t most;
    size_t length[LENGTHS]; /* 0 at the end */
    double promise[LENGTHS];
} convolution;

/* There are hundreds of them, and choosing radices for each would take longer than making the
 * tables. Short of that: powers of two fill all lanes of all passes. */
static double promise(size_t m)
{
    double waste = m % 256 == 0 ? 1.0 : m % 64 == 0 ? 1.03 : m % 16 == 0 ? 1.07 : 1.3;
    return waste * (double)m;
}

static void try_length(convolution *c, size_t m)
{
    double value = promise(m);
    int at = LENGTHS;
    while (at > 0 && (c->length[at - 1] == 0 || value < c->promise[at - 1])) {
        --at;
        if (at + 1 < LENGTHS) {
            c->length[at + 1] = c->length[at];
            c->promise[at + 1] = c->promise[at];
        }
    }
    if (at < LENGTHS) {
        c->length[at] = m;
        c->promise[at] = value;
    }
}

/* All products m * (primes from number `next` on) in the range. */
static void try_multiples(convolution *c, size_t m, int next)
{
    static const size_t primes[] = {7, 5, 3, 2};
    if (next == 4) {
        if (m >= c->least) {
            try_length(c, m);
        }
        return;
    }
    for (; m <= c->most; m *= primes[next]) {
        /* Of the last prime only the first power that is long enough: the next is twice that. */
        if (next < 3 || m >= c->least) {
            try_multiples(c, m, next + 1);
        }
    }
}

static convolution find_lengths(size_t n)
{
    size_t least = 2 * n - 1;
    convolution c = {.least = least, .most = least + least / 5 + 16};
    try_multiples(&c, 4, 0);
    return c;
}

/* Two transforms, and four products of which two are of n points. */
static double convolution_cost(size_t n, size_t m, const fftc_engine *const *engines)
{
    fftc_line inner = {.n = m, .precision = engines[0]->precision};
    fftc_line_choose(&inner, engines);
    return 2.0 * inner.cost + 0.2 * (double)(n + m);
}

void fftc_chirp_choose(fftc_line *line, const fftc_engine *const *engines)
{
    convolution c = find_lengths(line->n);
    /* In memory beyond the caches the shortest is best, and choosing its radices takes longest. */
    int tried = line->n * fftc_line_item(line) <= 256 * 1024 ? 3 : 1;
    line->cost = 1e300;
    for (int i = 0; i < tried && c.length[i] != 0; ++i) {
        double cost = convolution_cost(line->n, c.length[i], engines);
        if (cost < line->cost) {
            line->cost = cost;
            line->convolution = c.length[i];
        }
    }
}

void fftc_chirp_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    convolution c = find_lengths(n);
    for (int i = 0; i < LENGTHS && c.length[i] != 0; ++i) {
        fftc_line inner = {.n = c.length[i], .precision = engines[0]->precision};
        fftc_line_choose(&inner, engines);
        fftc_line line = {.kind = FFTC_LINE_CHIRP, .n = n, .inner = &inner};
        line.cost = convolution_cost(n, inner.n, engines);
        fftc_shortlist_offer(list, &line);
    }
}

void fftc_chirp_write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, line->inner->n);
    fftc_line_write(line->inner, choice);
}

/* A convolution of twice the length that is needed is as long as makes any sense. */
bool fftc_chirp_read(fftc_choice *choice, fftc_line *line)
{
    return fftc_choice_get(choice, 2 * line->n - 1, 4 * line->n, &line->convolution) &&
           fftc_vector_smooth(line->convolution);
}

/* exp(-pi i k^2 / n) and, over the convolution's length and scaled, its conjugate both ways from 0.
 */
static void fill_tables(const fftc_line *line, void *chirp, fftc_precision wide, void *filter)
{
    size_t n = line->n;
    size_t m = line->convolution;
    size_t square = 0; /* k^2 mod 2n */
    double factor = line->scale / (double)m;
    for (size_t k = 0; k < n; ++k) {
        double w[2];
        fftc_circle(square, 2 * n, w);
        fftc_table_put(line->precision, chirp, k, w[0], w[1]);
        fftc_table_put(wide, filter, k, factor * w[0], factor * -w[1]);
        if (k > 0) {
            fftc_table_put(wide, filter, m - k, factor * w[0], factor * -w[1]);
        }
        square = (square + 2 * k + 1) % (2 * n);
    }
}

fftc_status fftc_chirp_prepare(fftc_line *line, const fftc_engine *const *engines,
                               fftc_choice *given, fftc_arena *arena, fftc_error *error)
{
    size_t m = line->convolution;
    fftc_precision wide = fftc_spectrum_precision(line->precision, m);
    fftc_arena scratch = {.allocator = arena->allocator};
    fftc_line *inner = fftc_arena_allocate(arena, 1, sizeof *inner);
    char *chirp = fftc_arena_allocate(arena, line->n, fftc_line_item(line));
    char *filter = fftc_arena_allocate(&scratch, m, 2 * fftc_precision_bytes(wide));
    fftc_status status = FFTC_SUCCESS;
    if (inner == NULL || chirp == NULL || filter == NULL) {
        status =
            fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the chirp of %zu points", line->n);
    } else {
        status = fftc_line_prepare_as(m, engines, given, 1.0, arena, inner, error);
    }
    if (status == FFTC_SUCCESS) {
        fill_tables(line, chirp, wide, filter);
        line->inner = inner;
        line->engine = inner->engine;
        line->chirp = chirp;
        status = fftc_spectrum_make(line->engine, m, filter, arena, &line->spectrum, error);
    }
    fftc_arena_release(&scratch);
    return status;
}

/* shared: an array of the inner length, and what the inner line shares. */
void fftc_chirp_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                        const void *src, void *dst, int inverse)
{
    const fftc_line *inner = line->inner;
    size_t item = fftc_line_item(line);
    char *a = shared;
    char *inside = a + fftc_convolution_bytes(line);
    line->engine->multiply(src, inverse, line->chirp, a, 0, line->n);
    memset(a + line->n * item, 0, (inner->n - line->n) * item);
    fftc_line_execute(inner, team, work, inside, a, a, 0);
    line->engine->multiply(a, 0, line->spectrum, a, 0, inner->n);
    fftc_line_execute(inner, team, work, inside, a, a, 1);
    line->engine->multiply(a, 0, line->chirp, dst, inverse, line->n);
}
