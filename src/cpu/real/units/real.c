/* SPDX-License-Identifier: MIT
 *
 * The passes of real_engine.h: a translation unit, as those of the engine
 * (cpu/engine/units/engine.c).
 */
#include <string.h>

#include "cpu/engine/units/codelets.h"
#include "cpu/real/real_engine.h"
#include "cpu/real/real_lanes.h"

#define LANES FFTC_LANES

#include "cpu/engine/units/edge_tmpl.h"
#include "cpu/real/units/real_shuffle_tmpl.h"

/* A pair: number k, and the conjugate of number h - k. */
typedef struct pair {
    fftc_complex low;
    fftc_complex high;
} pair;

/* A product that no compiler fuses with a sum. */
FORCE fftc_real rounded_product(fftc_real x, fftc_real y)
{
    fftc_real product = x * y;
#if defined(__x86_64__)
    __asm__("" : "+v"(product));
#elif defined(__aarch64__)
    __asm__("" : "+w"(product));
#endif
    return product;
}

/* x times w; real_stored_tmpl.h has the same sums. */
FORCE fftc_complex twiddled_by(fftc_complex x, fftc_complex w)
{
    return fftc_complex_make(x.re * w.re - rounded_product(x.im, w.im),
                             x.im * w.re + rounded_product(x.re, w.im));
}

/* (S + T, S - T) with S = low + high and T = twiddle (low - high). */
FORCE pair twiddled_pair(pair z, fftc_complex twiddle)
{
    fftc_complex sum = fftc_complex_add(z.low, z.high);
    fftc_complex difference = twiddled_by(fftc_complex_sub(z.low, z.high), twiddle);
    pair x = {fftc_complex_add(sum, difference), fftc_complex_sub(sum, difference)};
    return x;
}

/* --- real to complex and back ----------------------------------------------------------------- */

FORCE pair group_of(const fftc_scalar *z, size_t h, size_t k, fftc_complex twiddle, const int back)
{
    pair p = {full_load(z + 2 * k, 0),
              fftc_complex_conj(reversed_load(z + 2 * (h - k - (LANES - 1))))};
    return twiddled_pair(p, back ? fftc_complex_conj(twiddle) : twiddle);
}

FORCE void group_store(fftc_scalar *x, size_t h, size_t k, pair p)
{
    full_store(x + 2 * k, p.low, 0);
    reversed_store(x + 2 * (h - k - (LANES - 1)), fftc_complex_conj(p.high));
}

/* Does groups begin .. end - 1 of pairs; x may be z. The last group, which may overlap the one
 * before it, is loaded before anything is stored. */
FORCE void some_pairs(const fftc_scalar *z, fftc_scalar *x, size_t h, const fftc_complex *twiddles,
                      const int back, size_t begin, size_t end)
{
    size_t pairs = (h - 1) / 2;
    if (pairs > 0 && end < pairs / LANES) {
        for (size_t group = begin; group < end; ++group) {
            size_t k = 1 + group * LANES;
            group_store(x, h, k, group_of(z, h, k, twiddles[group], back));
        }
    } else if (pairs > 0) {
        size_t groups = (pairs + LANES - 1) / LANES;
        size_t last = 1 + pairs - LANES;
        pair tail = group_of(z, h, last, twiddles[groups - 1], back);
        for (size_t group = begin; group + 1 < groups; ++group) {
            size_t k = 1 + group * LANES;
            group_store(x, h, k, group_of(z, h, k, twiddles[group], back));
        }
        group_store(x, h, last, tail);
    }
    if (begin == 0 && h % 2 == 0) {
        x[h] = 2 * z[h];
        x[h + 1] = -2 * z[h + 1];
    }
}

static void separate(const fftc_real_pass *p, size_t begin, size_t end)
{
    const fftc_scalar *z = (const fftc_scalar *)p->src;
    fftc_scalar *x = (fftc_scalar *)p->dst;
    const size_t h = p->h;
    const bool packed = p->packed;
    const fftc_scalar dc = begin == 0 ? 2 * (z[0] + z[1]) : 0;
    const fftc_scalar nyquist = begin == 0 ? 2 * (z[0] - z[1]) : 0;
    some_pairs(z, x, h, (const fftc_complex *)p->twiddles, 0, begin, end);
    if (begin == 0) {
        x[0] = dc;
        x[1] = packed ? nyquist : 0;
    }
    if (begin == 0 && !packed) {
        x[2 * h] = nyquist;
        x[2 * h + 1] = 0;
    }
}

