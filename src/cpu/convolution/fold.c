/* SPDX-License-Identifier: MIT
 *
 * A kernel's spectrum, as the products want it.
 *
 * Complex signals: the transformed row as it is, times the scale.
 *
 * Real ones: let x[2i], x[2i+1] have the spectra E, O of half the period, h the spectra P, Q, and
 * w = exp(-2 pi i f / (half the period)), the delay by one. The result's spectra are
 *
 *     E P + w O Q   of the even ones,     E Q + O P   of the odd ones.
 *
 * Signals come packed, Z = E + i O, so that E = (Z + Z*) / 2 and O = (Z - Z*) / 2i with
 * Z*[f] = conj(Z[-f]); and the result is to be packed again. Put together that is
 *
 *     A Z + B Z*   with   A = P + i Q (1 - w) / 2   and   B = i Q (1 + w) / 2.
 */
#include "cpu/convolution/convolution.h"

static double get(const fftc_convolution *plan, const void *data, size_t i)
{
    return plan->request.precision == FFTC_FLOAT64 ? ((const double *)data)[i]
                                                   : (double)((const float *)data)[i];
}

static void put(const fftc_convolution *plan, void *data, size_t i, double x)
{
    if (plan->request.precision == FFTC_FLOAT64) {
        ((double *)data)[i] = x;
    } else {
        ((float *)data)[i] = (float)x;
    }
}

/* For lane k1 of a row: the lane, by the vectors' order. */
static size_t lane_of(const fftc_row *row, size_t k1)
{
    size_t lane = 0;
    while (row->radix > 1 && fftc_engine_column(row->pair.engine, lane) != k1) {
        ++lane;
    }
    return lane;
}

typedef struct number {
    double re;
    double im;
} number;

/* Frequency k of a transformed row. */
static number number_at(const fftc_convolution *plan, const void *data, size_t k)
{
    const fftc_row *row = &plan->row;
    size_t lanes = (size_t)row->pair.engine->lanes;
    size_t at =
        2 * lanes * row->position[k / (size_t)row->radix] + lane_of(row, k % (size_t)row->radix);
    return (number){get(plan, data, at), get(plan, data, at + lanes)};
}

static void write_real(const fftc_convolution *plan, const void *a, const void *b, size_t first,
                       void *spectrum)
{
    const fftc_row *row = &plan->row;
    size_t lanes = (size_t)row->pair.engine->lanes;
    size_t radix = (size_t)row->radix;
    size_t parts = plan->split ? plan->level[plan->levels - 1].pair.m : 1;
    double half = 0.5 * plan->scale;
    for (size_t k = 0; k < row->n; ++k) {
        size_t opposite = first != 0 ? row->n - 1 - k : (row->n - k) % row->n;
        const double *w = plan->delays + 2 * (first + parts * k);
        number z = number_at(plan, a, k);
        number y = number_at(plan, b, opposite);
        number even = {half * (z.re + y.re), half * (z.im - y.im)};
        /* i Q = (Z - Z*) / 2 */
        number odd = {half * (z.re - y.re), half * (z.im + y.im)};
        number turned = {odd.re * w[0] - odd.im * w[1], odd.re * w[1] + odd.im * w[0]};
        size_t at = k / radix * 4 * lanes + lane_of(row, k % radix);
        put(plan, spectrum, at, even.re + 0.5 * (odd.re - turned.re));
        put(plan, spectrum, at + lanes, even.im + 0.5 * (odd.im - turned.im));
        put(plan, spectrum, at + 2 * lanes, 0.5 * (odd.re + turned.re));
        put(plan, spectrum, at + 3 * lanes, 0.5 * (odd.im + turned.im));
    }
    /* Lanes beyond the radix meet copies of numbers; they are never looked at. */
    for (size_t vector = 0; vector < 2 * row->pair.m; ++vector) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            if (fftc_engine_column(row->pair.engine, lane) >= radix) {
                put(plan, spectrum, vector * 2 * lanes + lane, 0.0);
                put(plan, spectrum, vector * 2 * lanes + lanes + lane, 0.0);
            }
        }
    }
}

void fftc_fold_write(const fftc_convolution *plan, const void *a, const void *b, size_t first,
                     void *spectrum)
{
    if (plan->request.real) {
        write_real(plan, a, b, first, spectrum);
        return;
    }
    size_t scalars = plan->row_spectrum / fftc_precision_bytes(plan->request.precision);
    for (size_t i = 0; i < scalars; ++i) {
        put(plan, spectrum, i, plan->scale * get(plan, a, i));
    }
}
