/* SPDX-License-Identifier: MIT */
#ifndef FFTC_GPU_FLATTEN_H
#define FFTC_GPU_FLATTEN_H

#include "fftcore/fftcore.h"
#include "gpu/text.h"

/* Appends `source`, a shader that defines all its parameters, to `flat`. Every #include "..." is
 * replaced by the embedded file of that name, the first time only (all of them have include
 * guards). Every #if that the text itself determines is replaced by the branch that it takes. */
fftc_status fftc_flatten(const char *source, fftc_text *flat, fftc_error *error);

#endif
