/* SPDX-License-Identifier: MIT */
#include "cpu/engine/move.h"

#include <string.h>

#include "cpu/isa.h"

extern const fftc_move fftc_move_base;
#ifdef FFTC_ENGINE_AVX2
extern const fftc_move fftc_move_avx2;
#endif
#ifdef FFTC_ENGINE_AVX512
extern const fftc_move fftc_move_avx512;
#endif

const fftc_move *fftc_move_for(const char *isa)
{
    static const fftc_move *const moves[] = {
#ifdef FFTC_ENGINE_AVX512
        &fftc_move_avx512,
#endif
#ifdef FFTC_ENGINE_AVX2
        &fftc_move_avx2,
#endif
        &fftc_move_base, &fftc_move_base, /* of scalar: nothing is computed there */
    };
    static const char exact[] = "exact_";
    return moves[fftc_isa_place(strncmp(isa, exact, strlen(exact)) == 0 ? isa + strlen(exact)
                                                                        : isa)];
}
