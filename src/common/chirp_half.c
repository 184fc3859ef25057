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
#include "common/chirp_half.h"

#include <stdlib.h>

#include "common/chirp_spectrum.h"
#include "common/layout.h"

#define POINTS_MIN ((uint64_t)1 << 12)
#define COLUMNS 16u /* transformed together */
#define PART 4096u  /* elements of v that a task makes */
#define STEPS 16u   /* of a power, before it is looked up again: off by 2e-15 at most */

typedef double pair[2];

typedef struct half {
    const fftc_convolution_key *key;
    uint64_t n, m, h, a, b;
    double scale;
    pair *v;
    pair *odd; /* of each part: its share of the sum of all odd elements */
    fftc_roots chirp;
    fftc_roots roots; /* of m */
    fftc_plan *columns, *rows;
    bool *failed; /* of each task */
    float *table;
} half;

bool fftc_chirp_half_serves(const fftc_convolution_key *key)
{
    uint64_t m = fftc_chirp_period(key);
    return m >= POINTS_MIN && m / key->axes[0] % 2 == 0 && key->axes[0] > 1;
}

/* b at distance d from 0. */
static inline void chirp_at(const half *s, uint64_t d, double point[2])
{
    point[0] = 0.0;
    point[1] = 0.0;
    if (d < s->n) {
        fftc_roots_get_double(&s->chirp, d * d % (2 * s->n), point);
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
    chirp_at(s, first == 0 ? 1 : 2 * first - 1, before);
    for (uint64_t j = first; j < end; ++j) {
        uint64_t mirror = j == 0 ? 0 : s->h - j;
        pair even;
        pair after;
        chirp_at(s, 2 * j, even);
        chirp_at(s, 2 * j + 1 <= s->h ? 2 * j + 1 : s->m - 2 * j - 1, after);
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

/* exp(-2 pi i k p / h), k = 0, 1, ..., times x. */
static void turn(const half *s, uint64_t p, pair *x)
{
    pair step;
    pair w;
    fftc_roots_get_double(&s->roots, 2 * p, step);
    for (uint64_t k = 0; k < s->a; ++k) {
        pair y = {x[k][0], x[k][1]};
        if (k % STEPS == 0) {
            fftc_roots_get_double(&s->roots, 2 * (k * p % s->h), w);
        }
        x[k][0] = w[0] * y[0] - w[1] * y[1];
        x[k][1] = w[0] * y[1] + w[1] * y[0];
        y[0] = w[0] * step[0] - w[1] * step[1];
        w[1] = w[0] * step[1] + w[1] * step[0];
        w[0] = y[0];
    }
}

/* Some columns, through memory in which they stand as rows. */
static void transform_columns(void *data, uint32_t part)
{
    const half *s = data;
    uint64_t first = (uint64_t)part * COLUMNS;
    uint64_t count = s->b - first < COLUMNS ? s->b - first : COLUMNS;
    pair *x = malloc((size_t)(COLUMNS * s->a) * sizeof *x);
    s->failed[part] = x == NULL;
    if (x == NULL) {
        return;
    }
    for (uint64_t k = 0; k < s->a; ++k) {
        for (uint64_t c = 0; c < count; ++c) {
            x[c * s->a + k][0] = s->v[k * s->b + first + c][0];
            x[c * s->a + k][1] = s->v[k * s->b + first + c][1];
        }
    }
    for (uint64_t c = 0; c < count && !s->failed[part]; ++c) {
        pair *column = x + c * s->a;
        s->failed[part] = fftc_plan_execute(s->columns, column, column, NULL) != FFTC_SUCCESS;
        turn(s, first + c, column);
    }
    for (uint64_t k = 0; k < s->a; ++k) {
        for (uint64_t c = 0; c < count; ++c) {
            s->v[k * s->b + first + c][0] = x[c * s->a + k][0];
            s->v[k * s->b + first + c][1] = x[c * s->a + k][1];
        }
    }
    free(x);
}

static void transform_row(void *data, uint32_t k)
{
    const half *s = data;
    pair *row = s->v + k * s->b;
    s->failed[k] = fftc_plan_execute(s->rows, row, row, NULL) != FFTC_SUCCESS;
}

/* 1 / (4 sin(2 pi g / m)), g = k + A l, for each l; where g is 0, 0. */
static void fill_parts(const half *s, uint64_t k, double *part)
{
    pair step;
    pair w;
    fftc_roots_get_double(&s->roots, s->a, step);
    for (uint64_t l = 0; l < s->b; ++l) {
        if (l % STEPS == 0) {
            fftc_roots_get_double(&s->roots, k + s->a * l, w);
        }
        double next = w[0] * step[0] - w[1] * step[1];
        part[l] = k + l == 0 ? 0.0 : -0.25 / w[1];
        w[1] = w[0] * step[1] + w[1] * step[0];
        w[0] = next;
    }
}

/* Row k of the table: frequencies k + A times what the other axes say. */
static void put_row(void *data, uint32_t k)
{
    const half *s = data;
    const pair *x = (const pair *)s->v + k * s->b;
    const pair *mirror = (const pair *)s->v + (k == 0 ? 0 : s->a - k) * s->b;
    float *to = s->table + 2 * (2 * s->b) * k;
    double *part = malloc((size_t)s->b * sizeof *part);
    s->failed[k] = part == NULL;
    if (part == NULL) {
        return;
    }
    fill_parts(s, k, part);
    for (uint64_t r = 0; r < 2 * s->b; ++r) {
        uint64_t frequency = fftc_chirp_frequency(s->key, r);
        uint64_t l = frequency < s->b ? frequency : frequency - s->b;
        const double *p = x[l];
        const double *q = mirror[k != 0 ? s->b - 1 - l : l == 0 ? 0 : s->b - l];
        double sign = frequency < s->b ? part[l] : -part[l];
        double other[2] = {sign * (p[1] - q[1]), sign * (q[0] - p[0])};
        if (k + l == 0) { /* O_0 is a sum */
            other[0] = frequency == 0 ? s->odd[0][0] : -s->odd[0][0];
            other[1] = frequency == 0 ? s->odd[0][1] : -s->odd[0][1];
        }
        to[2 * r] = (float)(0.5 * (p[0] + q[0]) + other[0]);
        to[2 * r + 1] = (float)(0.5 * (p[1] + q[1]) + other[1]);
    }
    free(part);
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

/* False if one of the tasks failed. */
static bool run(half *s, uint64_t count, void (*task)(void *data, uint32_t i))
{
    bool good = true;
    fftc_table_work(s->h, (uint32_t)count, task, s);
    for (uint64_t i = 0; i < count; ++i) {
        good = good && !s->failed[i];
    }
    return good;
}

static bool make(half *s)
{
    uint64_t parts = (s->h / 2 + PART) / PART;
    fftc_table_work(s->h, (uint32_t)parts, fill_part, s);
    for (uint64_t i = 1; i < parts; ++i) {
        s->odd[0][0] += s->odd[i][0];
        s->odd[0][1] += s->odd[i][1];
    }
    /* Element h - j has the other odd ones, which are the same. */
    s->odd[0][0] *= 2.0;
    s->odd[0][1] *= 2.0;
    return run(s, (s->b + COLUMNS - 1) / COLUMNS, transform_columns) &&
           run(s, s->a, transform_row) && run(s, s->a, put_row);
}

bool fftc_chirp_half(const fftc_convolution_key *key, void *table)
{
    half s = {.key = key, .n = key->chirp, .m = fftc_chirp_period(key), .a = key->axes[0]};
    s.h = s.m / 2;
    s.b = s.h / s.a;
    s.scale = 1.0 / (double)s.m;
    s.table = table;
    s.v = malloc((size_t)s.h * sizeof *s.v);
    s.odd = malloc((size_t)(s.h / 2 / PART + 1) * sizeof *s.odd);
    s.failed = calloc((size_t)(s.a + s.b), sizeof *s.failed);
    s.columns = plan_of(s.a);
    s.rows = plan_of(s.b);
    s.chirp = fftc_roots_begin(2 * s.n, s.n);
    s.roots = fftc_roots_begin(s.m, s.h);
    bool good = s.v != NULL && s.odd != NULL && s.failed != NULL && s.columns != NULL &&
                s.rows != NULL && !s.chirp.failed && !s.roots.failed && make(&s);
    fftc_roots_end(&s.chirp);
    fftc_roots_end(&s.roots);
    fftc_plan_destroy(s.columns);
    fftc_plan_destroy(s.rows);
    free(s.v);
    free(s.odd);
    free(s.failed);
    return good;
}
