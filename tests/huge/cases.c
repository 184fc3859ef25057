/* SPDX-License-Identifier: MIT */
#include "huge.h"

/* --- lengths ---------------------------------------------------------------------------------- */

/* The largest product of primes from number `next` on, times n, that is at most `limit`. */
static uint64_t largest_product(uint64_t n, uint64_t limit, int next)
{
    static const uint64_t primes[] = {13, 11, 7, 5, 3};
    uint64_t best = n;
    if (next == 5) {
        return n;
    }
    for (; n <= limit; n *= primes[next]) {
        uint64_t found = largest_product(n, limit, next + 1);
        best = found > best ? found : best;
    }
    return best;
}

static uint64_t largest_power(uint64_t base, uint64_t limit)
{
    uint64_t power = base;
    while (power <= limit / base) {
        power *= base;
    }
    return power;
}

static bool is_prime(uint64_t n)
{
    for (uint64_t d = 2; d * d <= n; ++d) {
        if (n % d == 0) {
            return false;
        }
    }
    return true;
}

static uint64_t largest_prime(uint64_t limit)
{
    while (!is_prime(limit)) {
        --limit;
    }
    return limit;
}

/* --- cases ------------------------------------------------------------------------------------ */

enum { POWER_OF_2, POWER_OF_3, POWER_OF_5, ODD, PRIME };

typedef struct shape {
    const char *name;
    fftc_transform other;           /* all but the lengths */
    int length_log2[FFTC_MAX_RANK]; /* of the limits; those above 20 shrink with the shift */
    int batch_log2;
    int lengths;   /* POWER_OF_2 ... */
    int taps_log2; /* a convolution with so many taps; 0: none */
} shape;

#define F64 .precision = FFTC_FLOAT64
#define F16 .precision = FFTC_FLOAT16
#define PLAIN .placement = FFTC_OUT_OF_PLACE
#define IN_PLACE .placement = FFTC_IN_PLACE
#define INVERSE .direction = FFTC_INVERSE
#define REAL .kind = FFTC_REAL

static const shape shapes[] = {
    {"f32 2^30 in place", {IN_PLACE}, {30}, 0, 0, 0},
    {"f32 2^30", {PLAIN}, {30}, 0, 0, 0},
    {"f32 2^31 in place", {IN_PLACE}, {31}, 0, 0, 0},
    {"f32 2^31", {INVERSE}, {31}, 0, 0, 0},
    {"f64 2^30 in place", {F64, IN_PLACE, INVERSE}, {30}, 0, 0, 0},
    {"f64 2^31 in place", {F64, IN_PLACE}, {31}, 0, 0, 0},
    {"f16 2^31", {F16}, {31}, 0, 0, 0},
    {"f32 split 2^30", {.format = FFTC_SPLIT}, {30}, 0, 0, 0},
    {"f32 power of 3", {IN_PLACE}, {31}, 0, POWER_OF_3, 0},
    {"f32 power of 5", {PLAIN}, {31}, 0, POWER_OF_5, 0},
    {"f32 odd", {INVERSE, IN_PLACE}, {31}, 0, ODD, 0},
    {"f32 prime, 28 bits", {PLAIN}, {28}, 0, PRIME, 0},
    {"f32 real 2^31", {REAL}, {31}, 0, 0, 0},
    {"f32 real 2^31 in place", {REAL, IN_PLACE}, {31}, 0, 0, 0},
    {"f64 real 2^31", {REAL, F64}, {31}, 0, 0, 0},
    {"f32 real odd", {REAL}, {30}, 0, ODD, 0},
    {"f32 DCT II 2^30", {.kind = FFTC_REAL_TO_REAL}, {30}, 0, 0, 0},
    {"f32 2^16 x 2^15 in place", {IN_PLACE}, {16, 15}, 0, 0, 0},
    {"f32 2^11 x 2^10 x 2^10", {PLAIN}, {11, 10, 10}, 0, 0, 0},
    {"f32 2^20, 2^11 of them", {PLAIN}, {20}, 11, 0, 0},
    {"f32 2^10, 2^22 of them", {IN_PLACE}, {10}, 22, 0, 0},
    {"f32 real 2^16 x 2^16", {REAL}, {16, 16}, 0, 0, 0},
    {"f32 convolution 2^30", {PLAIN}, {30}, 0, 0, 30},
    {"f32 real filter 2^31", {REAL}, {31}, 0, 0, 10},
};

