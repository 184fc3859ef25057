/* SPDX-License-Identifier: MIT */
#include "common/roots.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/wave.h"

#define PART ((uint64_t)128) /* some ten microseconds */

static void point_at(uint64_t distance, uint64_t n, long double point[2])
{
    long double angle =
        0.78539816339744830961566084581987572L * (long double)distance / (long double)n;
    point[0] = cosl(angle);
    point[1] = sinl(angle);
}

/* The tables are worth it if far more than 2 sqrt(n) roots are wanted. They are exact enough if a
 * long double has bits to spare: the product is off by 2 units of its last place at most. */
fftc_roots fftc_roots_begin_empty(uint64_t n, uint64_t wanted)
{
    fftc_roots r = {.n = n};
    while (r.step_log2 < 31 && ((uint64_t)1 << r.step_log2) << r.step_log2 < n) {
        ++r.step_log2;
    }
    uint64_t step = (uint64_t)1 << r.step_log2;
    uint64_t multiples = (n >> r.step_log2) + 1;
    if (LDBL_MANT_DIG < 64 || wanted / 4 < step + multiples) {
        return r;
    }
    r.fine = malloc((size_t)(step + multiples) * 2 * sizeof *r.fine);
    r.failed = r.fine == NULL;
    if (!r.failed) {
        r.coarse = r.fine + 2 * step;
    }
    return r;
}

/* Both arrays as one. */
static uint64_t entries_of(const fftc_roots *r)
{
    return r->fine == NULL ? 0 : ((uint64_t)1 << r->step_log2) + (r->n >> r->step_log2) + 1;
}

uint32_t fftc_roots_parts(const fftc_roots *roots)
{
    return (uint32_t)((entries_of(roots) + PART - 1) / PART);
}

void fftc_roots_fill_part(const fftc_roots *roots, uint32_t part)
{
    uint64_t step = (uint64_t)1 << roots->step_log2;
    uint64_t entries = entries_of(roots);
    uint64_t first = part * PART;
    for (uint64_t i = first; i < entries && i < first + PART; ++i) {
        uint64_t distance = i < step ? i : (i - step) << roots->step_log2;
        point_at(distance, roots->n, roots->fine + 2 * i);
    }
}

fftc_roots fftc_roots_begin(uint64_t n, uint64_t wanted)
{
    fftc_roots r = fftc_roots_begin_empty(n, wanted);
    for (uint32_t part = 0; part < fftc_roots_parts(&r); ++part) {
        fftc_roots_fill_part(&r, part);
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
    uint64_t turned = o.number & 1;
    o.distance = turned * n + (1 - 2 * turned) * o.distance;
    return o;
}

static inline unsigned swapped(octant o)
{
    return (o.number + 1) >> 1 & 1;
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
        const long double *x = r->coarse + 2 * (o.distance >> r->step_log2);
        const long double *y = r->fine + 2 * (o.distance & (((uint64_t)1 << r->step_log2) - 1));
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

/* The same, rounded to double before it is mirrored: long doubles are slow to move. */
static inline void get_double(const fftc_roots *r, uint64_t k, double point[2])
{
    static const double signs[8][2] = {{1, -1}, {1, -1}, {-1, -1}, {-1, -1},
                                       {-1, 1}, {-1, 1}, {1, 1},   {1, 1}};
    octant o = reduce(k, r->n);
    long double c[2];
    within_octant(r, o, c);
    const double rounded[2] = {(double)c[0], (double)c[1]};
    const double *sign = signs[o.number & 7];
    point[0] = sign[0] * rounded[swapped(o)];
    point[1] = sign[1] * rounded[1 - swapped(o)];
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
        fftc_roots_get(r, at(middle, (int64_t)i - FFTC_WAVE / 2).k, exact);
        fftc_point_put(FFTC_FLOAT32, to, i, exact);
    }
}

/* Waves of a series. */
typedef struct waves {
    fftc_wave bends;  /* of a wave, but for what is even in it */
    fftc_wave steps;  /* of the factors from one wave to the next, from that in the middle */
    double growth[2]; /* of these */
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
    fftc_wave_turn(&w->wave, point, &w->wave);
    fftc_circle_point((next.k + middle->n - middle->k) % middle->n, middle->n, point);
    fftc_wave_turn(&w->steps, point, &w->factors);
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
                fftc_wave_turn(&w.factors, w.growth, &w.factors);
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

static void fill_doubles(const fftc_roots *r, const series *from, double (*to)[2], uint64_t count)
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
    if (precision == FFTC_FLOAT64) {
        fill_doubles(roots, &from, table, count);
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
