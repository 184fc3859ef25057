/* SPDX-License-Identifier: MIT
 *
 * Rows of any length as convolutions of a smooth one (Bluestein 1970): line_kinds.h.
 *
 * Of the M = 2 h frequencies of a convolution of n <= h numbers with anything, the even ones are a
 * transform of h points, and so are the odd ones, of the numbers times w^j, w = exp(-2 pi i / M).
 * Of the n numbers that are wanted the even ones give a part, and the odd ones another, times w^-j.
 * So long rows are two convolutions of h points, one after the other in the same memory; the
 * factors w^j are in tables of the chirp. That is half the memory, and log2 h instead of log2 M.
 */
#include <string.h>

#include "cpu/engine/candidates.h"
#include "cpu/engine/circle.h"
#include "cpu/engine/excess.h"
#include "cpu/engine/line_kinds.h"
#include "cpu/engine/spectrum.h"

/* Lengths that hold the linear convolution, among the products of 2, 3, 5 and 7 (at least
 * a factor 4) up to a fifth longer than needed (careful lines: 3 in 10), most promising first. */
#define LENGTHS 6

/* Rows of so many bytes and less are done whole: with 32 MiB of third-level cache, where the
 * convolution's memory has room in it, halves are up to a seventh slower; beyond a quarter
 * faster. */
static const size_t most_whole_bytes = (size_t)3 << 20;

static bool in_halves(size_t n, fftc_precision precision)
{
    return n > most_whole_bytes / (2 * fftc_precision_bytes(precision));
}

typedef struct convolution {
    size_t n;
    bool halves;
    bool careful;
    bool fused;
    size_t least;
    size_t most;
    size_t length[LENGTHS]; /* 0 at the end */
    double promise[LENGTHS];
} convolution;

/* What careful lines pay for rounding errors, as a factor of the cost. Squared, in units in the
 * last place: each transform of the convolution has the sum of what its radices have, the products
 * 1.2; but errors spread over all m numbers, of which only some are results. `usual` is what
 * the real transforms of others have that have no need of a convolution, with a fifth more. (Fitted
 * to errors of float and double with fused products, from 60 points up to where those others are;
 * without them a transform's are 1.15 times that.) */
static const size_t most_careful = 1100;

static double strain(const convolution *c, size_t m)
{
    size_t n = c->n;
    static const struct {
        size_t radix;
        double error;
    } radices[] = {{2, 0.31}, {3, 0.7}, {5, 1.1}, {7, 1.0}};
    double error = 0.0;
    size_t left = m;
    if (!c->careful) {
        return 1.0;
    }
    for (size_t i = 0; i < sizeof radices / sizeof *radices; ++i) {
        for (; left % radices[i].radix == 0; left /= radices[i].radix) {
            error += radices[i].error * (c->fused ? 1.0 : 1.15);
        }
    }
    double share = (double)(2 * n - 1) / (double)m;
    double usual = 4.5;
    for (left = n; left > 1; left /= 2) {
        usual += 0.25;
    }
    double ratio = (share * (2.0 * error + 0.45) + 0.75) / usual;
    return ratio > 1.0 ? ratio * ratio * ratio : 1.0;
}

/* There are hundreds of them, and choosing radices for each would take longer than making the
 * tables. Short of that: powers of two fill all lanes of all passes. */
static double promise(const convolution *c, size_t m)
{
    double waste = m % 256 == 0 ? 1.0 : m % 64 == 0 ? 1.03 : m % 16 == 0 ? 1.07 : 1.3;
    return waste * (double)m * strain(c, m);
}