static void merge(const fftc_real_pass *p, size_t begin, size_t end)
{
    const fftc_scalar *x = (const fftc_scalar *)p->src;
    fftc_scalar *z = (fftc_scalar *)p->dst;
    const size_t h = p->h;
    const fftc_scalar dc = begin == 0 ? x[0] : 0;
    const fftc_scalar nyquist = begin > 0 ? 0 : p->packed ? x[1] : x[2 * h];
    some_pairs(x, z, h, (const fftc_complex *)p->twiddles, 1, begin, end);
    if (begin == 0) {
        z[0] = dc + nyquist;
        z[1] = dc - nyquist;
    }
}

#if LANES >= 4
#include "cpu/real/units/real_stored_tmpl.h"
#endif

/* Where a part of `count` numbers ends: numbers that fill no group go with the last one. */
FORCE size_t part_end(size_t count, size_t end)
{
    return end < count / LANES ? end * LANES : count;
}

/* --- cosine transforms ------------------------------------------------------------------------ */

FORCE void reorder_any(const fftc_real_pass *p, const int back, size_t begin, size_t end)
{
    const fftc_scalar *from = (const fftc_scalar *)p->src;
    fftc_scalar *to = (fftc_scalar *)p->dst;
    const size_t h = p->h;
    const fftc_scalar sign = p->sine ? -1 : 1;
    const size_t stop = part_end(h, end);
    for (size_t group = begin * LANES; group < stop; group += LANES) {
        const size_t low = group + LANES <= h ? group : h - LANES;
        const size_t high = 2 * h - LANES - low;
        if (back) {
            const fftc_real odd = real_load(from + high, 1);
            pair_store(to + 2 * low, fftc_complex_make(real_load(from + low, 0), odd * sign), 0);
        } else {
            const fftc_complex z = pair_load(from + 2 * low, 0);
            real_store(to + low, z.re, 0);
            real_store(to + high, z.im * sign, 1);
        }
    }
}

static void reorder(const fftc_real_pass *p, size_t begin, size_t end)
{
    reorder_any(p, 0, begin, end);
}

static void reorder_back(const fftc_real_pass *p, size_t begin, size_t end)
{
    reorder_any(p, 1, begin, end);
}

/* Defines a pass for cosines and for sines. */
#define PASS(name)                                                      \
    static void name(const fftc_real_pass *p, size_t begin, size_t end) \
    {                                                                   \
        if (p->sine) {                                                  \
            name##_any(p, 1, begin, end);                               \
        } else {                                                        \
            name##_any(p, 0, begin, end);                               \
        }                                                               \
    }

/* The index of number i of n, or of i from the end; and of a vector of them. */
FORCE size_t flip_index(size_t i, size_t n, const int flip)
{
    return flip ? n - 1 - i : i;
}

FORCE fftc_real flip_load(const fftc_scalar *x, size_t i, size_t n, const int reversed,
                          const int flip)
{
    return real_load(x + (flip ? n - LANES - i : i), reversed ^ flip);
}

FORCE void flip_store(fftc_scalar *x, size_t i, size_t n, fftc_real v, const int reversed,
                      const int flip)
{
    real_store(x + (flip ? n - LANES - i : i), v, reversed ^ flip);
}

#define ROOT_HALF ((fftc_scalar)0.70710678118654752440)
#define ROOT_TWO ((fftc_scalar)1.41421356237309504880)
/* 2 u^(h / 2) = 2 exp(-pi i / 8) */
#define TWO_COSINES ((fftc_scalar)(2 * 0.92387953251128675613))
#define TWO_SINES ((fftc_scalar)(2 * 0.38268343236508977173))

/* V, the real transform of the reordered numbers, gives X[k] = 2 Re(u^k V[k]) and X[n - k] = -2 Im,
 * u = exp(-pi i / (2 n)). With S and T of the pair (k, h - k), both times u^k,
 *
 *     2 u^k V[k] = S + T,     2 u^(h - k) V[h - k] = exp(-pi i / 4) conj(S - T).
 *
 * Numbers k = 0 and k = h / 2 are no pairs: each is done by itself. */
