/* SPDX-License-Identifier: MIT */
#include "cpu/engine/move.h"

#include <string.h>

#include "cpu/isa.h"

#define fftc_move_scalar fftc_move_base /* nothing is computed there */
#define DECLARE(isa, f32, f64) extern const fftc_move fftc_move_##isa;
#define MOVE(isa, f32, f64) &fftc_move_##isa,
FFTC_BUILT_ISAS(DECLARE)

const fftc_move *fftc_move_for(const char *isa)
{
    static const fftc_move *const moves[] = {FFTC_BUILT_ISAS(MOVE)};
    static const char exact[] = "exact_";
    return moves[fftc_isa_place(strncmp(isa, exact, strlen(exact)) == 0 ? isa + strlen(exact)
                                                                        : isa)];
}
