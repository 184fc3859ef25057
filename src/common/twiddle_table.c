/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "common/error.h"
#include "common/half.h"
#include "fftcore/reference.h"

#define PI 3.14159265358979323846264338327950288L

/* exp(-i pi k / half), 0 <= k < half, in long double: integers bring the angle into [0, pi/4],
 * where the errors of sinl and cosl (below one unit of 2^-64) leave float and double correctly
 * rounded but for freak ties. */
static void twiddle(uint64_t k, uint64_t half, long double *re, long double *im)
{
    uint64_t twice = 2 * k;
    int negative = twice > half;
    uint64_t from_real = negative ? half - k : k;
    int swapped = 4 * from_real > half;
    long double numerator =
        swapped ? (long double)half - 2 * (long double)from_real : 2 * (long double)from_real;
    long double angle = PI / 2 * (numerator / (long double)half);
    long double cosine = swapped ? sinl(angle) : cosl(angle);
    long double sine = swapped ? cosl(angle) : sinl(angle);
    *re = negative ? -cosine : cosine;
    *im = -sine;
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

fftc_status fftc_twiddle_table_fill(fftc_precision precision, uint32_t circle_log2, void *table,
                                    fftc_error *error)
{
    if (table == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "the table is NULL: pass memory for it");
    }
    if (fftc_precision_bytes(precision) == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "precision %d: pass an fftc_precision",
                         (int)precision);
    }
    if (circle_log2 < 1 || circle_log2 > 31) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "circle_log2 is %u: pass 1 to 31",
                         (unsigned)circle_log2);
    }
    uint64_t half = (uint64_t)1 << (circle_log2 - 1);
    for (uint64_t k = 0; k < half; ++k) {
        long double re;
        long double im;
        twiddle(k, half, &re, &im);
        put(precision, table, 2 * k, re);
        put(precision, table, 2 * k + 1, im);
    }
    return fftc_succeed(error);
}
