/* SPDX-License-Identifier: MIT */
#include "support/roots.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/unit_point.h"
#include "support/wave.h"

#define TASK_ROOTS ((uint64_t)128) /* some twenty microseconds */

/* What point_at is off by, relative to it, at most: half a unit each for the constant, the product
 * and the quotient, and a unit for cosl or sinl. */
#define POINT_ERROR (4 * LDBL_EPSILON)

/* A cosine and a sine, each as a sum of three doubles: a multiple of 2^-24, one of 2^-50, which is
 * below 2^-24, and what is left, below 2^-50. Products of the first with the first two are exact,
 * and so are sums of some of them. */
typedef struct fftc_root_sum {
    double high[2];
    double low[2];
    double rest[2];
} root_sum;

static void point_at(uint64_t distance, uint64_t n, long double point[2])
{
    long double angle =
        0.78539816339744830961566084581987572L * (long double)distance / (long double)n;
    point[0] = cosl(angle);
    point[1] = sinl(angle);
}

static void split(const fftc_pair_ld point[2], root_sum *sum)
{
    for (unsigned c = 0; c < 2; ++c) {
        /* Numbers of this size have just those places. */
        double high = ((double)point[c].hi + 0x1.8p28) - 0x1.8p28;
        long double left = point[c].hi - (long double)high;
        double low = ((double)left + 0x1.8p2) - 0x1.8p2;
        sum->high[c] = high;
        sum->low[c] = low;
        sum->rest[c] = (double)((left - (long double)low) + point[c].lo);
    }
}

/* The tables are worth it if far more than 2 sqrt(n) roots are wanted. */
fftc_roots fftc_roots_begin_empty(uint64_t n, uint64_t wanted)
{
    fftc_roots r = {.n = n};
    while (r.step_log2 < 31 && ((uint64_t)1 << r.step_log2) << r.step_log2 < n) {
        ++r.step_log2;
    }
    uint64_t step = (uint64_t)1 << r.step_log2;
    uint64_t multiples = (n >> r.step_log2) + 1;
    if (wanted / 4 < step + multiples) {
        return r;
    }
    r.fine = malloc((size_t)(step + multiples) * sizeof *r.fine);
    r.failed = r.fine == NULL;
    if (!r.failed) {
        r.coarse = r.fine + step;
    }
    return r;
}

/* How many entries both tables have. */
static uint64_t entries_of(const fftc_roots *r)
{
    return r->fine == NULL ? 0 : ((uint64_t)1 << r->step_log2) + (r->n >> r->step_log2) + 1;
}

uint32_t fftc_roots_tasks(const fftc_roots *roots)
{
    return (uint32_t)((entries_of(roots) + TASK_ROOTS - 1) / TASK_ROOTS);
}

void fftc_roots_fill_task(const fftc_roots *roots, uint32_t task)
{
    uint64_t step = (uint64_t)1 << roots->step_log2;
    uint64_t entries = entries_of(roots);
    uint64_t first = task * TASK_ROOTS;
    fftc_pair_ld point[2];
    fftc_pair_ld turn[2];
    for (uint64_t i = first; i < entries && i < first + TASK_ROOTS; ++i) {
        if (i == first || i == step) {
            uint64_t distance = i < step ? i : (i - step) << roots->step_log2;
            fftc_unit_point(distance, 4 * roots->n, &point[0], &point[1]);
            fftc_unit_point(i < step ? 1 : step, 4 * roots->n, &turn[0], &turn[1]);
        } else {
            fftc_unit_point_further(point, turn, point);
        }
        split(point, &roots->fine[i]);
    }
}

fftc_roots fftc_roots_begin(uint64_t n, uint64_t wanted)
{
    fftc_roots r = fftc_roots_begin_empty(n, wanted);
    for (uint32_t task = 0; task < fftc_roots_tasks(&r); ++task) {
        fftc_roots_fill_task(&r, task);
    }
    return r;
}

void fftc_roots_end(fftc_roots *r)
{
    free(r->fine);
}

/* Root k is the point at pi / 4 * distance / n, mirrored. */
typedef struct octant {
    uint64_t distance;
    unsigned number;
} octant;

/* Reduces by integers, so that quadrants and octants are exact and symmetric, and without a
 * division, which would take longer than all the rest. */