FORCE void dct2_any(const fftc_real_pass *p, const int flip, size_t begin, size_t end)
{
    const fftc_scalar *z = (const fftc_scalar *)p->src;
    fftc_scalar *x = (fftc_scalar *)p->dst;
    const fftc_complex *twiddles = (const fftc_complex *)p->twiddles + 2 * begin;
    const size_t h = p->h;
    const size_t n = 2 * h;
    const size_t pairs = (h - 1) / 2;
    const size_t stop = part_end(pairs, end);
    for (size_t group = begin * LANES; group < stop; group += LANES, twiddles += 2) {
        size_t k = group + LANES <= pairs ? 1 + group : 1 + pairs - LANES;
        fftc_complex low = pair_load(z + 2 * k, 0);
        fftc_complex high = fftc_complex_conj(pair_load(z + 2 * (h - k - (LANES - 1)), 1));
        fftc_complex s = fftc_complex_mul(fftc_complex_add(low, high), twiddles[0]);
        fftc_complex t = fftc_complex_mul(fftc_complex_sub(low, high), twiddles[1]);
        fftc_complex a = fftc_complex_add(s, t);
        fftc_complex b = fftc_complex_sub(s, t);
        flip_store(x, k, n, a.re, 0, flip);
        flip_store(x, n - k - (LANES - 1), n, -a.im, 1, flip);
        flip_store(x, h - k - (LANES - 1), n, (b.re - b.im) * ROOT_HALF, 1, flip);
        flip_store(x, h + k, n, (b.re + b.im) * ROOT_HALF, 0, flip);
    }
    if (begin > 0) {
        return;
    }
    x[flip_index(0, n, flip)] = 2 * (z[0] + z[1]);
    x[flip_index(h, n, flip)] = ROOT_TWO * (z[0] - z[1]);
    if (h % 2 == 0) {
        x[flip_index(h / 2, n, flip)] = TWO_COSINES * z[h] - TWO_SINES * z[h + 1];
        x[flip_index(n - h / 2, n, flip)] = TWO_SINES * z[h] + TWO_COSINES * z[h + 1];
    }
}
PASS(dct2)

/* The transpose of dct2: both numbers of a pair come from four numbers of x. */
FORCE void dct3_any(const fftc_real_pass *p, const int flip, size_t begin, size_t end)
{
    const fftc_scalar *x = (const fftc_scalar *)p->src;
    fftc_scalar *z = (fftc_scalar *)p->dst;
    const fftc_complex *twiddles = (const fftc_complex *)p->twiddles + 2 * begin;
    const size_t h = p->h;
    const size_t n = 2 * h;
    const size_t pairs = (h - 1) / 2;
    const size_t stop = part_end(pairs, end);
    const fftc_scalar zero = x[flip_index(0, n, flip)] * (fftc_scalar)p->first;
    const fftc_scalar middle = x[flip_index(h, n, flip)] * ROOT_TWO;
    for (size_t group = begin * LANES; group < stop; group += LANES, twiddles += 2) {
        size_t k = group + LANES <= pairs ? 1 + group : 1 + pairs - LANES;
        fftc_real low = flip_load(x, k, n, 0, flip);
        fftc_real high = flip_load(x, n - k - (LANES - 1), n, 1, flip);
        fftc_real below = flip_load(x, h - k - (LANES - 1), n, 1, flip);
        fftc_real above = flip_load(x, h + k, n, 0, flip);
        fftc_complex a = fftc_complex_make(low, -high);
        fftc_complex b =
            fftc_complex_make((below + above) * ROOT_HALF, (above - below) * ROOT_HALF);
        fftc_complex s = fftc_complex_mul(fftc_complex_add(a, b), fftc_complex_conj(twiddles[0]));
        fftc_complex t = fftc_complex_mul(fftc_complex_sub(a, b), fftc_complex_conj(twiddles[1]));
        pair_store(z + 2 * k, fftc_complex_add(s, t), 0);
        pair_store(z + 2 * (h - k - (LANES - 1)), fftc_complex_conj(fftc_complex_sub(s, t)), 1);
    }
    if (begin > 0) {
        return;
    }
    z[0] = zero + middle;
    z[1] = zero - middle;
    if (h % 2 == 0) {
        fftc_scalar a = x[flip_index(h / 2, n, flip)];
        fftc_scalar b = x[flip_index(n - h / 2, n, flip)];
        z[h] = TWO_COSINES * a + TWO_SINES * b;
        z[h + 1] = TWO_COSINES * b - TWO_SINES * a;
    }
}
PASS(dct3)

/* DCT IV of n = 2 h numbers: z[j] = (x[2 j] + i x[n - 1 - 2 j]) c[j], c[j] = exp(-pi i (8 j + 1) /
 * (8 n)), and of its transform X[2 k] = 2 Re(c[k] Z[k]), X[n - 1 - 2 k] = -2 Im: the sum of the
 * angles of both twiddles and of the transform is pi (4 j + 1) (4 k + 1) / (4 n). The factor 2 is
 * in the transform. A DST IV is the DCT IV of the numbers from the end, with every second result
 * negated. */
FORCE fftc_complex quarter_twiddle(const void *twiddles, size_t h, size_t j, const int reversed)
{
    const fftc_scalar *re = (const fftc_scalar *)twiddles + j;
    return fftc_complex_make(real_load(re, reversed), real_load(re + h, reversed));
}

/* Numbers that are separated at one end serve both ends, so a group and its mirror are done at
 * once. The two groups in the middle, whose numbers overlap, are done at once, too. */
