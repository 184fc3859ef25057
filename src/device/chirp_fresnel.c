/* SPDX-License-Identifier: MIT
 *
 * The spectrum of a chirp of any period m, number by number, without a transform.
 *
 * B_f is the sum of exp(pi i j^2 / n) exp(-2 pi i j p), -n < j < n, p = f / m, 0 < p < 1. With half
 * of the terms at -n and n it is, by Poisson's formula, a sum of Fresnel integrals from -n to n,
 * one for each integer k, whose phases are stationary at n (p + k): within the bounds for k = 0 and
 * k = -1. Take the integrals without bounds for these two; what is beyond the bounds is, for all k
 * together, a sum of
 *
 *     G(z) = exp(-pi i n z^2) * integral of exp(pi i n t^2) from z to infinity, G(-z) = -G(z)
 *
 * since at the bounds all k have the same phase but for its sign:
 *
 *     B_f = sqrt(n) exp(pi i / 4) (P + (-1)^n P exp(2 pi i n p))
 *           - (-1)^n (cos(2 pi n p) + 2 i sin(2 pi n p) T),
 *     P = exp(-pi i n p^2), T = n * sum of G(l + p) over all integers l.
 *
 * G has the asymptotic series i / (2 pi n z) (1 - s + 3 s^2 - 15 s^3 ...), s = i / (2 pi n z^2),
 * and the sums of (l + p)^-1, ^-3, ... are polynomials in the cotangent of pi p: four terms do
 * where sqrt(n) p, and sqrt(n) (1 - p), are above NEAR, for double above FAR. Nearer to 0, or to 1,
 * the term of l = 0, or l = -1, is taken by more of them, and within NEAR by the error function.
 *
 * Phases are reduced by integers, so that each number is off by some units of the last place of a
 * double's 1, and for float is the nearest one but for one in 10^7.
 */
#include "device/chirp_fresnel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "describe/layout.h"
#include "device/chirp_spectrum.h"
#include "device/table_jobs.h"
#include "support/wave.h"

#define FLOAT_MIN_POINTS ((uint64_t)4096) /* four terms leave 1e-10 from here on */
#define DOUBLE_MIN_POINTS ((uint64_t)8192)
#define PERIOD_MAX ((uint64_t)1 << 29) /* 8 m^2 in 64 bits */
#define FAR 40.0
#define NEAR 8.0
#define PI 3.14159265358979323846
#define SPAN 8u     /* blocks whose factors follow from the first one's; for double not P */
#define NODES 14u   /* of the error function's sum, as far as exp(-(k + 1/2)^2 / 4) counts */
#define ROW_MIN 64u /* frequencies of a run, at least */
#define PIECE 256u  /* numbers that go to the table as one piece */
#define SHARES 64u  /* of the rows: each with memory of its own */

/* The factors of P: in the middle of a block, or from there to the middle of another block. */
typedef struct factors {
    double edge[2];  /* exp(-2 pi i n p) */
    double angle[2]; /* exp(-pi i p) */
} factors;

/* What all runs have in common: frequencies first, first + step, first + 2 step ... */
typedef struct chirp {
    uint64_t n, m, step;
    uint64_t circle; /* 2 m^2: pi n p^2 is 2 pi (n f^2) / circle */
    uint64_t bend;   /* n step^2, modulo the circle */
    uint64_t bends;  /* by that much more k (place) grows from one block to the next */
    uint64_t more;   /* the slope grows by that much from one block to the next */
    uint64_t reach;  /* from where on, and until where, four terms of T do */
    double root;     /* of n */
    double kappa;    /* pi / (2 n) */
    double flip;     /* (-1)^n */
    double node[NODES], node_weight[NODES];
    fftc_wave
        bent; /* P of b steps from a frequency, b = -FFTC_WAVE / 2 .., without its linear part */
    fftc_wave edge;  /* exp(-2 pi i n step b / m) */
    fftc_wave angle; /* exp(-pi i step b / m) */
    factors ahead[SPAN];
    fftc_wave steps;  /* of P's growth from one block to the next, from that in the middle */
    double growth[2]; /* the growth of `steps` */
    fftc_precision precision;
} chirp;

