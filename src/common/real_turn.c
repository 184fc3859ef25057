/* SPDX-License-Identifier: MIT */
#include "common/real_pass_plan.h"
#include "fftcore/kernel/real_edge.h"

/* Turn p is exp(-2 pi i (first + p step) / n). */
typedef struct turns {
    uint64_t first;
    uint64_t step;
    uint64_t n;
} turns;

static bool turns_of(const fftc_pass_key *key, uint32_t edge, turns *t)
{
    uint64_t m = (uint64_t)key->lines * key->line.points;
    uint64_t n = key->real.points;
    switch (edge) {
    case FFTC_EDGE_SPECTRUM: *t = (turns){m, 2, 4 * m}; return true;
    case FFTC_EDGE_ONE: *t = (turns){m, 2, 4 * m}; return key->real.mirrored_store != 0;
    case FFTC_EDGE_TWO:
    case FFTC_EDGE_THREE: *t = (turns){0, 1, 4 * n}; return true;
    case FFTC_EDGE_FOUR: *t = (turns){1, 8, 16 * n}; return true;
    default: return false;
    }
}

uint64_t fftc_real_turn_count(const fftc_pass_key *key, uint32_t edge)
{
    turns t;
    uint64_t lines = key->lines > 1 ? key->lines : 0;
    return turns_of(key, edge, &t) ? key->line.points + lines : 0;
}

void fftc_real_turn_fill(const fftc_pass_key *key, uint32_t edge, void *table)
{
    fftc_precision precision = (fftc_precision)key->precision;
    uint64_t bytes = precision == FFTC_FLOAT64 ? 16 : 8;
    turns t;
    if (turns_of(key, edge, &t)) {
        uint64_t points = key->line.points;
        fftc_root_fill(precision, table, points, t.first, t.step * key->lines, t.n);
        if (key->lines > 1) {
            fftc_root_fill(precision, (char *)table + points * bytes, key->lines, 0, t.step, t.n);
        }
    }
}
