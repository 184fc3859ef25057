/* SPDX-License-Identifier: MIT
 *
 * The spectrum of a chirp of period m = 2 h, by a transform of half the points.
 *
 * b_j = b_(m - j). The transform V of v_j = b_2j + (b_(2j + 1) - b_(2j - 1)), j < h, has an even
 * part E, that of b_2j, and an odd one, D_g = (1 - exp(-2 pi i g / h)) O_g where O is that of
 * b_(2j + 1). So frequency g of b, E_g + exp(-2 pi i g / m) O_g, is
 * E_g + D_g / (2 i sin(2 pi g / m)), and frequency g + h has a minus there. Where the sine is small
 * the error grows: the whole has one of 0.3 sqrt(h) times a transform's, 1e-12 of the numbers for
 * the longest, which does for float.
 *
 * h = A B, A the first axis: columns of A points, factors, rows of B; frequency k + A l is then
 * element l of row k, and row k of the table needs rows k and A - k alone.
 */
#include "common/chirp_half.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/chirp_spectrum.h"
#include "common/crew.h"
#include "common/large_pages.h"
#include "common/layout.h"

#define POINTS_MIN ((uint64_t)1 << 12)
#define CREW_POINTS ((uint64_t)1 << 15) /* several threads are worth it */
#define APART 4u    /* numbers between two of them, so that not all begin in one set of a cache */
#define COLUMNS 16u /* transformed together */
#define PART 4096u  /* elements of v that a task makes */
#define BLOCK 64u   /* of them, from numbers that are looked up together */
#define STEPS 16u   /* of a power that are kept: every so many it is looked up */
#define SHARES 16u  /* of the columns, and of the rows: each with memory of its own */
#define LEAST_LARGE ((size_t)2 << 20) /* bytes that are asked for in large pages */

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

/* b at distances first, first + 1, ... from 0. */
static void get_chirp(const half *s, uint64_t first, uint64_t count, pair *chirp)
{
    uint64_t modulus = 2 * s->n;
    uint64_t there = first >= s->n ? 0 : count < s->n - first ? count : s->n - first;
    if (there != 0) {
        fftc_roots_fill_double(&s->chirp, chirp, there, first * first % modulus,
                               (2 * first + 1) % modulus, 2);
    }
    for (uint64_t i = 0; i < count; ++i) {
        chirp[i][0] = i < there ? chirp[i][0] * s->scale : 0.0;
        chirp[i][1] = i < there ? chirp[i][1] * -s->scale : 0.0;
    }
}

/* Elements j and h - j of v, first <= j < end, and the odd elements among them. `chirp` is b
 * from distance 2 first - 1 on. */
static void fill_some(const half *s, uint64_t first, uint64_t end, const pair *chirp, pair sum)
{
    for (uint64_t j = first; j < end; ++j) {
        uint64_t mirror = j == 0 ? 0 : s->h - j;
        const double *before = chirp[2 * (j - first)];
        const double *even = chirp[2 * (j - first) + 1];
        const double *after = chirp[2 * (j - first) + 2];
        for (int c = 0; c < 2; ++c) {
            double difference = after[c] - before[c];
            sum[c] += j < mirror || j == 0 ? after[c] : 0.0;
            s->v[mirror][c] = even[c] - difference;
            s->v[j][c] = even[c] + difference;
        }
    }
}