/* ------------------------------------------------------------------------------------- phases */

/* a b modulo n, a < n < 2^61. */
static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t n)
{
    uint64_t product = 0;
    for (; b != 0; b >>= 2) {
        product = (product + a * (b & 3)) % n;
        a = 4 * a % n;
    }
    return product;
}

/* ------------------------------------------------------------------------------------- bounds */

/* sqrt(n) G(t / sqrt(n)), 0 < t <= NEAR. `phase` is exp(-pi i t^2).
 *
 * It is exp(pi i / 4) / 2 times the error function w(z), z = exp(pi i / 4) sqrt(pi) t, and that is
 * (2 i z h / pi) * sum of exp(-c_k) / (z^2 - c_k), c_k = (h (k + 1/2))^2, with what the pole
 * leaves, 2 exp(-z^2) / (1 + exp(-2 pi i z / h)): Chiarella and Reichel 1968. For h = 1/2 the error
 * is exp(-4 pi^2). */
FFTC_WAVE_FN void fresnel(const chirp *c, double t, const double phase[2], double integral[2])
{
    double square = PI * t * t;            /* z^2 = i square */
    double x = t * 1.25331413731550025121; /* z = x (1 + i) */
    double re = 0.0;
    double im = 0.0;
    for (unsigned k = 0; k < NODES; ++k) {
        double weight = c->node_weight[k] / (c->node[k] * c->node[k] + square * square);
        re -= c->node[k] * weight;
        im -= square * weight;
    }
    /* i z / pi = x (-1 + i) / pi */
    double w[2] = {x / PI * (-re - im), x / PI * (re - im)};
    if (x < 3.0) {              /* beyond, the pole leaves less than 1e-16 */
        double turns = 2.0 * x; /* exp(-4 pi i z) = exp(4 pi x) exp(-2 pi i turns) */
        double fraction = turns - floor(turns);
        double growth =
            (double)expl(4.0L * 3.14159265358979323846264338327950288L * (long double)x);
        double around[2];
        fftc_circle_point((uint64_t)(fraction * 0x1p52), (uint64_t)1 << 52, around);
        double below[2] = {1.0 + growth * around[0], growth * around[1]};
        double norm = below[0] * below[0] + below[1] * below[1];
        const double inverse[2] = {2.0 * below[0] / norm, -2.0 * below[1] / norm};
        double left[2];
        fftc_point_multiply(phase, inverse, left);
        w[0] += left[0];
        w[1] += left[1];
    }
    integral[0] = 0.35355339059327376220 * (w[0] - w[1]);
    integral[1] = 0.35355339059327376220 * (w[0] + w[1]);
}

/* T by four terms of each l; with k = kappa and q = 1 / sin^2(pi p), it is the cotangent over 2
 * times (k q - ...) + i (1 - k^2 q (3 q - 1)). */
FFTC_WAVE_FN void sum_far(double kappa, double cotangent, double *re, double *im)
{
    double q = 1.0 + cotangent * cotangent;
    double a = kappa * q;
    *re = 0.5 * cotangent * (a - a * kappa * kappa * (15.0 * q * q - 10.0 * q + 2.0 / 3.0));
    *im = 0.5 * cotangent * (1.0 - a * kappa * (3.0 * q - 1.0));
}

/* T without l = 0, p <= 1/20: by powers of p. */
FFTC_WAVE_FN void sum_others(uint64_t n, double p, double sum[2])
{
    static const double zeta[] = {1.6449340668482264365, 1.0823232337111381915,
                                  1.0173430619844491397, 1.0040773561979443394,
                                  1.0009945751278180853};
    double s = 0.5 / (PI * (double)n);
    double y = p * p;
    double first = zeta[0] + y * (zeta[1] + y * (zeta[2] + y * (zeta[3] + y * zeta[4])));
    double third = 3 * zeta[1] + y * (10 * zeta[2] + y * (21 * zeta[3] + y * 36 * zeta[4]));
    double fifth = 5 * zeta[2] + y * 35 * zeta[3];
    sum[0] = -p / PI * s * third;
    sum[1] = -p / PI * (first - 3.0 * s * s * fifth);
}

