/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/engine/candidates.h"
#include "cpu/engine/circle.h"
#include "cpu/engine/line_kinds.h"

/* The cheapest lengths that hold the linear convolution, among the products of 2, 3, 5 and 7 (at
 * least a factor 4) up to a fifth longer than needed. */
#define LENGTHS 6

typedef struct convolution {
    const fftc_engine *const *engines;
    size_t least;
    size_t most;
    size_t best[LENGTHS]; /* cheapest first, 0 at the end */
    double cost[LENGTHS];
} convolution;

static void try_length(convolution *c, size_t m)
{
    fftc_line candidate = {.n = m};
    fftc_row_choose(m, c->engines, &candidate);
    int at = LENGTHS;
    while (at > 0 && (c->best[at - 1] == 0 || candidate.cost < c->cost[at - 1])) {
        --at;
        if (at + 1 < LENGTHS) {
            c->best[at + 1] = c->best[at];
            c->cost[at + 1] = c->cost[at];
        }
    }
    if (at < LENGTHS) {
        c->best[at] = m;
        c->cost[at] = candidate.cost;
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

static convolution choose_convolution(size_t n, const fftc_engine *const *engines)
{
    size_t least = 2 * n - 1;
    convolution c = {engines, least, least + least / 5 + 16, {0}, {0}};
    try_multiples(&c, 4, 0);
    return c;
}

void fftc_chirp_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    convolution c = choose_convolution(n, engines);
    for (int i = 0; i < LENGTHS && c.best[i] != 0; ++i) {
        fftc_line inner = {.n = c.best[i], .precision = engines[0]->precision};
        fftc_line_choose(&inner, engines);
        fftc_line line = {.kind = FFTC_LINE_CHIRP, .n = n, .inner = &inner, .cost = inner.cost};
        fftc_shortlist_offer(list, &line);
    }
}

void fftc_chirp_write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, line->inner->n);
    fftc_line_write(line->inner, choice);
}

/* A convolution of twice the length that is needed is as long as makes any sense. */
static size_t read_convolution(fftc_choice *choice, size_t n)
{
    size_t m;
    return fftc_choice_get(choice, 2 * n - 1, 4 * n, &m) && fftc_vector_smooth(m) ? m : 0;
}

fftc_status fftc_chirp_prepare(fftc_line *line, const fftc_engine *const *engines,
                               fftc_choice *given, fftc_arena *arena, fftc_error *error)
{
    size_t n = line->n;
    size_t m = given != NULL ? read_convolution(given, n) : choose_convolution(n, engines).best[0];
    if (m == 0) {
        return fftc_choice_refuse(error);
    }
    size_t item = fftc_line_item(line);
    fftc_line *inner = fftc_arena_allocate(arena, 1, sizeof *inner);
    char *chirp = fftc_arena_allocate(arena, n, item);
    char *filter = fftc_arena_allocate(arena, m, item);
    char *spectrum = fftc_arena_allocate(arena, m, item);
    if (inner == NULL || chirp == NULL || filter == NULL || spectrum == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the chirp of %zu points", n);
    }
    fftc_status status = fftc_line_prepare_as(m, engines, given, 1.0, arena, inner, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    char *work = fftc_arena_allocate(arena, 1, fftc_line_thread_bytes(inner));
    char *shared = fftc_arena_allocate(arena, 1, fftc_line_shared_bytes(inner));
    if (work == NULL || shared == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", n);
    }
    size_t square = 0; /* k^2 mod 2n */
    double factor = line->scale / (double)m;
    for (size_t k = 0; k < n; ++k) {
        double w[2];
        fftc_circle(square, 2 * n, w);
        fftc_table_put(line->precision, chirp, k, w[0], w[1]);
        fftc_table_put(line->precision, filter, k, factor * w[0], factor * -w[1]);
        if (k > 0) {
            fftc_table_put(line->precision, filter, m - k, factor * w[0], factor * -w[1]);
        }
        square = (square + 2 * k + 1) % (2 * n);
    }
    fftc_team alone = {1, NULL};
    fftc_line_execute(inner, &alone, work, shared, filter, spectrum, 0);
    line->inner = inner;
    line->chirp = chirp;
    line->spectrum = spectrum;
    line->engine = inner->engine;
    return FFTC_SUCCESS;
}

/* shared: an array of the inner length, and what the inner line shares. */
void fftc_chirp_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                        const void *src, void *dst, int inverse)
{
    const fftc_line *inner = line->inner;
    size_t item = fftc_line_item(line);
    char *a = shared;
    char *inside = a + fftc_chirp_array_bytes(line);
    line->engine->multiply(src, inverse, line->chirp, a, 0, line->n);
    memset(a + line->n * item, 0, (inner->n - line->n) * item);
    fftc_line_execute(inner, team, work, inside, a, a, 0);
    line->engine->multiply(a, 0, line->spectrum, a, 0, inner->n);
    fftc_line_execute(inner, team, work, inside, a, a, 1);
    line->engine->multiply(a, 0, line->chirp, dst, inverse, line->n);
}
