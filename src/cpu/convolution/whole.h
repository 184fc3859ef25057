/* SPDX-License-Identifier: MIT
 *
 * A small circular convolution as it is written down: the transform of the whole signal, its
 * product with the kernel's, and the transform back, all in the first-level cache. The plans of
 * such transforms are one call each, which takes less time than the general way through levels and
 * rows.
 */
#ifndef FFTC_CPU_CONVOLUTION_WHOLE_H
#define FFTC_CPU_CONVOLUTION_WHOLE_H

#include "cpu/convolution/direct_sums.h"
#include "cpu/engine/engine.h"
#include "support/error.h"

typedef struct fftc_convolution fftc_convolution;
struct fftc_plan;
struct fftc_run;

/* What planning decides; zeroed: in another way. */
typedef struct fftc_whole {
    struct fftc_plan *forward; /* from the signal to working memory */
    struct fftc_plan *inverse; /* from there to the result */
    size_t bytes;              /* of a spectrum */
    size_t numbers;            /* of it, rounded up to whole vectors */
    size_t plan_bytes;         /* working memory of the plans */
    fftc_products_run products;
} fftc_whole;

/* Whether the request can be carried out so, if the described periods are chosen. */
bool fftc_whole_fits(const fftc_convolution *plan);
/* Whether they have been; then `nanoseconds` is what it takes, in the unit of cost.h, of one
 * signal. */
bool fftc_whole_suits(const fftc_convolution *plan, double *nanoseconds);
/* Sets plan->whole, the thread's working memory and the spectrum's size; maps and sides are set. */
fftc_status fftc_whole_plan(fftc_convolution *plan, fftc_error *error);
void fftc_whole_destroy(fftc_whole *whole);

/* One signal, or the preparation of the kernel; r->work is set. */
void fftc_whole_execute(const struct fftc_run *r);
void fftc_whole_prepare(const struct fftc_run *r);

#endif
