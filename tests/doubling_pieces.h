/* SPDX-License-Identifier: MIT
 *
 * Accessors of numbers of any kind: twice the numbers in, half of them out, so that the bits are
 * the same as without.
 */
#ifndef FFTC_DOUBLING_PIECES_H
#define FFTC_DOUBLING_PIECES_H

#include "fftcore/emulate_plan.h"

FFTC_PIECE(
    doubling_load, fftc_complex fftc_user_load(fftc_uint index) {
        return fftc_complex_scale(fftc_src_get(index), FFTC_REAL(2.0));
    })

FFTC_PIECE(
    halving_store, void fftc_user_store(fftc_uint index, fftc_complex value) {
        fftc_dst_set(index, fftc_complex_scale(value, FFTC_REAL(0.5)));
    })

#endif