static inline octant reduce(uint64_t k, uint64_t n)
{
    octant o = {8 * k, 0};
    for (unsigned part = 4; part != 0; part /= 2) {
        uint64_t beyond = o.distance >= part * n;
        o.distance -= beyond * part * n;
        o.number += (unsigned)beyond * part;
    }
    uint64_t mirrored = o.number & 1;
    o.distance = mirrored * n + (1 - 2 * mirrored) * o.distance;
    return o;
}

static inline unsigned swapped(octant o)
{
    return (o.number + 1) >> 1 & 1;
}

/* The two whose angles have the sum o. */
static inline const root_sum *coarse_of(const fftc_roots *r, octant o)
{
    return r->coarse + (o.distance >> r->step_log2);
}

static inline const root_sum *fine_of(const fftc_roots *r, octant o)
{
    return r->fine + (o.distance & (((uint64_t)1 << r->step_log2) - 1));
}

static inline void join(const root_sum *sum, long double c[2])
{
    for (unsigned i = 0; i < 2; ++i) {
        c[i] = ((long double)sum->high[i] + (long double)sum->low[i]) + (long double)sum->rest[i];
    }
}

/* Cosine and sine of an octant's angle. */
static inline void within_octant(const fftc_roots *r, octant o, long double c[2])
{
    if (o.distance == 0) {
        c[0] = 1.0L;
        c[1] = 0.0L;
    } else if (r->fine == NULL || o.distance == r->n) {
        point_at(o.distance, r->n, c);
    } else {
        long double x[2];
        long double y[2];
        join(coarse_of(r, o), x);
        join(fine_of(r, o), y);
        c[0] = x[0] * y[0] - x[1] * y[1];
        c[1] = x[0] * y[1] + x[1] * y[0];
    }
}

void fftc_roots_get(const fftc_roots *r, uint64_t k, long double point[2])
{
    octant o = reduce(k, r->n);
    long double c[2];
    within_octant(r, o, c);
    point[0] = o.number >= 2 && o.number < 6 ? -c[swapped(o)] : c[swapped(o)];
    point[1] = o.number < 4 ? -c[1 - swapped(o)] : c[1 - swapped(o)];
}

/* Puts it where root k is, of whose octant's angle it has the cosine and sine. */
static inline void mirror(octant o, double cosine, double sine, double point[2])
{
    static const double signs[8][2] = {{1, -1}, {1, -1}, {-1, -1}, {-1, -1},
                                       {-1, 1}, {-1, 1}, {1, 1},   {1, 1}};
    const double *sign = signs[o.number & 7];
    bool swap = swapped(o) != 0;
    point[0] = sign[0] * (swap ? sine : cosine);
    point[1] = sign[1] * (swap ? cosine : sine);
}

/* ------------------------------------------------------------------------------------- tables */

/* How many waves follow from the one before, by a factor for each number, which itself turns
 * evenly. */
#define SPAN 16u
/* The most that a number may be off by: half of SPAN^2 times the error of the second factor. */
#define WAVE_ERROR 0x1p-44

/* Numbers k, k + step, k + 2 step + growth, ... of roots of n, modulo n. */
typedef struct series {
    uint64_t n, k, step, growth;
} series;

/* The series some hundred steps ahead, or a few back. */
FFTC_WAVE_FN series at(const series *s, int64_t steps)
{
    uint64_t n = s->n;
    uint64_t forth = (uint64_t)(steps < 0 ? -steps : steps);
    uint64_t moved = forth * s->step % n;
    uint64_t grown = (uint64_t)(steps * (steps - 1) / 2) % n * s->growth % n;
    uint64_t steeper = forth * s->growth % n;
    series there = *s;
    there.k = (s->k + grown + (steps < 0 ? n - moved : moved)) % n;
    there.step = (s->step + (steps < 0 ? n - steeper : steeper)) % n;
    return there;
}

FFTC_WAVE_FN fftc_wave bends_of(const series *s)
{
    fftc_wave bends;
    const series bent = {s->n, 0, 0, s->growth};
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        double point[2] = {1.0, 0.0};
        if (s->growth != 0) {
            fftc_circle_point(at(&bent, (int64_t)b - FFTC_WAVE / 2).k, s->n, point);
        }
        bends.re[b] = point[0];
        bends.im[b] = point[1];
    }
    return bends;
}

