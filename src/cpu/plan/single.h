/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_PLAN_SINGLE_H
#define FFTC_CPU_PLAN_SINGLE_H

#include "cpu/plan/plan.h"

/* Sets plan->single, if the plan's only step is a line, or lines or planes that one call does. */
void fftc_single_choose(fftc_plan *plan, const fftc_plan_step *only);

/* Carries out a plan whose plan->single is not NULL. */
void fftc_single_run(const fftc_plan *plan, const void *src, void *dst);

#endif
