/* SPDX-License-Identifier: MIT
 *
 * The spectrum of a chirp of period m = 2 h, by a transform of half the points.
 *
 * b_j = b_(m - j). The transform V of v_j = b_2j + (b_(2j + 1) - b_(2j - 1)), j < h, has an even
 * part E, that of b_2j, and an odd one, D_g = (1 - exp(-2 pi i g / h)) O_g where O is that of
 * b_(2j + 1). So frequency g of b, E_g + exp(-2 pi i g / m) O_g, is E_g + D_g / (2 i sin(2 pi g / m)),
 * and frequency g + h has a minus there. Where the sine is small the error grows: the whole has one
 * of 0.3 sqrt(h) times a transform's, 1e-12 of the numbers for the longest, which does for float.
 *
 * h = A B, A the first axis: columns of A points, factors, rows of B; frequency k + A l is then
 * element l of row k, and row k of the table needs rows k and A - k alone.
 */
#define _GNU_SOURCE /* madvise */
#include "common/chirp_half.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "common/chirp_spectrum.h"
#include "common/crew.h"
#include "common/layout.h"

#define POINTS_MIN ((uint64_t)1 << 12)
#define CREW_POINTS ((uint64_t)1 << 17) /* several threads are worth it */
#define COLUMNS 16u                     /* transformed together */
#define PART 4096u                      /* elements of v that a task makes */
#define STEPS 16u  /* of a power that are kept: every so many it is looked up */
#define SHARES 16u /* of the columns, and of the rows: each with memory of its own */
#define ALIGNMENT ((size_t)2 << 20) /* of memory that comes in large pages where there are any */

typedef double pair[2];

typedef struct half {
    const fftc_convolution_key *key;
    uint64_t n, m, h, a, b;
    double scale;
    pair *v;
    pair *odd; /* of each part: its share of the sum of all odd elements */
    pair *share;
    uint64_t share_points;
    fftc_roots chirp;
    fftc_roots roots; /* of m */
    fftc_plan *columns, *rows;
    atomic_bool failed;
    float *table;
} half;

bool fftc_chirp_half_serves(const fftc_convolution_key *key)
{
    uint64_t m = fftc_chirp_period(key);
    return m >= POINTS_MIN && m / key->axes[0] % 2 == 0 && key->axes[0] > 1;
}

/* A distance d from 0, and d^2 modulo 2 n. */
typedef struct distance {
    uint64_t d;
    uint64_t square;
} distance;

static distance distance_at(const half *s, uint64_t d)
{
    return (distance){d, d < s->n ? d * d % (2 * s->n) : 0};
}

/* One further. */
static inline void step_on(const half *s, distance *at)
{
    if (++at->d < s->n) {
        at->square += 2 * at->d - 1; /* less than 4 n */
        at->square -= at->square >= 2 * s->n ? 2 * s->n : 0;
    }
}

/* b there. */
static inline void chirp_at(const half *s, distance at, double point[2])
{
    point[0] = 0.0;
    point[1] = 0.0;
    if (at.d < s->n) {
        fftc_roots_get_double(&s->chirp, at.square, point);
        point[0] *= s->scale;
        point[1] *= -s->scale;
    }
}

/* Elements j and h - j of v, j <= h - j. */
static void fill_part(void *data, uint32_t part)
{
    const half *s = data;
    uint64_t first = (uint64_t)part * PART;
    uint64_t end = first + PART <= s->h / 2 + 1 ? first + PART : s->h / 2 + 1;
    pair before; /* b_(2j - 1) */
    pair sum = {0.0, 0.0};
    distance at = distance_at(s, 2 * first);
    chirp_at(s, distance_at(s, first == 0 ? 1 : 2 * first - 1), before);
    for (uint64_t j = first; j < end; ++j) {
        uint64_t mirror = j == 0 ? 0 : s->h - j;
        pair even;
        pair after;
        chirp_at(s, at, even);
        step_on(s, &at);
        chirp_at(s, at.d <= s->h ? at : distance_at(s, s->m - at.d), after);
        step_on(s, &at);
        for (int c = 0; c < 2; ++c) {
            double difference = after[c] - before[c];
            sum[c] += j < mirror || j == 0 ? after[c] : 0.0;
            s->v[mirror][c] = even[c] - difference;
            s->v[j][c] = even[c] + difference;
            before[c] = after[c];
        }
    }
    s->odd[part][0] = sum[0];
    s->odd[part][1] = sum[1];
}

