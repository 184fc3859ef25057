/* SPDX-License-Identifier: MIT
 *
 * Plans of descriptions that the steps of a plan cannot do as they are (describe/wide.h): a few
 * operations, one after the other, on the caller's arrays and on one or two arrays of working
 * memory. One of them is a plan of packed numbers; the others gather, scatter, or finish spectra.
 */
#ifndef FFTC_CPU_GENERAL_H
#define FFTC_CPU_GENERAL_H

#include "cpu/plan/plan.h"
#include "describe/wide.h"

/* Makes plan->general, and sets its working memory. plan->transform, crew and so on are set. */
fftc_status fftc_general_create(fftc_plan *plan, const fftc_wide *wide, fftc_error *error);

void fftc_general_run(const fftc_general *general, const fftc_arrays *arrays, char *work);

/* Destroys the plans inside. NULL is allowed. */
void fftc_general_close(fftc_general *general);

#endif
