/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/rader.h"

#include <stdint.h>
#include <string.h>

#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/codelet_gain.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/lines/spectrum.h"

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t n)
{
    uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1, base = base * base % n) {
        result = (exponent & 1) != 0 ? result * base % n : result;
    }
    return result;
}

/* Whether the order of g modulo n is all of n - 1. Then n is prime (Lucas 1891). g to the power of
 * n - 1 is 1. */
static bool generates(uint64_t g, uint64_t n)
{
    uint64_t left = n - 1;
    for (uint64_t q = 2; left > 1; ++q) {
        if (left % q == 0 && power(g, (n - 1) / q, n) == 1) {
            return false;
        }
        while (left % q == 0) {
            left /= q;
        }
    }
    return true;
}

/* The least generator, which for a prime below 2^32 is at most 164; 0 if n is not prime. Squares of
 * residues must not overflow 64 bits. */
uint64_t fftc_rader_generator(uint64_t n)
{
    for (uint64_t g = 2; g < 256; ++g) {
        if (n % g == 0 || power(g, n - 1, n) != 1) {
            return 0;
        }
        if (generates(g, n)) {
            return g;
        }
    }
    return 0;
}

/* Shorter ones are products of matrix and vector. */
static const size_t shortest_row = 67;

bool fftc_rader_suits(size_t n)
{
    return n >= shortest_row && n < UINT32_MAX && n % 2 != 0 && fftc_vector_possible(n - 1) &&
           fftc_rader_generator(n) != 0;
}

/* The cost in addition to the two transforms: the products, and reading and writing in an order
 * that no cache expects. */
static double order_cost(const fftc_line *line)
{
    size_t bytes = line->n * fftc_line_item(line);
    return 25.0 + (double)line->n * (bytes <= 32 * 1024 ? 1.0 : bytes <= 512 * 1024 ? 2.0 : 1.2);
}

/* What rounding errors of the convolution's transforms cost, where errors count: sums of many
 * products have large ones if these are not fused, and convolutions inside are worse than a chirp,
 * which is one. */
static double error_penalty(const fftc_line *line, const fftc_line *inner,
                            const fftc_engine *const *engines)
{
    static const uint64_t most_products = 61;
    bool rough = !engines[0]->fuses && fftc_rough_part(inner->n) > most_products;
    if (line->care == FFTC_CARE_NONE) {
        return 1.0;
    }
    return rough || inner->kind == FFTC_LINE_CHIRP || inner->kind == FFTC_LINE_RADER ? 4.0 : 1.0;
}

void fftc_rader_choose(fftc_line *line, const fftc_engine *const *engines)
{
    fftc_line inner = {.n = line->n - 1, .precision = line->precision};
    line->cost = 1e300;
    if (fftc_rader_suits(line->n)) {
        fftc_line_choose(&inner, engines);
        line->cost = (2.0 * inner.cost + order_cost(line)) * error_penalty(line, &inner, engines);
    }
}

void fftc_rader_candidates(size_t n, fftc_care care, const fftc_engine *const *engines,
                           fftc_shortlist *list)
{
    if (fftc_rader_suits(n)) {
        fftc_line inner = {.n = n - 1, .precision = engines[0]->precision};
        fftc_line_choose(&inner, engines);
        if (inner.kind == FFTC_LINE_CHIRP) {
            return; /* the chirp of n points is one convolution, not two of two */
        }
        fftc_line line = {.kind = FFTC_LINE_RADER, .n = n, .care = care, .inner = &inner};
        line.precision = inner.precision;
        line.cost = 2.0 * inner.cost + order_cost(&line);
        if (error_penalty(&line, &inner, engines) <= 1.0) {
            fftc_shortlist_offer(list, &line);
        }
    }
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_line_write(line->inner, choice);
}

fftc_status fftc_rader_tables(const fftc_engine *engine, size_t p, double scale, double excess,
                              fftc_arena *arena, fftc_rader *tables, fftc_error *error)
{
    size_t m = p - 1;
    uint64_t g = fftc_rader_generator(p);
    fftc_arena scratch = {.allocator = arena->allocator};
    uint32_t *turn = fftc_arena_reserve(&scratch, m, sizeof *turn);
    uint32_t *powers = fftc_arena_allocate(arena, m, sizeof *powers);
    fftc_status status = FFTC_SUCCESS;
    *tables = (fftc_rader){.order = powers};
    if (turn == NULL || powers == NULL) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", p);
    } else {
        uint64_t at = 1;
        for (size_t b = 0; b < m; ++b, at = at * g % p) {
            powers[b] = (uint32_t)at;
            turn[b == 0 ? 0 : m - b] = powers[b];
        }
        const fftc_filter filter = {m, p, turn};
        status = fftc_spectrum_make(engine, fftc_choices_team(arena->choices), &filter, scale,
                                    excess, arena, &tables->spectrum, error);
    }
    fftc_arena_release(&scratch);
    return status;
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    fftc_line *inner = fftc_arena_allocate(arena, 1, sizeof *inner);
    if (inner == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", line->n);
    }
    fftc_status status = fftc_line_prepare_as(line->n - 1, engines, given,
                                              (fftc_line_wish){.scale = 1.0}, arena, inner, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    line->inner = inner;
    line->engine = engines[0];
    double excess = 0.0;
    status = fftc_gain_of_line(inner, &arena->allocator, &excess, error);
    if (status == FFTC_SUCCESS) {
        fftc_rader tables;
        status =
            fftc_rader_tables(line->engine, line->n, line->scale, excess, arena, &tables, error);
        line->order = tables.order;
        line->spectrum = tables.spectrum;
    }
    return status;
}

