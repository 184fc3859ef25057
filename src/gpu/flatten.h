/* SPDX-License-Identifier: MIT */
#ifndef FFTC_GPU_FLATTEN_H
#define FFTC_GPU_FLATTEN_H

#include "fftcore/fftcore.h"
#include "gpu/text.h"

/* Appends `source` to `flat` with every #include "..." replaced by the embedded file of that name,
 * the first time it is met (all of them have include guards). The dialect's question for the
 * language, #ifdef GL_core_profile, is answered on the way, so that the C half is left out. */
fftc_status fftc_flatten(const char *source, fftc_text *flat, fftc_error *error);

#endif
