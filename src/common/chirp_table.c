/* SPDX-License-Identifier: MIT */
#include "common/chirp_plan.h"

#include <string.h>

#include "common/chirp_spectrum.h"

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
    uint64_t period = fftc_chirp_period(key);
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
    uint64_t held = t.weights < key->chirp ? t.weights : key->chirp;
    uint64_t period = 2 * (uint64_t)key->chirp; /* of squares: exp(-pi i k^2 / n) */
    fftc_roots r = fftc_roots_begin(period, held);
    if (r.failed) {
        return false;
    }
    fftc_roots_fill(&r, precision, at, held, 0, 1, 2);
    fftc_roots_end(&r);
    memset(at + held * bytes, 0, (t.weights - held) * bytes);
    at += t.weights * bytes;
    return t.spectrum == 0 || fftc_chirp_spectrum(key, precision, at);
}