static void try_length(convolution *c, size_t m)
{
    double value = promise(c, m);
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

static convolution find_lengths(size_t n, fftc_care care, const fftc_engine *const *engines)
{
    bool halves = in_halves(n, engines[0]->precision);
    size_t least = halves ? n : 2 * n - 1;
    bool careful = care != FFTC_CARE_NONE && n <= most_careful;
    size_t more = careful ? least / 10 * 3 : least / 5;
    convolution c = {.n = n,
                     .halves = halves,
                     .careful = careful,
                     .fused = fftc_line_fuses(engines[0]),
                     .least = least,
                     .most = least + more + 16};
    try_multiples(&c, 4, 0);
    return c;
}

/* Two transforms, and four products of which two are of n points: 40 ns more
 * than their bytes take. In halves that twice, and a sum. */
static double convolution_cost(const convolution *c, size_t m, const fftc_engine *const *engines)
{
    fftc_line inner = {.n = m, .precision = engines[0]->precision};
    fftc_line_choose(&inner, engines);
    double once = 2.0 * inner.cost + 40.0 + 0.2 * (double)(c->n + m);
    return c->halves ? 2.0 * once + 0.1 * (double)c->n : once * strain(c, m);
}

void fftc_chirp_choose(fftc_line *line, const fftc_engine *const *engines)
{
    convolution c = find_lengths(line->n, line->care, engines);
    /* In memory beyond the caches the shortest is best, and choosing its radices takes longest. */
    int tried = line->n * fftc_line_item(line) <= 256 * 1024 ? 3 : 1;
    line->cost = 1e300;
    for (int i = 0; i < tried && c.length[i] != 0; ++i) {
        double cost = convolution_cost(&c, c.length[i], engines);
        if (cost < line->cost) {
            line->cost = cost;
            line->convolution = c.length[i];
        }
    }
}

void fftc_chirp_candidates(size_t n, fftc_care care, const fftc_engine *const *engines,
                           fftc_shortlist *list)
{
    convolution c = find_lengths(n, care, engines);
    for (int i = 0; i < LENGTHS && c.length[i] != 0; ++i) {
        fftc_line inner = {.n = c.length[i], .precision = engines[0]->precision};
        fftc_line_choose(&inner, engines);
        fftc_line line = {.kind = FFTC_LINE_CHIRP, .n = n, .care = care, .inner = &inner};
        line.cost = convolution_cost(&c, inner.n, engines);
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
    size_t least = in_halves(line->n, line->precision) ? line->n : 2 * line->n - 1;
    return fftc_choice_get(choice, least, 2 * least + 2, &line->convolution) &&
           fftc_vector_smooth(line->convolution);
}

/* The turns of the conjugate chirp, which is exp(pi i k^2 / n), both ways from 0. */
static void fill_turns(size_t n, size_t m, uint32_t *turn)
{
    size_t square = 0; /* k^2 mod 2n */
    for (size_t k = 0; k < m; ++k) {
        turn[k] = FFTC_FILTER_NONE;
    }
    for (size_t k = 0; k < n; ++k) {
        turn[k] = (uint32_t)(square > 0 ? 2 * n - square : 0);
        turn[k > 0 ? m - k : 0] = turn[k];
        square = (square + 2 * k + 1) % (2 * n);
    }
}

/* exp(-pi i k^2 / n); and for a convolution in halves that times w^k, and times w^-k. */
static void fill_chirps(fftc_line *line, char *chirp)
{
    size_t n = line->n;
    size_t square = 0;
    size_t m = 2 * line->convolution;
    double w[2 * FFTC_CIRCLE_ROW];
    for (size_t k = 0; k < n; ++k) {
        double c[2];
        fftc_circle(square, 2 * n, c);
        square = (square + 2 * k + 1) % (2 * n);
        fftc_table_put(line->precision, chirp, k, c[0], c[1]);
        if (!line->halves) {
            continue;
        }
        const double *v = w + 2 * (k % FFTC_CIRCLE_ROW);
        if (k % FFTC_CIRCLE_ROW == 0) {
            size_t left = n - k;
            fftc_circle_run(k, 1, m, left < FFTC_CIRCLE_ROW ? left : FFTC_CIRCLE_ROW, w);
        }
        fftc_table_put(line->precision, chirp, n + k, c[0] * v[0] - c[1] * v[1],
                       c[0] * v[1] + c[1] * v[0]);
        fftc_table_put(line->precision, chirp, 2 * n + k, c[0] * v[0] + c[1] * v[1],
                       c[1] * v[0] - c[0] * v[1]);
    }
    line->chirp = chirp;
}

/* Even frequencies, then odd ones. */
static void *part_spectrum(const fftc_line *line, const char *spectrum, fftc_arena *arena)
{
    size_t item = fftc_line_item(line);
    size_t h = line->convolution;
    char *parts = fftc_arena_reserve(arena, 2 * h, item);
    for (size_t k = 0; k < 2 * h && parts != NULL; ++k) {
        memcpy(parts + (k % 2 * h + k / 2) * item, spectrum + k * item, item);
    }
    return parts;
}

static fftc_status no_memory(const fftc_line *line, fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the chirp of %zu points", line->n);
}

static fftc_status prepare_spectrum(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    size_t m = line->halves ? 2 * line->convolution : line->convolution;
    fftc_arena scratch = {.allocator = arena->allocator};
    uint32_t *turn = fftc_arena_reserve(&scratch, m, sizeof *turn);
    double excess = 0.0;
    fftc_status status = turn != NULL
                             ? fftc_excess_of_line(line->inner, &arena->allocator, &excess, error)
                             : no_memory(line, error);
    if (status == FFTC_SUCCESS) {
        const fftc_filter filter = {m, 2 * line->n, turn};
        fill_turns(line->n, m, turn);
        status = fftc_spectrum_make(line->engine, &filter, line->scale, excess,
                                    line->halves ? &scratch : arena, &line->spectrum, error);
    }
    if (status == FFTC_SUCCESS && line->halves) {
        line->spectrum = part_spectrum(line, line->spectrum, arena);
        status = line->spectrum != NULL ? FFTC_SUCCESS : no_memory(line, error);
    }
    fftc_arena_release(&scratch);
    return status;
}

fftc_status fftc_chirp_prepare(fftc_line *line, const fftc_engine *const *engines,
                               fftc_choice *given, fftc_arena *arena, fftc_error *error)
{
    line->halves = in_halves(line->n, line->precision);
    fftc_line *inner = fftc_arena_allocate(arena, 1, sizeof *inner);
    char *chirp = fftc_arena_reserve(arena, (line->halves ? 3 : 1) * line->n, fftc_line_item(line));
    if (inner == NULL || chirp == NULL) {
        return no_memory(line, error);
    }
    fftc_status status = fftc_line_prepare_as(line->convolution, engines, given,
                                              (fftc_line_wish){.scale = 1.0}, arena, inner, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    line->inner = inner;
    line->engine = inner->engine;
    fill_chirps(line, chirp);
    return prepare_spectrum(line, arena, error);
}

/* --- running ---------------------------------------------------------------------------------- */

size_t fftc_chirp_bytes(const fftc_line *line)
{
    return (line->halves && !line->apart ? 2 : 1) * fftc_convolution_bytes(line);
}

typedef struct convolver {
    const fftc_line *line;
    const fftc_team *team;
    void *work;
    void *inside;
} convolver;

static void share_zeros(void *context, int thread, size_t begin, size_t end)
{
    (void)thread;
    memset((char *)context + begin, 0, end - begin);
}

/* a: x times the chirp, convolved. */
static void convolve(const convolver *c, const void *x, int inverse, int odd, char *a)
{
    const fftc_line *line = c->line;
    const fftc_line *inner = line->inner;
    size_t item = fftc_line_item(line);
    const char *chirp = (const char *)line->chirp + (odd ? line->n * item : 0);
    const char *spectrum = (const char *)line->spectrum + (odd ? inner->n * item : 0);
    fftc_line_multiply(line->engine, c->team, (fftc_product){x, chirp, a, inverse, 0, line->n});
    fftc_parallel(c->team, (inner->n - line->n) * item, share_zeros, a + line->n * item);
    fftc_line_execute(inner, c->team, c->work, c->inside, a, a, 0);
    fftc_line_multiply(line->engine, c->team, (fftc_product){a, spectrum, a, 0, 0, inner->n});
    fftc_line_execute(inner, c->team, c->work, c->inside, a, a, 1);
}

static void add(fftc_precision precision, const void *x, const void *y, void *sum, size_t numbers)
{
    if (precision == FFTC_FLOAT64) {
        for (size_t i = 0; i < 2 * numbers; ++i) {
            ((double *)sum)[i] = ((const double *)x)[i] + ((const double *)y)[i];
        }
    } else {
        for (size_t i = 0; i < 2 * numbers; ++i) {
            ((float *)sum)[i] = ((const float *)x)[i] + ((const float *)y)[i];
        }
    }
}

/* Two arrays, unless dst can keep the first half's results while src is still needed. Of two, src
 * and dst may be the second one. */
static void execute_halves(const convolver *c, char *a, const void *src, void *dst, int inverse)
{
    const fftc_line *line = c->line;
    const char *back = (const char *)line->chirp + 2 * line->n * fftc_line_item(line);
    char *b = line->apart ? a : a + fftc_convolution_bytes(line);
    void *even = line->apart ? dst : a;
    convolve(c, src, inverse, 0, a);
    fftc_line_multiply(line->engine, c->team,
                       (fftc_product){a, line->chirp, even, 0, inverse, line->n});
    convolve(c, src, inverse, 1, b);
    fftc_line_multiply(line->engine, c->team, (fftc_product){b, back, b, 0, inverse, line->n});
    add(line->precision, even, b, dst, line->n);
}

/* shared: fftc_chirp_bytes, and what the inner line shares. */
void fftc_chirp_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                        const void *src, void *dst, int inverse)
{
    const convolver c = {line, team, work, (char *)shared + fftc_chirp_bytes(line)};
    if (line->halves) {
        execute_halves(&c, shared, src, dst, inverse);
        return;
    }
    convolve(&c, src, inverse, 0, shared);
    fftc_line_multiply(line->engine, team,
                       (fftc_product){shared, line->chirp, dst, 0, inverse, line->n});
}