/* Rounds numbers, and tells whether this is certainly correct for all of them: in steps that
 * compilers turn into vector instructions. */
FFTC_WAVE_FN bool settle(const double *x, float *rounded)
{
    float most[FFTC_WAVE];
    uint32_t bits[2][FFTC_WAVE];
    uint32_t open = 0;
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        rounded[b] = (float)(x[b] - WAVE_ERROR);
        most[b] = (float)(x[b] + WAVE_ERROR);
    }
    memcpy(bits[0], rounded, sizeof bits[0]);
    memcpy(bits[1], most, sizeof bits[1]);
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        open |= bits[0][b] ^ bits[1][b];
    }
    return open == 0;
}

/* Puts the numbers of a wave into the table, from number `first` of `count` on; `middle` is number
 * FFTC_WAVE / 2 of the wave. */
FFTC_WAVE_FN void put_wave(const fftc_roots *r, const series *middle, uint64_t first,
                           const fftc_wave *w, float (*to)[2], uint64_t count)
{
    float re[FFTC_WAVE];
    float im[FFTC_WAVE];
    bool settled = settle(w->re, re);
    settled = settle(w->im, im) && settled;
    uint64_t end = count - first < FFTC_WAVE ? count : first + FFTC_WAVE;
    for (uint64_t i = first; i < end; ++i) {
        to[i][0] = re[i - first];
        to[i][1] = im[i - first];
    }
    for (uint64_t i = first; i < end && !settled; ++i) {
        long double exact[2];
        /* Which leaves one float in some 2^35 open. */
        fftc_roots_get(r, at(middle, (int64_t)i - FFTC_WAVE / 2).k, exact);
        fftc_point_put(FFTC_FLOAT32, to, i, exact);
    }
}

/* Waves of a series. */
typedef struct waves {
    fftc_wave bends;  /* of a wave, but for what is even in it */
    fftc_wave steps;  /* of the factors from one wave to the next, from that in the middle */
    double growth[2]; /* the growth of the steps */
    fftc_wave wave, factors;
} waves;

FFTC_WAVE_FN void begin_waves(const series *from, waves *w)
{
    double point[2];
    w->bends = bends_of(from);
    fftc_circle_point(FFTC_WAVE * from->growth % from->n, from->n, point);
    fftc_wave_powers(point, &w->steps);
    fftc_circle_point(FFTC_WAVE * (FFTC_WAVE * from->growth % from->n) % from->n, from->n,
                      w->growth);
}

/* Begins a span with the wave around `middle`. */
FFTC_WAVE_FN void begin_span(const series *middle, waves *w)
{
    double point[2];
    series next = at(middle, FFTC_WAVE);
    fftc_circle_point(middle->step, middle->n, point);
    fftc_wave_powers(point, &w->wave);
    fftc_wave_multiply(&w->wave, &w->bends, &w->wave);
    fftc_circle_point(middle->k, middle->n, point);
    fftc_wave_rotate(&w->wave, point, &w->wave);
    fftc_circle_point((next.k + middle->n - middle->k) % middle->n, middle->n, point);
    fftc_wave_rotate(&w->steps, point, &w->factors);
}

FFTC_WAVE_FN void fill_floats(const fftc_roots *r, const series *from, float (*to)[2],
                              uint64_t count)
{
    series middle = at(from, FFTC_WAVE / 2);
    float span[SPAN * FFTC_WAVE][2]; /* a device's memory takes long pieces best */
    waves w;
    begin_waves(from, &w);
    for (uint64_t i = 0; i < count; i += (uint64_t)SPAN * FFTC_WAVE) {
        uint64_t left = count - i < SPAN * FFTC_WAVE ? count - i : SPAN * FFTC_WAVE;
        begin_span(&middle, &w);
        for (uint64_t k = 0; k < left; k += FFTC_WAVE) {
            put_wave(r, &middle, k, &w.wave, span, left);
            fftc_wave_multiply(&w.wave, &w.factors, &w.wave);
            if (from->growth != 0) {
                fftc_wave_rotate(&w.factors, w.growth, &w.factors);
            }
        }
        memcpy(to + i, span, left * sizeof *span);
        middle = at(&middle, (int64_t)SPAN * FFTC_WAVE);
    }
}