/* T where p is small, 0 < p <= 1/2. `sum` is that of four terms, `phase` exp(-pi i n p^2). */
FFTC_WAVE_FN void sum_near(const chirp *c, double p, const double phase[2], double sum[2])
{
    double t = p * c->root;
    double s = 0.5 / (PI * t * t);
    double y = s * s;
    double scale = 0.5 / (PI * p);
    if (t >= NEAR) {
        sum[0] += scale * s * y * y * (945.0 - y * (135135.0 - y * 34459425.0));
        sum[1] += scale * y * y * (105.0 - y * (10395.0 - y * (2027025.0 - y * 654729075.0)));
        return;
    }
    double integral[2];
    fresnel(c, t, phase, integral);
    if (p <= 0.05) {
        sum_others(c->n, p, sum);
    } else {
        sum[0] -= scale * s * (1.0 - 15.0 * y);
        sum[1] -= scale * (1.0 - 3.0 * y);
    }
    sum[0] += c->root * integral[0];
    sum[1] += c->root * integral[1];
}

/* ------------------------------------------------------------------------------------- runs */

/* Where p is near 0 or 1: T of the frequencies of a block, which begins with `first`. */
FFTC_WAVE_FN void mend_block(const chirp *c, uint64_t first, const fftc_wave *phase,
                             const fftc_wave *edge, fftc_wave *sum)
{
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        uint64_t f = first + b * c->step;
        f -= f >= c->m ? c->m : 0;
        bool mirrored = 2 * f > c->m; /* T(1 - p) = -T(p) */
        uint64_t distance = mirrored ? c->m - f : f;
        double sign = mirrored ? -1.0 : 1.0;
        double own[2] = {phase->re[b], phase->im[b]};
        double near[2] = {sign * sum->re[b], sign * sum->im[b]};
        if (distance >= c->reach) {
            continue;
        }
        if (mirrored) {
            const double here[2] = {own[0], own[1]};
            const double back[2] = {c->flip * edge->re[b], -c->flip * edge->im[b]};
            fftc_point_multiply(here, back, own);
        }
        if (distance == 0) { /* the factor of the pole is 0 */
            near[0] = 0.0;
            near[1] = 0.0;
        } else {
            sum_near(c, (double)distance / (double)c->m, own, near);
        }
        sum->re[b] = sign * near[0];
        sum->im[b] = sign * near[1];
    }
}

/* The waves of a block. */
typedef struct block {
    fftc_wave phase; /* P */
    fftc_wave edge;  /* exp(-2 pi i n p) */
    fftc_wave sum;   /* T */
} block;

/* P around a frequency where it is exp(-2 pi i k / circle), and `slope` is by how much k grows
 * there. */
FFTC_WAVE_FN void fill_phase(const chirp *c, uint64_t k, uint64_t slope, fftc_wave *phase)
{
    double point[2];
    double turn[2];
    fftc_wave powers;
    fftc_circle_point(k, c->circle, point);
    fftc_circle_point(slope, c->circle, turn);
    fftc_wave_powers(turn, &powers);
    fftc_wave_multiply(&powers, &c->bent, &powers);
    fftc_wave_rotate(&powers, point, phase);
}

/* Fills the rest of a block by the factors of the first block of a span, and those that lead from
 * there to this one. */
FFTC_WAVE_FN void fill_edge_and_sum(const chirp *c, const factors *from, const factors *ahead,
                                    block *o)
{
    double point[2];
    fftc_wave angle;
    fftc_point_multiply(from->edge, ahead->edge, point);
    fftc_wave_rotate(&c->edge, point, &o->edge);
    fftc_point_multiply(from->angle, ahead->angle, point);
    fftc_wave_rotate(&c->angle, point, &angle);
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        double cotangent = angle.re[b] / (1e-30 - angle.im[b]); /* 0 only at frequency 0 */
        sum_far(c->kappa, cotangent, &o->sum.re[b], &o->sum.im[b]);
    }
}