/* Elements j and h - j of v, j <= h - j. */
static void fill_part(void *data, uint32_t part)
{
    const half *s = data;
    uint64_t begin = (uint64_t)part * PART;
    uint64_t end = begin + PART <= s->h / 2 + 1 ? begin + PART : s->h / 2 + 1;
    pair chirp[2 * BLOCK + 1];
    pair sum = {0.0, 0.0};
    for (uint64_t first = begin; first < end; first += BLOCK) {
        uint64_t count = end - first < BLOCK ? end - first : BLOCK;
        if (first == 0) {
            get_chirp(s, 1, 1, chirp);
            get_chirp(s, 0, 2 * count, chirp + 1);
        } else {
            get_chirp(s, 2 * first - 1, 2 * count + 1, chirp);
        }
        if (2 * (first + count) - 1 > s->h) { /* beyond the middle, by one */
            get_chirp(s, s->m - (2 * (first + count) - 1), 1, chirp + 2 * count);
        }
        fill_some(s, first, first + count, (const pair *)chirp, sum);
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
    uint64_t pitch = s->a + APART;
    for (uint64_t k = 0; k < s->a; ++k) {
        for (uint64_t c = 0; c < count; ++c) {
            x[c * pitch + k][0] = s->v[k * s->b + first + c][0];
            x[c * pitch + k][1] = s->v[k * s->b + first + c][1];
        }
    }
    for (uint64_t c = 0; c < count; ++c) {
        pair *column = x + c * pitch;
        if (fftc_plan_execute(s->columns, column, column, NULL) != FFTC_SUCCESS) {
            s->failed = true;
        }
        turn(s, first + c, column);
    }
    for (uint64_t k = 0; k < s->a; ++k) {
        for (uint64_t c = 0; c < count; ++c) {
            s->v[k * s->b + first + c][0] = x[c * pitch + k][0];
            s->v[k * s->b + first + c][1] = x[c * pitch + k][1];
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

/* Row k of the table, by frequency: k + A times so much. */
static void make_row(const half *s, uint64_t k, const double *part, float (*row)[2])
{
    const pair *x = (const pair *)s->v + k * s->b;
    const pair *mirror = (const pair *)s->v + (k == 0 ? 0 : s->a - k) * s->b;
    for (uint64_t l = 0; l < s->b; ++l) {
        const double *p = x[l];
        const double *q = mirror[k != 0 ? s->b - 1 - l : l == 0 ? 0 : s->b - l];
        double other[2] = {part[l] * (p[1] - q[1]), part[l] * (q[0] - p[0])};
        if (k + l == 0) {
            sum_odd(s, other);
        }
        for (int c = 0; c < 2; ++c) {
            double even = 0.5 * (p[c] + q[c]);
            row[l][c] = (float)(even + other[c]);
            row[s->b + l][c] = (float)(even - other[c]);
        }
    }
}

/* In the order of the other axes: of one, that is the frequency's. */
static void put_row(const half *s, const float (*row)[2], float (*to)[2])
{
    if (s->key->axes[1] == 2 * s->b) {
        memcpy(to, row, (size_t)(2 * s->b) * sizeof *to);
        return;
    }
    for (uint64_t r = 0; r < 2 * s->b; ++r) {
        uint64_t frequency = fftc_chirp_frequency(s->key, r);
        to[r][0] = row[frequency][0];
        to[r][1] = row[frequency][1];
    }
}

static void put_rows(void *data, uint32_t share)
{
    const half *s = data;
    float(*row)[2] = (float(*)[2])(s->share + share * s->share_points);
    double *part = (double *)(row + 2 * s->b);
    float(*table)[2] = (float(*)[2])s->table;
    pair powers[STEPS];
    fill_powers(s, s->a, powers);
    for (uint64_t k = share; k < s->a; k += SHARES) {
        fill_parts(s, k, (const pair *)powers, part);
        make_row(s, k, part, row);
        put_row(s, (const float(*)[2])row, table + 2 * s->b * k);
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
    size_t all;
    void *pages = bytes < LEAST_LARGE ? NULL : fftc_large_pages(bytes, &all);
    return pages != NULL ? pages : malloc(bytes);
}

bool fftc_chirp_half(const fftc_convolution_key *key, void *table)
{
    half s = {.key = key, .n = key->chirp, .m = fftc_chirp_period(key), .a = key->axes[0]};
    s.h = s.m / 2;
    s.b = s.h / s.a;
    s.scale = 1.0 / (double)s.m;
    s.table = table;
    s.share_points = COLUMNS * (s.a + APART);
    s.share_points = s.share_points > 2 * s.b ? s.share_points : 2 * s.b;
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
