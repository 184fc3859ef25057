/* SPDX-License-Identifier: MIT
 *
 * A small circular convolution as it is written down: the transform of the whole signal, its
 * product with the kernel's, and the transform back, all in the first-level cache. The plans of
 * such transforms are one call each, which takes less time than the general way through levels and
 * rows.
 */
#ifndef FFTC_CPU_CONVOLUTION_BY_PLANS_H
#define FFTC_CPU_CONVOLUTION_BY_PLANS_H

#include "cpu/convolution/direct_sums.h"
#include "cpu/engine/engine.h"
#include "support/error.h"

typedef struct fftc_convolution fftc_convolution;
struct fftc_plan;
struct fftc_run;

/* What planning decides. Zeroed: the convolution is done in another way. */
typedef struct fftc_by_plans {
    struct fftc_plan *forward; /* transforms the signal to working memory */
    struct fftc_plan *inverse; /* transforms working memory to the result */
    size_t bytes;              /* of the spectrum in working memory */
    size_t numbers;            /* numbers of the spectrum, rounded up to whole vectors */
    size_t plan_bytes;         /* working memory of the plans */
    fftc_products_run products;
} fftc_by_plans;

/* Whether the request can be carried out by plans if the described periods are chosen. */
bool fftc_by_plans_fits(const fftc_convolution *plan);
/* Whether fftc_by_plans_fits, and the described periods have been chosen. `nanoseconds` receives
 * the cost of one signal (cost.h). */
bool fftc_by_plans_suits(const fftc_convolution *plan, double *nanoseconds);
/* Sets plan->by_plans, the thread's working memory and the spectrum's size; maps and sides are
 * set. */
fftc_status fftc_by_plans_plan(fftc_convolution *plan, fftc_error *error);
void fftc_by_plans_destroy(fftc_by_plans *by_plans);

/* Convolves one signal, or prepares the kernel; r->work is set. */
void fftc_by_plans_execute(const struct fftc_run *r);
void fftc_by_plans_prepare(const struct fftc_run *r);

#endif
