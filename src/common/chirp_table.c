/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "common/chirp_plan.h"

static uint64_t points_of(const fftc_convolution_key *key)
{
    uint64_t points = 1;
    for (int i = 0; i < FFTC_CONVOLUTION_AXES_MAX; ++i) {
        points *= key->axes[i];
    }
    return points;
}

/* The schedule of the way back. */
static fftc_line_schedule turned_round(const fftc_line_schedule *schedule)
{
    fftc_line_schedule back = *schedule;
    for (uint32_t i = 0; i < schedule->stages; ++i) {
        back.radix[i] = schedule->radix[schedule->stages - 1 - i];
    }
    return back;
}

fftc_chirp_table fftc_chirp_table_count(const fftc_convolution_key *key,
                                        const fftc_line_schedule *schedule, uint64_t lines)
{
    fftc_chirp_table t = {0};
    fftc_line_schedule back = turned_round(schedule);
    uint64_t period = points_of(key);
    if (key->role == FFTC_ROLE_PRODUCT) {
        t.back = fftc_line_twiddle_count(&back);
    }
    if (key->chirp != 0 && (key->first | key->last) != 0) {
        /* Slots that hold no element of the transform are left out; one may hold some and others. */
        uint64_t most = key->chirp + (uint64_t)schedule->invocations * lines;
        t.weights = most < period ? most : period;
    }
    if (key->chirp != 0 && key->role == FFTC_ROLE_PRODUCT) {
        t.spectrum = period;
    }
    t.count = t.back + t.weights + t.spectrum;
    return t;
}

/* exp(-pi i k^2 / n) by roots of 2 n; k < 2^31. */
static void chirp(const fftc_roots *r, uint64_t k, long double point[2])
{
    fftc_roots_get(r, k * k % r->n, point);
}

#define SPECTRUM_REAL double
#define SPECTRUM_NAME spectrum_double
#include "common/chirp_table_tmpl.h"

#define SPECTRUM_REAL long double
#define SPECTRUM_NAME spectrum_long
#include "common/chirp_table_tmpl.h"

bool fftc_chirp_table_fill(const fftc_convolution_key *key, const fftc_line_schedule *schedule,
                           uint64_t lines, fftc_precision precision, void *table)
{
    fftc_chirp_table t = fftc_chirp_table_count(key, schedule, lines);
    size_t bytes = 2 * fftc_precision_bytes(precision);
    char *at = table;
    if (t.back != 0) {
        fftc_line_schedule back = turned_round(schedule);
        fftc_line_twiddle_fill(&back, precision, at);
    }
    at += t.back * bytes;
    fftc_roots r = fftc_roots_begin(2 * (uint64_t)key->chirp, t.weights);
    for (uint64_t k = 0; k < t.weights; ++k) {
        long double point[2] = {0.0L, 0.0L};
        if (k < key->chirp) {
            chirp(&r, k, point);
        }
        fftc_point_put(precision, at, k, point);
    }
    fftc_roots_end(&r);
    at += t.weights * bytes;
    if (t.spectrum == 0) {
        return true;
    }
    return precision == FFTC_FLOAT64 ? spectrum_long(key, precision, at)
                                     : spectrum_double(key, precision, at);
}
