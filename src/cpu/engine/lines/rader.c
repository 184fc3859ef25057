/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/rader.h"

#include <stdint.h>
#include <string.h>

#include "cpu/engine/lines/codelet_gain.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/lines/spectrum.h"

typedef struct rader {
    fftc_line inner; /* of the convolution's length */
    fftc_rader tables;
} rader;

static const rader *own_of(const fftc_line *line)
{
    return line->own;
}

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

static bool suits(size_t n)
{
    return n >= shortest_row && n < UINT32_MAX && n % 2 != 0 && fftc_vector_possible(n - 1) &&
           fftc_rader_generator(n) != 0;
}

/* The convolution's transforms. */
static fftc_line_task inner_of(const fftc_line_task *task)
{
    return fftc_line_task_of(task->n - 1, task->engines, (fftc_line_wish){.scale = 1.0});
}

/* The cost in addition to the two transforms: the products, and reading and writing in an order
 * that no cache expects. */
static double order_cost(const fftc_line_task *task)
{
    size_t bytes = fftc_task_bytes(task);
    return 25.0 + (double)task->n * (bytes <= 32 * 1024 ? 1.0 : bytes <= 512 * 1024 ? 2.0 : 1.2);
}

/* Whether the line rounds too often where errors count: more often than passes, if these can do it;
 * and sums of many products in the convolution's transforms do if the products are not fused. */
static bool is_rough(const fftc_line_task *task)
{
    static const uint64_t most_products = 61;
    return task->wish.care != FFTC_CARE_NONE &&
           (task->smooth ||
            (!task->engines[0]->fuses && fftc_rough_part(task->n - 1) > most_products));
}

/* If the inner line is a chirp, the chirp of n points is one convolution, not two of two. */
static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    if (!fftc_task_may_convolve(task) || !suits(task->n)) {
        return;
    }
    const fftc_line_task inner = inner_of(task);
    fftc_choice choice;
    const double cost = 2.0 * fftc_line_choose(&inner, &choice) + order_cost(task);
    fftc_choice *way = choice.word[0] != FFTC_LINE_CHIRP && !is_rough(task)
                           ? fftc_line_offer(list, FFTC_LINE_RADER, cost)
                           : NULL;
    for (int i = 0; way != NULL && i < choice.count; ++i) {
        fftc_choice_put(way, choice.word[i]);
    }
}

fftc_status fftc_rader_tables(const fftc_engine *engine, size_t p, double scale, double excess,
                              fftc_arena *arena, fftc_rader *tables, fftc_error *error)
{
    size_t m = p - 1;
    uint64_t g = fftc_rader_generator(p);
    fftc_arena scratch = {.allocator = arena->allocator};
    uint32_t *angle = fftc_arena_reserve(&scratch, m, sizeof *angle);
    uint32_t *powers = fftc_arena_allocate(arena, m, sizeof *powers);
    fftc_status status = FFTC_SUCCESS;
    *tables = (fftc_rader){.order = powers};
    if (angle == NULL || powers == NULL) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", p);
    } else {
        uint64_t at = 1;
        for (size_t b = 0; b < m; ++b, at = at * g % p) {
            powers[b] = (uint32_t)at;
            angle[b == 0 ? 0 : m - b] = powers[b];
        }
        const fftc_filter filter = {m, p, angle};
        status = fftc_spectrum_make(engine, fftc_choices_team(arena->choices), &filter, scale,
                                    excess, arena, &tables->spectrum, error);
    }
    fftc_arena_release(&scratch);
    return status;
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    if (!suits(line->n)) {
        return fftc_choice_refuse(error);
    }
    rader *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    const fftc_line_task inner = inner_of(task);
    double excess = 0.0;
    line->engine = task->engines[0];
    fftc_status status = fftc_line_prepare_as(&inner, choice, arena, &own->inner, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_gain_of_line(&own->inner, &arena->allocator, &excess, error);
    }
    return status == FFTC_SUCCESS ? fftc_rader_tables(line->engine, line->n, line->scale, excess,
                                                      arena, &own->tables, error)
                                  : status;
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
    gather(own_of(p->line)->tables.order + begin, end - begin, p->src, p->dst + begin * item, item);
}

/* Stores the convolution's numbers after the first one, in reverse. */
static void share_scatter(void *context, int thread, size_t begin, size_t end)
{
    const permutation *p = context;
    const uint32_t *order = own_of(p->line)->tables.order;
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

/* The array that is convolved, up to the alignment of what follows it. */
static size_t convolved_bytes(const fftc_line *line)
{
    return fftc_cache_lines(own_of(line)->inner.n * fftc_line_item(line));
}

/* shared: an array of the inner length, and what the inner line shares, where src and dst may be:
 * they are read before the inner line does anything, and written when it is done. */
static void execute(const fftc_line *line, const fftc_line_job *job)
{
    const rader *own = own_of(line);
    const fftc_line *inner = &own->inner;
    const void *spectrum = own->tables.spectrum;
    size_t m = inner->n;
    size_t item = fftc_line_item(line);
    char *a = job->shared;
    char *inside = a + convolved_bytes(line);
    ends first;
    const permutation in = {line, job->src, a, 0};
    const permutation out = {line, a, job->dst, job->inverse};
    memcpy(&first, job->src, item);
    fftc_parallel(job->team, m, share_gather, (void *)(uintptr_t)&in);
    fftc_line_execute(inner, job->team, job->work, inside, a, a, 0);
    memcpy((char *)&first + item, a, item);
    fftc_line_multiply(line->engine, job->team, (fftc_spectra_product){a, spectrum, a, 0, 0, m});
    add_first(line, &first, a);
    fftc_line_execute(inner, job->team, job->work, inside, a, a, 1);
    memcpy(job->dst, &first, item);
    fftc_parallel(job->team, m, share_scatter, (void *)(uintptr_t)&out);
}

static size_t thread_bytes(const fftc_line *line)
{
    return fftc_line_thread_bytes(&own_of(line)->inner);
}

static size_t shared_bytes(const fftc_line *line)
{
    return convolved_bytes(line) + fftc_line_shared_bytes(&own_of(line)->inner);
}

static bool has_spare(const fftc_line *line, size_t *offset)
{
    *offset = convolved_bytes(line);
    return fftc_line_shared_bytes(&own_of(line)->inner) >= line->n * fftc_line_item(line);
}

static bool divides(const fftc_line *line)
{
    return fftc_line_divides(&own_of(line)->inner);
}

const fftc_line_ops fftc_rader_line = {
    .offer = offer,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .shared_bytes = shared_bytes,
    .has_spare = has_spare,
    .divides = divides,
    .execute = execute,
    .convolves = true,
};
