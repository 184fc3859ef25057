/* SPDX-License-Identifier: MIT
 *
 * The twiddles of kernel/real_pass.h: how many, and their values.
 */
#include "device/real_pass_plan.h"
#include "fftcore/kernel/real_edge.h"

/* Turn p is exp(-2 pi i (first + p step) / n). */
typedef struct twiddles {
    uint64_t first;
    uint64_t step;
    uint64_t n;
} twiddles;

/* The tables of what is loaded, or stored, one behind the other. Returns how many there are. What a
 * DCT II loads and a DCT III stores is reordered, and not multiplied. */
static int twiddles_of(const fftc_pass_key *key, fftc_edge_side side, twiddles t[2])
{
    uint64_t m = (uint64_t)key->lines * key->line.points;
    uint64_t n = key->real.points;
    uint32_t edge = side == FFTC_EDGE_LOADED ? key->real.load : key->real.store;
    t[0] = (twiddles){m, 2, 4 * m};
    t[1] = (twiddles){0, 1, 4 * n};
    switch (edge) {
    case FFTC_EDGE_SPECTRUM: return 1;
    case FFTC_EDGE_ONE: return key->real.mirrored_store != 0;
    case FFTC_EDGE_TWO: t[0] = t[1]; return side == FFTC_EDGE_STORED;
    case FFTC_EDGE_THREE: t[0] = t[1]; return side == FFTC_EDGE_LOADED;
    case FFTC_EDGE_TWO_PAIRS: return key->real.mirrored_store != 0 ? 2 : 0;
    case FFTC_EDGE_THREE_PAIRS: return key->real.mirrored_load != 0 ? 2 : 0;
    case FFTC_EDGE_FOUR: t[0] = (twiddles){1, 8, 16 * n}; return 1;
    default: return 0;
    }
}

static uint64_t entries_of(const fftc_pass_key *key)
{
    return key->line.points + (key->lines > 1 ? key->lines : 0);
}

uint64_t fftc_edge_twiddles_count(const fftc_pass_key *key, fftc_edge_side side)
{
    twiddles t[2];
    return (uint64_t)twiddles_of(key, side, t) * entries_of(key);
}

bool fftc_edge_twiddles_begin(const fftc_pass_key *key, fftc_edge_side side, void *table,
                              fftc_table_jobs *jobs)
{
    fftc_precision precision = (fftc_precision)key->precision;
    uint64_t bytes = fftc_complex_bytes(precision);
    uint64_t points = key->line.points;
    bool good = true;
    twiddles t[2];
    int count = twiddles_of(key, side, t);
    for (int i = 0; i < count && good; ++i) {
        char *to = (char *)table + (uint64_t)i * entries_of(key) * bytes;
        const fftc_root_table slots = {points, t[i].first, t[i].step * key->lines, t[i].n};
        const fftc_root_table lines = {key->lines, 0, t[i].step, t[i].n};
        good = fftc_root_begin(&slots, precision, to, jobs) &&
               (key->lines <= 1 || fftc_root_begin(&lines, precision, to + points * bytes, jobs));
    }
    return good;
}
