/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_OPTIONS_H
#define FFTC_CPU_OPTIONS_H

#include "fftcore/fftcore.h"

/* Checks the caller's options, which may be NULL, and copies them. `executions` is at least
 * `least_executions`: -1 if the caller may bring the working memory, else 0. */
fftc_status fftc_options_read(const fftc_plan_options *given, int least_executions,
                              fftc_plan_options *options, fftc_error *error);

#endif