static void fill_floats_plain(const fftc_roots *r, const series *from, float (*to)[2],
                              uint64_t count)
{
    fill_floats(r, from, to, count);
}

FFTC_WAVE_WIDE static void fill_floats_wide(const fftc_roots *r, const series *from, float (*to)[2],
                                            uint64_t count)
{
    fill_floats(r, from, to, count);
}

/* For what rougher numbers leave open. */
static __attribute__((noinline)) void settle_double(uint64_t n, octant o, double c[2])
{
    fftc_pair_ld cosine;
    fftc_pair_ld sine;
    fftc_unit_point(o.distance, 4 * n, &cosine, &sine);
    c[0] = fftc_pair_ld_round(cosine);
    c[1] = fftc_pair_ld_round(sine);
}

static void get_double(const fftc_roots *r, uint64_t k, double point[2])
{
    octant o = reduce(k, r->n);
    long double c[2];
    double rounded[2];
    bool open = false;
    within_octant(r, o, c);
    for (unsigned i = 0; i < 2; ++i) {
        long double error = POINT_ERROR * c[i];
        rounded[i] = (double)(c[i] + error);
        open |= rounded[i] != (double)(c[i] - error);
    }
    if (open) {
        settle_double(r->n, o, rounded);
    }
    mirror(o, rounded[0], rounded[1], point);
}

/* Several roots that are products of table entries, each number by its own. */
typedef struct products {
    octant o[FFTC_WAVE];
    double x[6][FFTC_WAVE]; /* high, low and rest of the coarse ones */
    double y[6][FFTC_WAVE];
    double c[2][FFTC_WAVE];
    double left[2][FFTC_WAVE]; /* what c lacks */
} products;

/* What the sum of c and left may be off by: rounding what is below 2^-47 makes less than 2^-96, and
 * the entries have some hundred places. */
#define PRODUCT_ERROR 0x1p-92

FFTC_WAVE_FN void two_sum(double x, double y, double *sum, double *rest)
{
    double s = x + y;
    double part = s - x;
    *rest = (x - (s - part)) + (y - part);
    *sum = s;
}

/* Cosine (c = 0) or sine of the sum of the angles of x[..][i] and y[..][i]: first what is exact. */
FFTC_WAVE_FN void add_products(products *p, unsigned i, unsigned c)
{
    double sign = c == 0 ? -1.0 : 1.0;
    unsigned b = c;
    unsigned d = 1 - c;
    double exact = p->x[0][i] * p->y[b][i] + sign * (p->x[1][i] * p->y[d][i]);
    double cross = (p->x[0][i] * p->y[2 + b][i] + p->x[2][i] * p->y[b][i]) +
                   sign * (p->x[1][i] * p->y[2 + d][i] + p->x[3][i] * p->y[d][i]);
    double small = p->x[2][i] * p->y[2 + b][i] + sign * (p->x[3][i] * p->y[2 + d][i]);
    double rests =
        ((p->x[0][i] + p->x[2][i]) * p->y[4 + b][i] + p->x[4][i] * (p->y[b][i] + p->y[2 + b][i])) +
        sign * ((p->x[1][i] + p->x[3][i]) * p->y[4 + d][i] +
                p->x[5][i] * (p->y[d][i] + p->y[2 + d][i]));
    double sum;
    double left;
    two_sum(exact, cross, &sum, &left);
    two_sum(sum, left + (small + rests), &p->c[c][i], &p->left[c][i]);
}

FFTC_WAVE_FN void multiply_entries(products *p)
{
    for (unsigned i = 0; i < FFTC_WAVE; ++i) {
        add_products(p, i, 0);
    }
    for (unsigned i = 0; i < FFTC_WAVE; ++i) {
        add_products(p, i, 1);
    }
}

/* 0.0 if c is certainly what it stands for, rounded. */
FFTC_WAVE_FN double openness(const products *p, unsigned i, unsigned c)
{
    double above = (p->c[c][i] + (p->left[c][i] + PRODUCT_ERROR)) - p->c[c][i];
    double below = (p->c[c][i] + (p->left[c][i] - PRODUCT_ERROR)) - p->c[c][i];
    return above - below;
}