FORCE size_t dct4_stop(size_t h, size_t end)
{
    size_t half = ((h + LANES - 1) / LANES + 1) / 2;
    return end < half - 1 ? end : half;
}

FORCE size_t dct4_place(size_t h, size_t group)
{
    return (group + 1) * LANES < h ? group * LANES : h - LANES;
}

FORCE void dct4_load_any(const fftc_real_pass *p, const int sine, size_t begin, size_t end)
{
    const fftc_scalar *x = (const fftc_scalar *)p->src;
    fftc_scalar *z = (fftc_scalar *)p->dst;
    const void *twiddles = p->twiddles;
    const size_t h = p->h;
    const size_t stop = dct4_stop(h, end);
    for (size_t group = begin; group < stop; ++group) {
        size_t k = dct4_place(h, group);
        size_t mirror = h - k - LANES;
        fftc_complex a = pair_load(x + 2 * k, 0);
        fftc_complex b = pair_load(x + 2 * mirror, 1);
        fftc_complex low = sine ? fftc_complex_make(b.im, a.re) : fftc_complex_make(a.re, b.im);
        fftc_complex high = sine ? fftc_complex_make(a.im, b.re) : fftc_complex_make(b.re, a.im);
        pair_store(z + 2 * k, fftc_complex_mul(low, quarter_twiddle(twiddles, h, k, 0)), 0);
        pair_store(z + 2 * mirror, fftc_complex_mul(high, quarter_twiddle(twiddles, h, mirror, 1)),
                   1);
    }
}
PASS(dct4_load)

static void dct4_store(const fftc_real_pass *p, size_t begin, size_t end)
{
    const fftc_scalar *z = (const fftc_scalar *)p->src;
    fftc_scalar *x = (fftc_scalar *)p->dst;
    const void *twiddles = p->twiddles;
    const size_t h = p->h;
    const fftc_scalar sign = p->sine ? 1 : -1;
    const size_t stop = dct4_stop(h, end);
    for (size_t group = begin; group < stop; ++group) {
        size_t k = dct4_place(h, group);
        size_t mirror = h - k - LANES;
        fftc_complex low =
            fftc_complex_mul(pair_load(z + 2 * k, 0), quarter_twiddle(twiddles, h, k, 0));
        fftc_complex high =
            fftc_complex_mul(pair_load(z + 2 * mirror, 1), quarter_twiddle(twiddles, h, mirror, 1));
        pair_store(x + 2 * k, fftc_complex_make(low.re, high.im * sign), 0);
        pair_store(x + 2 * mirror, fftc_complex_make(high.re, low.im * sign), 1);
    }
}

/* --- halves of a I ---------------------------------------------------------------------------- */

static void butterfly(const void *x, const void *y, void *sum, void *difference, size_t n)
{
    const fftc_scalar *a = (const fftc_scalar *)x;
    const fftc_scalar *b = (const fftc_scalar *)y;
    fftc_scalar *s = (fftc_scalar *)sum;
    fftc_scalar *d = (fftc_scalar *)difference;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        fftc_real up = real_load(a + i, 0);
        fftc_real down = real_load(b - i - (LANES - 1), 1);
        real_store(s + i, up + down, 0);
        real_store(d + i, up - down, 0);
    }
    for (; i < n; ++i) {
        s[i] = a[i] + *(b - i);
        d[i] = a[i] - *(b - i);
    }
}

/* --- short lines ------------------------------------------------------------------------------ */

#include "cpu/real/units/matrix_tmpl.h"
#if LANES > 1
#include "cpu/real/units/odd_copies_tmpl.h"
#include "cpu/real/units/real_lanes_tmpl.h"
#endif

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define OBJECT__(isa, bits, lanes) fftc_real_engine_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

extern const fftc_real_engine OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_real_engine OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = {
    .name = TEXT(ENGINE_ISA),
    .precision = FFTC_PRECISION == 64 ? FFTC_FLOAT64 : FFTC_FLOAT32,
    .lanes = LANES,
    .fuses = FUSES,
    .separate = separate,
    .merge = merge,
#if LANES >= 4
    .separate_stored = separate_stored,
#endif
    .reorder = reorder,
    .reorder_back = reorder_back,
    .dct2 = dct2,
    .dct3 = dct3,
    .dct4_load = dct4_load,
    .dct4_store = dct4_store,
    .butterfly = butterfly,
    .multiply_row = multiply_row,
    .multiply_rows = multiply_rows,
#if CAN_PERMUTE
    .multiply_groups = multiply_groups,
#endif
    .multiply_columns = multiply_columns,
#if LANES > 1
    .lanes_passes = &lanes_passes,
    .odd_copies = &odd_copies,
#endif
};