FFTC_WAVE_FN void end_block(const chirp *c, const block *o, fftc_wave *result)
{
    double scale = 1.0 / (double)c->m;
    double size = c->root * 0.70710678118654752440 * scale;
    double minus = -c->flip * scale;
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        double u = 1.0 + c->flip * o->edge.re[b];
        double v = -c->flip * o->edge.im[b];
        double twice = 2.0 * o->edge.im[b];
        double re = o->phase.re[b] * u - o->phase.im[b] * v;
        double im = o->phase.re[b] * v + o->phase.im[b] * u;
        result->re[b] = size * (re - im) + minus * (o->edge.re[b] + twice * o->sum.im[b]);
        result->im[b] = size * (re + im) - minus * twice * o->sum.re[b];
    }
}

FFTC_WAVE_FN factors factors_at(const chirp *c, uint64_t f)
{
    factors at;
    fftc_circle_point(c->n * f % c->m, c->m, at.edge);
    fftc_circle_point(f % (2 * c->m), 2 * c->m, at.angle);
    return at;
}

static chirp start(uint64_t n, uint64_t m, uint64_t step, fftc_precision precision)
{
    chirp c = {.n = n, .m = m, .step = step, .circle = 2 * m * m, .precision = precision};
    c.bend = multiply_modulo(n * step % c.circle, step, c.circle);
    c.bends = multiply_modulo(c.bend, (uint64_t)FFTC_WAVE * FFTC_WAVE, c.circle);
    c.more = multiply_modulo(c.bend, (uint64_t)2 * FFTC_WAVE, c.circle);
    c.root = sqrt((double)n);
    c.kappa = 0.5 * PI / (double)n;
    c.flip = n % 2 == 0 ? 1.0 : -1.0;
    c.reach = (uint64_t)ceil((precision == FFTC_FLOAT64 ? FAR : NEAR) / c.root * (double)m);
    for (unsigned k = 0; k < NODES; ++k) {
        c.node[k] = 0.25 * (k + 0.5) * (k + 0.5);
        c.node_weight[k] = (double)expl(-(long double)c.node[k]);
    }
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        uint64_t steps = b < FFTC_WAVE / 2 ? FFTC_WAVE / 2 - b : b - FFTC_WAVE / 2;
        double point[2];
        fftc_circle_point(multiply_modulo(c.bend, steps * steps, c.circle), c.circle, point);
        c.bent.re[b] = point[0];
        c.bent.im[b] = point[1];
    }
    const factors ones = factors_at(&c, step);
    fftc_wave_powers(ones.edge, &c.edge);
    fftc_wave_powers(ones.angle, &c.angle);
    fftc_circle_point(c.more, c.circle, c.growth);
    fftc_wave_powers(c.growth, &c.steps);
    fftc_circle_point(FFTC_WAVE * c.more % c.circle, c.circle, c.growth);
    for (unsigned i = 0; i < SPAN; ++i) {
        c.ahead[i] = factors_at(&c, (uint64_t)i * FFTC_WAVE * step);
    }
    return c;
}

/* A block's middle, and where it is. */
typedef struct place {
    uint64_t f;     /* the frequency */
    uint64_t k;     /* n f^2, modulo the circle */
    uint64_t slope; /* 2 n f step, modulo the circle */
} place;

static place place_at(const chirp *c, uint64_t f)
{
    uint64_t from = c->n * f % c->circle;
    return (place){f, multiply_modulo(from, f, c->circle),
                   multiply_modulo(from, 2 * c->step, c->circle)};
}

FFTC_WAVE_FN uint64_t growth_of(const chirp *c, const place *at)
{
    return (FFTC_WAVE * at->slope + c->bends) % c->circle;
}