static inline void multiply(const double *x, const double *y, double *product)
{
    product[0] = x[0] * y[0] - x[1] * y[1];
    product[1] = x[0] * y[1] + x[1] * y[0];
}

/* exp(-2 pi i k step / m), k < STEPS. */
static void fill_powers(const half *s, uint64_t step, pair *powers)
{
    for (uint64_t k = 0; k < STEPS; ++k) {
        fftc_roots_get_double(&s->roots, k * step % s->m, powers[k]);
    }
}

/* exp(-2 pi i k p / h), k = 0, 1, ..., times x. */
static void turn(const half *s, uint64_t p, pair *x)
{
    pair powers[STEPS];
    fill_powers(s, 2 * p, powers);
    for (uint64_t first = 0; first < s->a; first += STEPS) {
        uint64_t end = s->a - first < STEPS ? s->a - first : STEPS;
        pair w;
        fftc_roots_get_double(&s->roots, 2 * (first * p % s->h), w);
        for (uint64_t k = 0; k < end; ++k) {
            pair y = {x[first + k][0], x[first + k][1]};
            pair factor;
            multiply(w, powers[k], factor);
            multiply(factor, y, x[first + k]);
        }
    }
}

/* Some columns, through memory in which they stand as rows. */
static void transform_some(half *s, uint64_t first, pair *x)
{
    uint64_t count = s->b - first < COLUMNS ? s->b - first : COLUMNS;
    for (uint64_t k = 0; k < s->a; ++k) {
        for (uint64_t c = 0; c < count; ++c) {
            x[c * s->a + k][0] = s->v[k * s->b + first + c][0];
            x[c * s->a + k][1] = s->v[k * s->b + first + c][1];
        }
    }
    for (uint64_t c = 0; c < count; ++c) {
        pair *column = x + c * s->a;
        if (fftc_plan_execute(s->columns, column, column, NULL) != FFTC_SUCCESS) {
            s->failed = true;
        }
        turn(s, first + c, column);
    }
    for (uint64_t k = 0; k < s->a; ++k) {
        for (uint64_t c = 0; c < count; ++c) {
            s->v[k * s->b + first + c][0] = x[c * s->a + k][0];
            s->v[k * s->b + first + c][1] = x[c * s->a + k][1];
        }
    }
}

static void transform_columns(void *data, uint32_t share)
{
    half *s = data;
    for (uint64_t c = (uint64_t)share * COLUMNS; c < s->b; c += (uint64_t)SHARES * COLUMNS) {
        transform_some(s, c, s->share + share * s->share_points);
    }
}

static void transform_rows(void *data, uint32_t share)
{
    half *s = data;
    for (uint64_t k = share; k < s->a; k += SHARES) {
        pair *row = s->v + k * s->b;
        if (fftc_plan_execute(s->rows, row, row, NULL) != FFTC_SUCCESS) {
            s->failed = true;
        }
    }
}

/* 1 / (4 sin(2 pi g / m)), g = k + A l, for each l; where g is 0, 0. `powers` are those of A. */
static void fill_parts(const half *s, uint64_t k, const pair *powers, double *part)
{
    for (uint64_t first = 0; first < s->b; first += STEPS) {
        uint64_t end = s->b - first < STEPS ? s->b - first : STEPS;
        pair w;
        fftc_roots_get_double(&s->roots, k + s->a * first, w);
        for (uint64_t l = 0; l < end; ++l) {
            pair root;
            multiply(w, powers[l], root);
            part[first + l] = k + first + l == 0 ? 0.0 : -0.25 / root[1];
        }
    }
}

/* O_0 is the sum of the odd elements: those of h - j are those of j. */
static void sum_odd(const half *s, pair sum)
{
    uint64_t parts = (s->h / 2 + PART) / PART;
    sum[0] = 0.0;
    sum[1] = 0.0;
    for (uint64_t i = 0; i < parts; ++i) {
        sum[0] += 2.0 * s->odd[i][0];
        sum[1] += 2.0 * s->odd[i][1];
    }
}

