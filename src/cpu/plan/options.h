/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_OPTIONS_H
#define FFTC_CPU_OPTIONS_H

#include "fftcore/fftcore.h"

/* Checks the caller's options, which may be NULL, and copies them. */
fftc_status fftc_options_read(const fftc_plan_options *given, fftc_plan_options *options,
                              fftc_error *error);

#endif
