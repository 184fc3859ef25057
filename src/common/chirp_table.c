/* SPDX-License-Identifier: MIT
 *
 * Tables of a line that is a convolution: chirps, and factors of the way back.
 */
#include "common/chirp_plan.h"

#include <string.h>

#include "common/chirp_spectrum.h"
#include "common/layout.h"

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
        /* Slots that hold no element of the transform are left out; one may
         * hold some and others. */
        uint64_t most = key->chirp + (uint64_t)schedule->invocations * lines;
        t.weights = most < period ? most : period;
    }
    if (key->fold != 0 && (key->first | key->last) != 0) {
        t.weights = key->fold;
    }
    if (key->chirp != 0 && key->role == FFTC_ROLE_PRODUCT) {
        t.spectrum = period;
    }
    t.count = t.back + t.weights + t.spectrum;
    return t;
}

/* A table of exp(-pi i k^2 / n), or of exp(-pi i k / (2 n)), in parts. */
#define PART ((uint64_t)1 << 15)

typedef struct weights {
    fftc_roots roots; /* of 2 n, or of 4 n */
    bool fold;
    fftc_precision precision;
    char *table;
    uint64_t count;
} weights;

static void fill_part(void *data, uint32_t part)
{
    const weights *w = data;
    uint64_t bytes = fftc_complex_bytes(w->precision);
    uint64_t first = part * PART; /* below 2^31 */
    uint64_t count = w->count - first < PART ? w->count - first : PART;
    uint64_t n = w->roots.n;
    fftc_roots_fill(&w->roots, w->precision, w->table + first * bytes, count,
                    w->fold ? first : first * first % n, w->fold ? 1 : (2 * first + 1) % n,
                    w->fold ? 0 : 2);
}

static bool fill_weights(uint64_t n, bool fold, fftc_precision precision, void *table,
                         uint64_t count)
{
    weights w = {fftc_roots_begin((fold ? 4 : 2) * n, count), fold, precision, table, count};
    bool failed = w.roots.failed;
    if (!failed) {
        fftc_table_work(count, (uint32_t)((count + PART - 1) / PART), fill_part, &w);
    }
    fftc_roots_end(&w.roots);
    return !failed;
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
    uint64_t n = key->fold != 0 ? key->fold : key->chirp;
    uint64_t held = t.weights < n ? t.weights : n;
    if (!fill_weights(n, key->fold != 0, precision, at, held)) {
        return false;
    }
    memset(at + held * bytes, 0, (t.weights - held) * bytes);
    at += t.weights * bytes;
    return t.spectrum == 0 || fftc_chirp_spectrum(key, precision, at);
}