FFTC_WAVE_FN void make_span(const chirp *c, place *at, uint64_t blocks, double (*to)[2])
{
    const uint64_t steps = FFTC_WAVE * c->step;
    const factors from = factors_at(c, at->f);
    block o;
    fftc_wave next; /* what the next block's P is multiplied by, for float */
    fftc_wave result;
    double point[2];
    fftc_circle_point(growth_of(c, at), c->circle, point);
    fftc_wave_rotate(&c->steps, point, &next);
    for (uint64_t i = 0; i < blocks; ++i) {
        uint64_t begin = at->f - steps / 2;
        if (i == 0 || c->precision == FFTC_FLOAT64) {
            fill_phase(c, at->k, at->slope, &o.phase);
        } else {
            fftc_wave_multiply(&o.phase, &next, &o.phase);
            fftc_wave_rotate(&next, c->growth, &next);
        }
        fill_edge_and_sum(c, &from, &c->ahead[i], &o);
        if (begin < c->reach || begin + steps + c->reach > c->m) {
            mend_block(c, begin, &o.phase, &o.edge, &o.sum);
        }
        end_block(c, &o, &result);
        for (unsigned b = 0; b < FFTC_WAVE; ++b) {
            to[i * FFTC_WAVE + b][0] = result.re[b];
            to[i * FFTC_WAVE + b][1] = result.im[b];
        }
        at->f += steps;
        at->k = (at->k + growth_of(c, at)) % c->circle;
        at->slope = (at->slope + c->more) % c->circle;
    }
}

/* Computes frequencies first, first + step, ...: `count` of them, and up to the end of a block. */
FFTC_WAVE_FN void run(const chirp *c, uint64_t first, uint64_t count, double (*to)[2])
{
    place at = place_at(c, first + FFTC_WAVE / 2 * c->step);
    for (uint64_t i = 0; i < count; i += (uint64_t)SPAN * FFTC_WAVE) {
        uint64_t blocks = (count - i + FFTC_WAVE - 1) / FFTC_WAVE;
        make_span(c, &at, blocks < SPAN ? blocks : SPAN, to + i);
    }
}

static void run_plain(const chirp *c, uint64_t first, uint64_t count, double (*to)[2])
{
    run(c, first, count, to);
}

FFTC_WAVE_WIDE static void run_wide(const chirp *c, uint64_t first, uint64_t count, double (*to)[2])
{
    run(c, first, count, to);
}

/* ------------------------------------------------------------------------------------ the table */

typedef struct filling {
    const fftc_convolution_key *key;
    fftc_precision precision;
    chirp chirp;
    void (*run)(const chirp *c, uint64_t first, uint64_t count, double (*to)[2]);
    uint64_t first, others; /* points of the first axis, and the product of those of the others */
    double (*share)[2];
    uint64_t share_points;
    uint32_t *order;  /* frequencies of a row, over `first`, in the order of the other axes */
    bool in_order;    /* `order` is 0, 1, 2 ... */
    bool even;        /* only rows 0 .. first / 2 are wanted */
    uint32_t *across; /* where numbers of a short row are among runs */
    char *table;
} filling;

/* Copies numbers first, first + 1, ... in the order of the table: numbers[order[i]], or
 * numbers[last - order[i]]. */
static void gather(const double (*numbers)[2], const uint32_t *order, uint64_t first,
                   uint64_t count, uint64_t last, double (*to)[2])
{
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t at = order[first + i];
        memcpy(to[i], numbers[last != 0 ? last - at : at], sizeof to[i]);
    }
}

/* Puts `count` numbers into the table from `index` on. In pieces, since the table may be in a
 * device's memory, which takes these best. */
static void put(const filling *s, uint64_t index, const double (*numbers)[2], const uint32_t *order,
                uint64_t count, bool reversed)
{
    double doubles[PIECE][2];
    float floats[PIECE][2];
    const uint64_t last = reversed ? count - 1 : 0;
    const bool as_they_are = s->in_order && order == s->order && !reversed;
    for (uint64_t first = 0; first < count; first += PIECE) {
        uint64_t here = count - first < PIECE ? count - first : PIECE;
        const double(*from)[2] = numbers + first;
        if (!as_they_are) {
            gather(numbers, order, first, here, last, doubles);
            from = (const double(*)[2])doubles;
        }
        if (s->precision == FFTC_FLOAT64) {
            memcpy(s->table + (index + first) * sizeof *doubles, from, here * sizeof *doubles);
            continue;
        }
        for (uint64_t i = 0; i < here; ++i) {
            floats[i][0] = (float)from[i][0];
            floats[i][1] = (float)from[i][1];
        }
        memcpy(s->table + (index + first) * sizeof *floats, floats, here * sizeof *floats);
    }
}

/* Row k of the table has frequency k and every `first`-th from there on, in the order of the other
 * axes. Row first - k, if it is there, is the same in reverse. */
