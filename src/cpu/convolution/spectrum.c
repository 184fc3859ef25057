/* SPDX-License-Identifier: MIT
 *
 * A kernel's spectrum, in the form that the products need.
 *
 * For complex signals it is the transformed row, times the scale.
 *
 * For real ones, let x[2i], x[2i+1] have the spectra E, O of half the period, let P, Q be those of
 * h, and let w = exp(-2 pi i f / (half the period)) be the delay by one. The result's spectra are
 *
 *     E P + w O Q   of the even ones,     E Q + O P   of the odd ones.
 *
 * Signals come packed, Z = E + i O, so that E = (Z + Z*) / 2 and O = (Z - Z*) / 2i with Z*[f] =
 * conj(Z[-f]). The result has to be packed in the same way. In all, that is
 *
 *     A Z + B Z*   with   A = P + i Q (1 - w) / 2   and   B = i Q (1 + w) / 2.
 */
#include "cpu/convolution/convolution.h"
#include "cpu/engine/tables/circle.h"

typedef struct number {
    double re;
    double im;
} number;

/* A row, and for each k1 the lane in which it holds frequencies k1 + radix * (anything). */
typedef struct reader {
    const fftc_convolution *plan;
    size_t lanes;
    size_t radix;
    size_t lane[FFTC_ENGINE_MAX_LANES];
} reader;

static reader start_reader(const fftc_convolution *plan)
{
    const fftc_engine *engine = plan->row.pair.engine;
    reader r = {plan, (size_t)engine->lanes, (size_t)plan->row.radix, {0}};
    for (size_t lane = 0; lane < r.lanes; ++lane) {
        r.lane[fftc_engine_column(engine, lane)] = lane;
    }
    return r;
}

/* The number of a transformed row at frequency k1 + radix * k. */
static number number_at(const reader *r, const void *data, size_t k, size_t k1)
{
    size_t at = 2 * r->lanes * r->plan->row.position[k] + r->lane[k1];
    const fftc_precision precision = r->plan->request.precision;
    return (number){fftc_table_get(precision, data, at),
                    fftc_table_get(precision, data, at + r->lanes)};
}

/* Writes A and B of one frequency, from its own number, its mirror image's and the delay. */
static void write_pair(const reader *r, number z, number y, const double *w, void *spectrum,
                       size_t at)
{
    const fftc_precision precision = r->plan->request.precision;
    double half = 0.5 * r->plan->scale;
    number even = {half * (z.re + y.re), half * (z.im - y.im)};
    /* i Q = (Z - Z*) / 2 */
    number odd = {half * (z.re - y.re), half * (z.im + y.im)};
    number twiddled = {odd.re * w[0] - odd.im * w[1], odd.re * w[1] + odd.im * w[0]};
    fftc_table_put_lane(precision, spectrum, r->lanes, at, even.re + 0.5 * (odd.re - twiddled.re),
                        even.im + 0.5 * (odd.im - twiddled.im));
    fftc_table_put_lane(precision, spectrum, r->lanes, at + 2 * r->lanes,
                        0.5 * (odd.re + twiddled.re), 0.5 * (odd.im + twiddled.im));
}

static void write_real(const fftc_convolution *plan, const void *a, const void *b, size_t first,
                       void *spectrum)
{
    reader r = start_reader(plan);
    size_t m = plan->row.pair.m;
    size_t parts = plan->split ? plan->level[plan->levels - 1].pair.m : 1;
    for (size_t k = 0; k < m; ++k) {
        size_t at = k * 4 * r.lanes;
        for (size_t k1 = 0; k1 < r.radix; ++k1) {
            const double *w = plan->delays + 2 * (first + parts * (k1 + r.radix * k));
            /* The mirror image of frequency f, -f mod n or n - 1 - f, digit by digit. */
            size_t image1 = first != 0 ? r.radix - 1 - k1 : (r.radix - k1) % r.radix;
            size_t image = first == 0 && k1 == 0 ? (m - k) % m : m - 1 - k;
            write_pair(&r, number_at(&r, a, k, k1), number_at(&r, b, image, image1), w, spectrum,
                       at + r.lane[k1]);
        }
        /* Lanes beyond the radix hold copies of numbers, and are never looked at. */
        for (size_t k1 = r.radix; k1 < r.lanes; ++k1) {
            for (size_t part = 0; part < 4; ++part) {
                fftc_table_set(plan->request.precision, spectrum, at + part * r.lanes + r.lane[k1],
                               0.0);
            }
        }
    }
}

void fftc_spectrum_write(const fftc_convolution *plan, const void *a, const void *b, size_t first,
                         void *spectrum)
{
    if (plan->request.real) {
        write_real(plan, a, b, first, spectrum);
        return;
    }
    const fftc_precision precision = plan->request.precision;
    size_t scalars = plan->row_spectrum / fftc_precision_bytes(precision);
    for (size_t i = 0; i < scalars; ++i) {
        fftc_table_set(precision, spectrum, i, plan->scale * fftc_table_get(precision, a, i));
    }
}
