/* SPDX-License-Identifier: MIT
 *
 * The twiddles of the reference FFT, each correctly rounded.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "common/check.h"
#include "common/error.h"
#include "common/half.h"
#include "common/unit_point.h"
#include "fftcore/reference.h"

#define PI 3.14159265358979323846264338327950288L

/* The point k of a half circle of `half` points, clockwise from 1: brought by integers to
 * pi * numerator / half in [0, pi/4]. */
typedef struct octant {
    uint64_t numerator; /* of 2 * half */
    bool swapped;       /* cosine and sine change places */
    bool negative;      /* the cosine */
} octant;

static octant reduce(uint64_t k, uint64_t half)
{
    octant reduced;
    uint64_t from_real;
    reduced.negative = 2 * k > half;
    from_real = reduced.negative ? half - k : k;
    reduced.swapped = 4 * from_real > half;
    reduced.numerator = reduced.swapped ? half - 2 * from_real : 2 * from_real;
    return reduced;
}

/* sinl and cosl are good to about a unit of 2^-64, which leaves one value in some thousands open
 * between two doubles. */
static bool open_in_double(long double x)
{
    long double error = ldexpl(fabsl(x), -62);
    return (double)(x - error) != (double)(x + error);
}

static void twiddle(uint64_t k, uint64_t half, fftc_precision precision, long double *re,
                    long double *im)
{
    octant reduced = reduce(k, half);
    long double angle = PI / 2 * ((long double)reduced.numerator / (long double)half);
    long double cosine = cosl(angle);
    long double sine = sinl(angle);
    if (precision == FFTC_FLOAT64 && (open_in_double(cosine) || open_in_double(sine))) {
        fftc_pair_ld exact_cosine;
        fftc_pair_ld exact_sine;
        fftc_unit_point(reduced.numerator, 2 * half, &exact_cosine, &exact_sine);
        cosine = (long double)fftc_pair_ld_round(exact_cosine);
        sine = (long double)fftc_pair_ld_round(exact_sine);
    }
    *re = reduced.swapped ? sine : cosine;
    *re = reduced.negative ? -*re : *re;
    *im = reduced.swapped ? -cosine : -sine;
}

static void put(fftc_precision precision, void *table, uint64_t index, long double x)
{
    switch (precision) {
    case FFTC_FLOAT32: {
        ((float *)table)[index] = (float)x;
        break;
    }
    case FFTC_FLOAT64: {
        ((double *)table)[index] = (double)x;
        break;
    }
    case FFTC_FLOAT16: {
        ((uint16_t *)table)[index] = fftc_half_from_double((double)x);
        break;
    }
    }
}

fftc_status fftc_twiddle_table_fill(fftc_precision precision, uint32_t points_log2, void *table,
                                    fftc_error *error)
{
    size_t bytes = 2 * fftc_precision_bytes(precision);
    if (table == NULL) {
        return fftc_fail_null(error, "table");
    }
    fftc_status status = fftc_check_precision(precision, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (points_log2 < 1 || points_log2 > 31) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "points_log2 is %u: pass 1 to 31",
                         (unsigned)points_log2);
    }
    /* The finest half circle is computed; every coarser one is each second number of the next. */
    uint64_t half = (uint64_t)1 << (points_log2 - 1);
    for (uint64_t k = 0; k < half; ++k) {
        long double re;
        long double im;
        twiddle(k, half, precision, &re, &im);
        put(precision, table, 2 * (half + k), re);
        put(precision, table, 2 * (half + k) + 1, im);
    }
    for (uint64_t index = half - 1; index > 0; --index) {
        memcpy((char *)table + index * bytes, (char *)table + 2 * index * bytes, bytes);
    }
    memcpy(table, (char *)table + bytes, bytes);
    return fftc_succeed(error);
}
