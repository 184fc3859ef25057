/* SPDX-License-Identifier: MIT
 *
 * The data as real numbers, for passes that read or write them: real_pass.h and mapped_pass.h.
 */
#ifndef FFTC_REAL_ACCESSOR_H
#define FFTC_REAL_ACCESSOR_H

#include "fftcore/kernel/dialect.h"

/* Yours to define. The index counts the real numbers of the array that is read or written, as
 * fft_pass.h counts elements. */
FFTC_ACCESSOR(fftc_real, fftc_get_real, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_set_real, (fftc_uint index, fftc_real value));

#endif