static uint64_t length_of(int kind, uint64_t limit)
{
    switch (kind) {
    case POWER_OF_3: return largest_power(3, limit);
    case POWER_OF_5: return largest_power(5, limit);
    case ODD: return largest_product(1, limit, 0);
    case PRIME: return largest_prime(limit);
    default: return limit;
    }
}

bool huge_case_get(int number, int shift, huge_case *c)
{
    if (number < 0 || (size_t)number >= sizeof shapes / sizeof *shapes) {
        return false;
    }
    const shape *s = &shapes[number];
    *c = (huge_case){.name = s->name, .transform = s->other};
    c->convolution = s->taps_log2 != 0;
    for (int i = 0; i < FFTC_MAX_RANK && s->length_log2[i] != 0; ++i) {
        int log2 = s->length_log2[i];
        int less = log2 > 20 ? (log2 - shift < 8 ? log2 - 8 : shift) : 0;
        less = log2 <= 20 && i == 0 && s->batch_log2 == 0 ? (shift < log2 - 3 ? shift : log2 - 3)
                                                          : less;
        c->transform.length[i] = length_of(s->lengths, (uint64_t)1 << (log2 - less));
    }
    if (s->batch_log2 != 0) {
        c->transform.batch = (uint64_t)1 << (s->batch_log2 > shift ? s->batch_log2 - shift : 0);
    }
    if (c->convolution) {
        int less = s->taps_log2 > 20 ? shift : 0;
        c->taps = (uint64_t)1 << (s->taps_log2 - less);
    }
    return true;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Complex numbers that a plan takes for working memory and tables, in rows. A row of odd length has
 * lanes that stand empty: eleven of 16 if it is a power of 5. */
static double rows_of_plan(const huge_case *c)
{
    const fftc_transform *t = &c->transform;
    bool prime = true;
    for (uint64_t d = 2; d < 100; ++d) {
        prime = prime && t->length[0] % d != 0;
    }
    if (c->convolution) {
        return c->taps == t->length[0] ? 2.5 : 0.1;
    }
    if (prime) {
        return 15.0; /* 2 n points and more: the filter, its angles, two arrays; tables */
    }
    /* Tables are longest where vectors are shortest: half a row, of double three quarters. */
    double even = t->precision == FFTC_FLOAT64 ? 1.8 : 1.5;
    double rows = t->length[0] % 2 == 0 ? even : t->length[0] % 3 == 0 ? 2.3 : 3.7;
    /* A second row for what is not as it is computed with; factors between real and complex. */
    bool stored = t->precision == FFTC_FLOAT16 || t->format == FFTC_SPLIT;
    return stored || t->kind != FFTC_COMPLEX ? rows + 1.0 : rows;
}

double huge_case_bytes(const huge_case *c)
{
    const fftc_transform *t = &c->transform;
    double row = 1.0;
    double points = t->batch != 0 ? (double)t->batch : 1.0;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        points *= (double)t->length[i];
        row = (double)t->length[i];
    }
    double parts = t->kind == FFTC_COMPLEX ? 2.0 : 1.0;
    double bytes = (double)fftc_precision_bytes(t->precision);
    double sides = t->placement == FFTC_IN_PLACE ? 1.0 : 2.0;
    double working = t->precision == FFTC_FLOAT64 ? 16.0 : 8.0;
    bool halved = t->kind == FFTC_REAL && t->length[0] % 2 == 0;
    sides += c->convolution && c->taps == t->length[0] ? 1.0 : 0.0;
    return sides * points * parts * bytes + rows_of_plan(c) * (halved ? 0.5 : 1.0) * row * working +
           300e6;
}
