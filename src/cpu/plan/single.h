/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_PLAN_SINGLE_H
#define FFTC_CPU_PLAN_SINGLE_H

#include "cpu/plan/plan.h"

/* Sets plan->direct if the plan's only step is such a line, or such lines. */
void fftc_single_choose(fftc_plan *plan, const fftc_plan_step *only);

/* plan->direct is not NULL. */
void fftc_single_run(const fftc_plan *plan, const void *src, void *dst);

#endif