/* Row k of the table: frequencies k + A times what the other axes say. */
static void put_row(const half *s, uint64_t k, const double *part)
{
    const pair *x = (const pair *)s->v + k * s->b;
    const pair *mirror = (const pair *)s->v + (k == 0 ? 0 : s->a - k) * s->b;
    float *to = s->table + 2 * (2 * s->b) * k;
    for (uint64_t r = 0; r < 2 * s->b; ++r) {
        uint64_t frequency = fftc_chirp_frequency(s->key, r);
        uint64_t l = frequency < s->b ? frequency : frequency - s->b;
        const double *p = x[l];
        const double *q = mirror[k != 0 ? s->b - 1 - l : l == 0 ? 0 : s->b - l];
        double sign = frequency < s->b ? part[l] : -part[l];
        double other[2] = {sign * (p[1] - q[1]), sign * (q[0] - p[0])};
        if (k + l == 0) {
            sum_odd(s, other);
            other[0] = frequency == 0 ? other[0] : -other[0];
            other[1] = frequency == 0 ? other[1] : -other[1];
        }
        to[2 * r] = (float)(0.5 * (p[0] + q[0]) + other[0]);
        to[2 * r + 1] = (float)(0.5 * (p[1] + q[1]) + other[1]);
    }
}

static void put_rows(void *data, uint32_t share)
{
    const half *s = data;
    double *part = (double *)(s->share + share * s->share_points);
    pair powers[STEPS];
    fill_powers(s, s->a, powers);
    for (uint64_t k = share; k < s->a; k += SHARES) {
        fill_parts(s, k, (const pair *)powers, part);
        put_row(s, k, part);
    }
}

/* In place, of rows of the library's own transforms, reproducible: the same bits by every
 * instruction set. */
static fftc_plan *plan_of(uint64_t points)
{
    const fftc_transform t = {
        .length = {points}, .precision = FFTC_FLOAT64, .placement = FFTC_IN_PLACE};
    const fftc_plan_options options = {.threads = 1, .reproducible = 1, .executions = 1};
    fftc_plan *plan;
    return fftc_plan_create(&t, &options, &plan, NULL) == FFTC_SUCCESS ? plan : NULL;
}

#define PREPARATIONS 4u

static void prepare(void *data, uint32_t i)
{
    half *s = data;
    switch (i) {
    case 0: s->columns = plan_of(s->a); break;
    case 1: s->rows = plan_of(s->b); break;
    case 2: s->chirp = fftc_roots_begin(2 * s->n, s->n); break;
    default: s->roots = fftc_roots_begin(s->m, s->h); break;
    }
}

static void run(half *s)
{
    const fftc_crew_stage stages[] = {{PREPARATIONS, prepare},
                                      {(uint32_t)((s->h / 2 + PART) / PART), fill_part},
                                      {SHARES, transform_columns},
                                      {SHARES, transform_rows},
                                      {SHARES, put_rows}};
    uint32_t count = sizeof stages / sizeof *stages;
    if (s->h >= CREW_POINTS) {
        fftc_crew_run_stages(stages, count, s);
        return;
    }
    for (uint32_t stage = 0; stage < count; ++stage) {
        for (uint32_t i = 0; i < stages[stage].count; ++i) {
            stages[stage].task(s, i);
        }
    }
}

/* Zeroing and giving back 16 MiB of small pages takes as long as a transform of them. */
static void *get_pages(size_t bytes)
{
    void *pages = NULL;
    if (bytes < ALIGNMENT) {
        return malloc(bytes);
    }
    if (posix_memalign(&pages, ALIGNMENT, bytes) != 0) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    (void)madvise(pages, bytes, MADV_HUGEPAGE);
#endif
    return pages;
}

bool fftc_chirp_half(const fftc_convolution_key *key, void *table)
{
    half s = {.key = key, .n = key->chirp, .m = fftc_chirp_period(key), .a = key->axes[0]};
    s.h = s.m / 2;
    s.b = s.h / s.a;
    s.scale = 1.0 / (double)s.m;
    s.table = table;
    s.share_points = COLUMNS * s.a > s.b ? COLUMNS * s.a : s.b;
    s.v = get_pages((size_t)(s.h + SHARES * s.share_points) * sizeof *s.v);
    s.odd = malloc((size_t)(s.h / 2 / PART + 1) * sizeof *s.odd);
    bool good = s.v != NULL && s.odd != NULL;
    if (good) {
        s.share = s.v + s.h;
        run(&s);
        good = !s.failed && !s.chirp.failed && !s.roots.failed;
    }
    fftc_roots_end(&s.chirp);
    fftc_roots_end(&s.roots);
    fftc_plan_destroy(s.columns);
    fftc_plan_destroy(s.rows);
    free(s.v);
    free(s.odd);
    return good;
}