static void put_rows(void *data, uint32_t share)
{
    const filling *s = data;
    double(*row)[2] = s->share + share * s->share_points;
    for (uint64_t k = share; 2 * k <= s->first; k += SHARES) {
        uint64_t mirror = s->first - k;
        s->run(&s->chirp, k, s->others, row);
        put(s, k * s->others, (const double(*)[2])row, s->order, s->others, false);
        if (!s->even && k != 0 && mirror != k) {
            put(s, mirror * s->others, (const double(*)[2])row, s->order, s->others, true);
        }
    }
}

/* Writes short rows, ROW_MIN at a time, from runs of neighbouring frequencies. */
static void put_columns(void *data, uint32_t share)
{
    const filling *s = data;
    double(*runs)[2] = s->share + share * s->share_points;
    uint64_t rows = s->even ? s->first / 2 + 1 : s->first;
    for (uint64_t k0 = share * ROW_MIN; k0 < rows; k0 += (uint64_t)SHARES * ROW_MIN) {
        uint64_t count = rows - k0 < ROW_MIN ? rows - k0 : ROW_MIN;
        for (uint64_t r = 0; r < s->others; ++r) {
            s->run(&s->chirp, k0 + s->first * s->order[r], count, runs + r * ROW_MIN);
        }
        for (uint64_t k = 0; k < count; ++k) {
            put(s, (k0 + k) * s->others, (const double(*)[2])(runs + k), s->across, s->others,
                false);
        }
    }
}

bool fftc_chirp_spectrum_even(const fftc_convolution_key *key)
{
    bool two = key->axes[1] > 1 && key->axes[2] == 1 && key->axes[3] == 1;
    return two && key->role == FFTC_ROLE_PRODUCT && key->rows == key->axes[0] &&
           fftc_chirp_fresnel_serves(key, FFTC_FLOAT32) &&
           fftc_chirp_fresnel_serves(key, FFTC_FLOAT64);
}

bool fftc_chirp_fresnel_serves(const fftc_convolution_key *key, fftc_precision precision)
{
    uint64_t least = precision == FFTC_FLOAT64 ? DOUBLE_MIN_POINTS : FLOAT_MIN_POINTS;
    return key->chirp >= least && fftc_chirp_period(key) <= PERIOD_MAX;
}

static void end_filling(void *data)
{
    filling *s = data;
    free(s->share);
    free(s->order);
    free(s);
}

bool fftc_chirp_fresnel_begin(const fftc_convolution_key *key, fftc_precision precision,
                              void *table, fftc_table_jobs *jobs)
{
    uint64_t m = fftc_chirp_period(key);
    filling *s = malloc(sizeof *s);
    if (s == NULL) {
        return false;
    }
    *s = (filling){.key = key, .precision = precision, .first = key->axes[0], .table = table};
    s->run = fftc_wave_is_wide() ? run_wide : run_plain;
    s->others = m / s->first;
    bool by_rows = s->others >= ROW_MIN;
    s->share_points = by_rows ? s->others + FFTC_WAVE : s->others * ROW_MIN;
    s->chirp = start(key->chirp, m, by_rows ? s->first : 1, precision);
    s->share = malloc((size_t)(SHARES * s->share_points) * sizeof *s->share);
    s->order = malloc((size_t)(2 * s->others) * sizeof *s->order);
    s->across = s->order != NULL ? s->order + s->others : NULL;
    if (s->share == NULL || s->order == NULL) {
        end_filling(s);
        return false;
    }
    s->in_order = true;
    s->even = fftc_chirp_spectrum_even(key);
    for (uint64_t r = 0; r < s->others; ++r) {
        s->order[r] = (uint32_t)fftc_chirp_frequency(key, r);
        s->in_order = s->in_order && s->order[r] == r;
        s->across[r] = (uint32_t)(r * ROW_MIN);
    }
    const fftc_table_job job = {.count = SHARES,
                                .task = by_rows ? put_rows : put_columns,
                                .context = s,
                                .end = end_filling,
                                .numbers = m};
    fftc_table_jobs_add(jobs, &job);
    return true;
}
