/* SPDX-License-Identifier: MIT
 *
 * The weights of a resampled kernel along a line (kernel/resample_line.h).
 */
#define FFTC_PRECISION 32

#include "device/pass_plan.h"
#include "fftcore/kernel/resample_filter.h"

static uint64_t pairs_of(const fftc_pass_key *key)
{
    return key->resampled.used != 0 ? fftc_resample_taps(key->resampled.used - 1) / 2 : 0;
}

uint64_t fftc_resample_table_count(const fftc_pass_key *key)
{
    return key->line.points * pairs_of(key);
}

void fftc_resample_table_fill(const fftc_pass_key *key, void *table)
{
    const uint32_t points = key->line.points;
    float(*to)[2] = table;
    for (uint32_t p = 0; p < points && pairs_of(key) != 0; ++p) {
        const fftc_resample_place at =
            fftc_resample_find(p, key->resampled.along, points, (fftc_wide)(1.0 / (double)points));
        const fftc_resample_weights w = fftc_resample_weigh(at.fraction, key->resampled.used - 1);
        for (uint64_t i = 0; i < pairs_of(key); ++i) {
            to[i * points + p][0] = w.weight[2 * i];
            to[i * points + p][1] = w.weight[2 * i + 1];
        }
    }
}
