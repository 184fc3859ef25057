/* SPDX-License-Identifier: MIT
 *
 * Roots of unity for tables: correctly rounded, whatever the C library's cosl and sinl are off by,
 * as long as that is less than a unit of their last place.
 */
#ifndef FFTC_SUPPORT_ROOTS_H
#define FFTC_SUPPORT_ROOTS_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

/* Roots exp(-2 pi i k / n), k < n < 2^50. For many roots in double it is worth it to look up the
 * angle pi / 4 * d / n in two steps. `wanted` is how many will be asked for; 0 for roots of
 * float. */
typedef struct fftc_roots {
    uint64_t n;
    uint32_t step_log2;
    bool failed;                  /* there was no memory for a table */
    struct fftc_root_sum *fine;   /* of d = 0 .. step - 1; NULL: everything is computed */
    struct fftc_root_sum *coarse; /* of the multiples of step, up to n */
} fftc_roots;

fftc_roots fftc_roots_begin(uint64_t n, uint64_t wanted);
/* Makes roots in tasks that other threads may carry out: fftc_roots_begin_empty makes them without
 * the table, fftc_roots_tasks says how many tasks that takes, and fftc_roots_fill_task does one. */
fftc_roots fftc_roots_begin_empty(uint64_t n, uint64_t wanted);
uint32_t fftc_roots_tasks(const fftc_roots *roots);
void fftc_roots_fill_task(const fftc_roots *roots, uint32_t task);
/* With a relative error below 2^-60, or, of a short long double, as its last place has it. */
void fftc_roots_get(const fftc_roots *roots, uint64_t k, long double point[2]);
void fftc_roots_end(fftc_roots *roots);

/* fftc_roots_begin's `wanted`, of a table. */
static inline uint64_t fftc_roots_wanted(fftc_precision precision, uint64_t count)
{
    return precision == FFTC_FLOAT64 ? count : 0;
}

/* Puts root k_i as number i of a table, i < count: k_0 = k, and k_(i + 1) is k_i + step + i *
 * growth, modulo n. All three are below n. */
void fftc_roots_fill(const fftc_roots *roots, fftc_precision precision, void *table, uint64_t count,
                     uint64_t k, uint64_t step, uint64_t growth);

/* A complex number of a table, rounded. */
void fftc_point_put(fftc_precision precision, void *table, uint64_t index,
                    const long double point[2]);

#endif
