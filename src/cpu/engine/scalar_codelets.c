/* SPDX-License-Identifier: MIT */
#include "cpu/engine/scalar_codelets.h"

#include "cpu/isa.h"

extern fftc_scalar_codelet *const fftc_scalar_codelets_f32[FFTC_SCALAR_CODELET_MOST + 1];
extern fftc_scalar_codelet *const fftc_scalar_codelets_f64[FFTC_SCALAR_CODELET_MOST + 1];

fftc_scalar_codelet *fftc_scalar_codelet_of(fftc_precision precision, size_t n)
{
    fftc_scalar_codelet *const *table = precision == FFTC_FLOAT64
                                            ? FFTC_IF_F64(fftc_scalar_codelets_f64)
                                            : FFTC_IF_F32(fftc_scalar_codelets_f32);
    return n <= FFTC_SCALAR_CODELET_MOST && table != NULL ? table[n] : NULL;
}