/* --- running ---------------------------------------------------------------------------------- */

static void gather(const uint32_t *order, size_t count, const char *src, char *dst, size_t item)
{
    if (item == 8) {
        for (size_t b = 0; b < count; ++b) {
            memcpy(dst + 8 * b, src + 8 * (size_t)order[b], 8);
        }
    } else {
        for (size_t b = 0; b < count; ++b) {
            memcpy(dst + 16 * b, src + 16 * (size_t)order[b], 16);
        }
    }
}

/* Stores numbers, from the last one backwards, to order[b], or if `inverse` to n - order[b]. */
static void scatter(const uint32_t *order, size_t count, const char *last, char *dst, size_t item,
                    size_t n, int inverse)
{
    size_t base = inverse ? n : 0;
    size_t sign = inverse ? (size_t)-1 : 1;
    if (item == 8) {
        for (size_t b = 0; b < count; ++b) {
            memcpy(dst + 8 * (base + sign * order[b]), last - 8 * b, 8);
        }
    } else {
        for (size_t b = 0; b < count; ++b) {
            memcpy(dst + 16 * (base + sign * order[b]), last - 16 * b, 16);
        }
    }
}

/* Between the source, or result, and the array that is convolved. */
typedef struct permutation {
    const fftc_line *line;
    const char *src;
    char *dst;
    int inverse;
} permutation;

static void share_gather(void *context, int thread, size_t begin, size_t end)
{
    const permutation *p = context;
    size_t item = fftc_line_item(p->line);
    (void)thread;
    gather(p->line->order + begin, end - begin, p->src, p->dst + begin * item, item);
}

/* Stores the convolution's numbers after the first one, in reverse. */
static void share_scatter(void *context, int thread, size_t begin, size_t end)
{
    const permutation *p = context;
    const uint32_t *order = p->line->order;
    size_t item = fftc_line_item(p->line);
    size_t n = p->line->n;
    (void)thread;
    if (begin == 0) {
        scatter(order, 1, p->src, p->dst, item, n, p->inverse);
        ++begin;
    }
    scatter(order + begin, end - begin, p->src + (n - 1 - begin) * item, p->dst, item, n,
            p->inverse);
}

/* The source's x_0, and the sum of all others. */
typedef union ends {
    float f32[4];
    double f64[4];
} ends;

/* Computes output 0, which replaces x_0, and adds x_0 to all others. */
static void add_first(const fftc_line *line, ends *first, void *spectrum)
{
    for (int part = 0; part < 2; ++part) {
        if (line->precision == FFTC_FLOAT64) {
            double *x = first->f64 + part;
            ((double *)spectrum)[part] += line->scale * x[0];
            x[0] = line->scale * (x[0] + x[2]);
        } else {
            float *x = first->f32 + part;
            ((float *)spectrum)[part] += (float)line->scale * x[0];
            x[0] = (float)line->scale * (x[0] + x[2]);
        }
    }
}

/* shared: an array of the inner length, and what the inner line shares, where src and dst may be:
 * they are read before the inner line does anything, and written when it is done. */
static void execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse)
{
    const fftc_line *inner = line->inner;
    size_t m = inner->n;
    size_t item = fftc_line_item(line);
    char *a = shared;
    char *inside = a + fftc_line_convolved_bytes(line);
    ends first;
    const permutation in = {line, src, a, 0};
    const permutation out = {line, a, dst, inverse};
    memcpy(&first, src, item);
    fftc_parallel(team, m, share_gather, (void *)(uintptr_t)&in);
    fftc_line_execute(inner, team, work, inside, a, a, 0);
    memcpy((char *)&first + item, a, item);
    fftc_line_multiply(line->engine, team, (fftc_spectra_product){a, line->spectrum, a, 0, 0, m});
    add_first(line, &first, a);
    fftc_line_execute(inner, team, work, inside, a, a, 1);
    memcpy(dst, &first, item);
    fftc_parallel(team, m, share_scatter, (void *)(uintptr_t)&out);
}

/* What the convolution is is read while it is prepared. */
static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    (void)choice;
    (void)engines;
    return fftc_rader_suits(line->n);
}

static size_t thread_bytes(const fftc_line *line)
{
    return fftc_line_thread_bytes(line->inner);
}

static size_t shared_bytes(const fftc_line *line)
{
    return fftc_line_convolved_bytes(line) + fftc_line_shared_bytes(line->inner);
}

static bool divides(const fftc_line *line)
{
    return fftc_line_divides(line->inner);
}

const fftc_line_ops fftc_rader_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .shared_bytes = shared_bytes,
    .divides = divides,
    .execute = execute,
};
