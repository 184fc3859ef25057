/* SPDX-License-Identifier: MIT
 *
 * The table of a pass, and where its parts begin: the line's factors, those between passes, the
 * twiddles of real edges, a convolution's, the turns and weights of a resampled kernel.
 */
#include "device/pass_plan.h"
#include "device/real_pass_plan.h"
#include "device/table_jobs.h"

#include <string.h>

void fftc_pass_set_scale(fftc_pass_key *key, double scale)
{
    uint64_t bits;
    memcpy(&bits, &scale, sizeof bits);
    key->scaled = scale != 1.0;
    key->scale[0] = key->scaled != 0 ? (uint32_t)bits : 0;
    key->scale[1] = key->scaled != 0 ? (uint32_t)(bits >> 32) : 0;
}

double fftc_pass_scale(const fftc_pass_key *key)
{
    uint64_t bits = (uint64_t)key->scale[1] << 32 | key->scale[0];
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return key->scaled != 0 ? scale : 1.0;
}

/* The schedule whose first stage has the slots that are multiplied by the pass's factors. */
static fftc_line_schedule factored(const fftc_pass_key *key)
{
    fftc_line_schedule s = key->line;
    if (key->convolution.role == FFTC_ROLE_THERE) {
        s.radix[0] = s.radix[s.stages - 1];
    }
    return s;
}

uint64_t fftc_pass_load_twiddles(const fftc_pass_key *key)
{
    fftc_line_schedule s = factored(key);
    return fftc_line_twiddle_count(&key->line) +
           fftc_pass_twiddle_count(&s, key->before, key->fine);
}

uint64_t fftc_pass_store_twiddles(const fftc_pass_key *key)
{
    return fftc_pass_load_twiddles(key) + fftc_edge_twiddles_count(key, FFTC_EDGE_LOADED);
}

uint64_t fftc_pass_table_convolution(const fftc_pass_key *key)
{
    return fftc_pass_store_twiddles(key) + fftc_edge_twiddles_count(key, FFTC_EDGE_STORED);
}

uint64_t fftc_pass_table_turns(const fftc_pass_key *key)
{
    return fftc_pass_table_convolution(key) +
           fftc_chirp_table_count(&key->convolution, &key->line, key->lines).count;
}

uint64_t fftc_pass_table_weights(const fftc_pass_key *key)
{
    const fftc_pass_resampled *r = &key->resampled;
    return fftc_pass_table_turns(key) + (r->shifted != 0 ? key->line.points + r->rows : 0);
}

uint64_t fftc_pass_table_count(const fftc_pass_key *key)
{
    return fftc_pass_table_weights(key) + fftc_resample_table_count(key);
}

/* A kernel that is moved down by d places has frequency f of N turned by exp(2 pi i f d / N). */
static bool begin_turns(const fftc_pass_key *key, fftc_precision precision, char *table,
                        fftc_table_jobs *jobs)
{
    const fftc_pass_resampled *r = &key->resampled;
    const uint64_t points = key->line.points;
    const uint64_t parts = r->quarter != 0 ? 4 : 1;
    const uint64_t all = parts * r->rows;
    const fftc_root_table along = {points, 0, points - r->shift_along, points};
    const fftc_root_table beside = {r->rows, r->quarter != 0 ? r->shift_beside : 0,
                                    parts * (all - r->shift_beside), all};
    return r->shifted == 0 ||
           (fftc_root_begin(&along, precision, table, jobs) &&
            fftc_root_begin(&beside, precision, table + points * fftc_complex_bytes(precision),
                            jobs));
}

bool fftc_pass_table_begin(const fftc_pass_key *key, void *table, fftc_table_jobs *jobs)
{
    fftc_precision precision = (fftc_precision)key->precision;
    uint64_t bytes = fftc_complex_bytes(key->precision);
    uint64_t first = fftc_line_twiddle_count(&key->line);
    fftc_line_schedule s = factored(key);
    fftc_line_twiddle_fill(&key->line, precision, table);
    fftc_resample_table_fill(key, (char *)table + fftc_pass_table_weights(key) * bytes);
    if (!fftc_pass_twiddle_begin(&s, key->before, key->fine, precision,
                                 (char *)table + first * bytes, jobs)) {
        return false;
    }
    return fftc_edge_twiddles_begin(key, FFTC_EDGE_LOADED,
                                    (char *)table + fftc_pass_load_twiddles(key) * bytes, jobs) &&
           fftc_edge_twiddles_begin(key, FFTC_EDGE_STORED,
                                    (char *)table + fftc_pass_store_twiddles(key) * bytes, jobs) &&
           fftc_chirp_table_begin(&key->convolution, &key->line, key->lines, precision,
                                  (char *)table + fftc_pass_table_convolution(key) * bytes, jobs) &&
           begin_turns(key, precision, (char *)table + fftc_pass_table_turns(key) * bytes, jobs);
}

bool fftc_pass_table_fill(const fftc_pass_key *key, fftc_table_transform *transform, void *table)
{
    fftc_table_jobs jobs = {.transform = transform};
    bool begun = fftc_pass_table_begin(key, table, &jobs);
    fftc_table_jobs_run(&jobs);
    return begun;
}

/* Whether a table has only factors. Turns of real edges, and a product's own part, are not
 * compared. */
static bool plain(const fftc_pass_key *key)
{
    return key->convolution.role != FFTC_ROLE_PRODUCT && key->real.used == 0;
}

bool fftc_pass_table_same(const fftc_pass_key *a, const fftc_pass_key *b)
{
    fftc_line_schedule x = factored(a);
    fftc_line_schedule y = factored(b);
    const fftc_convolution_key *c = &a->convolution;
    const fftc_convolution_key *d = &b->convolution;
    return plain(a) && plain(b) && a->precision == b->precision && a->lines == b->lines &&
           a->before == b->before && a->fine == b->fine && a->line.points == b->line.points &&
           a->line.stages == b->line.stages && a->line.plane == b->line.plane &&
           memcmp(a->line.radix, b->line.radix, sizeof a->line.radix) == 0 &&
           fftc_pass_twiddle_same(&x, &y) && c->chirp == d->chirp &&
           c->right_angle == d->right_angle && (c->first | c->last) == (d->first | d->last) &&
           memcmp(c->axes, d->axes, sizeof c->axes) == 0;
}