FFTC_WAVE_FN bool is_any_open(const products *p)
{
    double open[FFTC_WAVE];
    uint64_t bits[FFTC_WAVE];
    uint64_t all = 0;
    for (unsigned i = 0; i < FFTC_WAVE; ++i) {
        open[i] = openness(p, i, 0) + openness(p, i, 1);
    }
    memcpy(bits, open, sizeof bits);
    for (unsigned i = 0; i < FFTC_WAVE; ++i) {
        all |= bits[i];
    }
    return all != 0;
}

static __attribute__((noinline)) void settle_products(uint64_t n, products *p)
{
    for (unsigned i = 0; i < FFTC_WAVE; ++i) {
        bool open = openness(p, i, 0) != 0.0 || openness(p, i, 1) != 0.0;
        if (open && p->o[i].distance != 0) {
            double c[2];
            settle_double(n, p->o[i], c);
            p->c[0][i] = c[0];
            p->c[1][i] = c[1];
        }
    }
}

FFTC_WAVE_FN void look_up(const fftc_roots *r, products *p, unsigned i)
{
    const root_sum *x = coarse_of(r, p->o[i]);
    const root_sum *y = fine_of(r, p->o[i]);
    for (unsigned c = 0; c < 2; ++c) {
        p->x[c][i] = x->high[c];
        p->x[2 + c][i] = x->low[c];
        p->x[4 + c][i] = x->rest[c];
        p->y[c][i] = y->high[c];
        p->y[2 + c][i] = y->low[c];
        p->y[4 + c][i] = y->rest[c];
    }
}

FFTC_WAVE_FN void fill_doubles(const fftc_roots *r, const series *from, double (*to)[2],
                               uint64_t count)
{
    uint64_t k = from->k;
    uint64_t step = from->step;
    products p;
    for (uint64_t first = 0; first < count; first += FFTC_WAVE) {
        for (unsigned i = 0; i < FFTC_WAVE; ++i) {
            p.o[i] = reduce(k, r->n);
            look_up(r, &p, i);
            k += step;
            k -= k >= from->n ? from->n : 0;
            step += from->growth;
            step -= step >= from->n ? from->n : 0;
        }
        multiply_entries(&p);
        if (is_any_open(&p)) {
            settle_products(r->n, &p);
        }
        for (unsigned i = 0; i < FFTC_WAVE && i < count - first; ++i) {
            mirror(p.o[i], p.c[0][i], p.c[1][i], to[first + i]);
        }
    }
}

static void fill_doubles_plain(const fftc_roots *r, const series *from, double (*to)[2],
                               uint64_t count)
{
    fill_doubles(r, from, to, count);
}

FFTC_WAVE_WIDE static void fill_doubles_wide(const fftc_roots *r, const series *from,
                                             double (*to)[2], uint64_t count)
{
    fill_doubles(r, from, to, count);
}

static void fill_few_doubles(const fftc_roots *r, const series *from, double (*to)[2],
                             uint64_t count)
{
    uint64_t k = from->k;
    uint64_t step = from->step;
    for (uint64_t i = 0; i < count; ++i) {
        get_double(r, k, to[i]);
        k += step;
        k -= k >= from->n ? from->n : 0;
        step += from->growth;
        step -= step >= from->n ? from->n : 0;
    }
}

void fftc_roots_fill(const fftc_roots *roots, fftc_precision precision, void *table, uint64_t count,
                     uint64_t k, uint64_t step, uint64_t growth)
{
    const series from = {roots->n, k, step, growth};
    if (precision == FFTC_FLOAT64 && roots->fine == NULL) {
        fill_few_doubles(roots, &from, table, count);
    } else if (precision == FFTC_FLOAT64 && fftc_wave_is_wide()) {
        fill_doubles_wide(roots, &from, table, count);
    } else if (precision == FFTC_FLOAT64) {
        fill_doubles_plain(roots, &from, table, count);
    } else if (fftc_wave_is_wide()) {
        fill_floats_wide(roots, &from, table, count);
    } else {
        fill_floats_plain(roots, &from, table, count);
    }
}

void fftc_point_put(fftc_precision precision, void *table, uint64_t index,
                    const long double point[2])
{
    if (precision == FFTC_FLOAT64) {
        ((double *)table)[2 * index] = (double)point[0];
        ((double *)table)[2 * index + 1] = (double)point[1];
    } else {
        ((float *)table)[2 * index] = (float)point[0];
        ((float *)table)[2 * index + 1] = (float)point[1];
    }
}
