/* SPDX-License-Identifier: MIT
 *
 * The codelets of 18 to 30 points, all that are no primes, and of 32: with AVX-512 there are
 * registers for so many.
 */
#ifndef FFTC_CPU_ENGINE_CODELETS_LONG_H
#define FFTC_CPU_ENGINE_CODELETS_LONG_H

#include "cpu/engine/units/codelets.h"

FFTC_LONG_RADICES(FFTC_POINTS, )
FFTC_LAST_RADIX(FFTC_POINTS, )

FFTC_COPRIME(18, 9, 2, 10, 9)
FFTC_COPRIME(20, 4, 5, 5, 16)
FFTC_COPRIME(21, 3, 7, 7, 15)
FFTC_COPRIME(22, 2, 11, 11, 12)
FFTC_COPRIME(24, 8, 3, 9, 16)
FFTC_COPRIME(26, 2, 13, 13, 14)
FFTC_COPRIME(28, 4, 7, 21, 8)
FFTC_COPRIME(30, 5, 6, 6, 25)

/* Of factors that are not coprime, by Cooley and Tukey, with twiddles exp(-2 pi i n2 k / N). */
#define COOLEY_TUKEY(N, A, B)                                                        \
    FFTC_STEPS(N, A, B, (B)*n1 + n2, k + (A)*i)                                      \
    {                                                                                \
        return fftc_dft_##A(x);                                                      \
    }                                                                                \
    FORCE fftc_complex_##B fftc_dft_second_##N(fftc_complex_##B x, const int k)      \
    {                                                                                \
        UNROLL for (int n2 = 1; n2 < B; ++n2)                                        \
        {                                                                            \
            if (k != 0) {                                                            \
                x.v[n2] = fftc_codelet_rotate(x.v[n2], fftc_codelet_cos_##N(n2 * k), \
                                              fftc_codelet_sin_##N(n2 * k));         \
            }                                                                        \
        }                                                                            \
        return fftc_dft_##B(x);                                                      \
    }                                                                                \
    FFTC_COMPOSITE(N, A, B)

FORCE fftc_scalar fftc_codelet_cos_25(const int j)
{
    static const fftc_scalar of[17] = {(fftc_scalar)1.0,
                                       (fftc_scalar)0.96858316112863111949,
                                       (fftc_scalar)0.876306680043863587308,
                                       (fftc_scalar)0.728968627421411523147,
                                       (fftc_scalar)0.535826794978996618271,
                                       (fftc_scalar)0.309016994374947424102,
                                       (fftc_scalar)0.0627905195293133760762,
                                       (fftc_scalar)-0.187381314585724630543,
                                       (fftc_scalar)-0.425779291565072648863,
                                       (fftc_scalar)-0.637423989748689710177,
                                       (fftc_scalar)-0.809016994374947424102,
                                       (fftc_scalar)-0.929776485888251403661,
                                       (fftc_scalar)-0.99211470131447783105,
                                       (fftc_scalar)-0.99211470131447783105,
                                       (fftc_scalar)-0.929776485888251403661,
                                       (fftc_scalar)-0.809016994374947424102,
                                       (fftc_scalar)-0.637423989748689710177};
    return of[j];
}

FORCE fftc_scalar fftc_codelet_sin_25(const int j)
{
    static const fftc_scalar of[17] = {(fftc_scalar)0.0,
                                       (fftc_scalar)0.248689887164854788242,
                                       (fftc_scalar)0.481753674101715274987,
                                       (fftc_scalar)0.684547105928688673732,
                                       (fftc_scalar)0.844327925502015078549,
                                       (fftc_scalar)0.951056516295153572116,
                                       (fftc_scalar)0.998026728428271561952,
                                       (fftc_scalar)0.982287250728688681086,
                                       (fftc_scalar)0.904827052466019527714,
                                       (fftc_scalar)0.770513242775789230803,
                                       (fftc_scalar)0.587785252292473129169,
                                       (fftc_scalar)0.368124552684677959157,
                                       (fftc_scalar)0.125333233564304245373,
                                       (fftc_scalar)-0.125333233564304245373,
                                       (fftc_scalar)-0.368124552684677959157,
                                       (fftc_scalar)-0.587785252292473129169,
                                       (fftc_scalar)-0.770513242775789230803};
    return of[j];
}

COOLEY_TUKEY(25, 5, 5)

FORCE fftc_scalar fftc_codelet_cos_27(const int j)
{
    static const fftc_scalar of[17] = {(fftc_scalar)1.0,
                                       (fftc_scalar)0.973044870579823838833,
                                       (fftc_scalar)0.893632640323412248193,
                                       (fftc_scalar)0.766044443118978035202,
                                       (fftc_scalar)0.597158591702786164852,
                                       (fftc_scalar)0.396079766039156823696,
                                       (fftc_scalar)0.173648177666930348852,
                                       (fftc_scalar)-0.0581448289104758285387,
                                       (fftc_scalar)-0.286803232711090253103,
                                       (fftc_scalar)-0.5,
                                       (fftc_scalar)-0.68624163786873358573,
                                       (fftc_scalar)-0.835487811412936419654,
                                       (fftc_scalar)-0.939692620785908384054,
                                       (fftc_scalar)-0.993238357741942988548,
                                       (fftc_scalar)-0.993238357741942988548,
                                       (fftc_scalar)-0.939692620785908384054,
                                       (fftc_scalar)-0.835487811412936419654};
    return of[j];
}

FORCE fftc_scalar fftc_codelet_sin_27(const int j)
{
    static const fftc_scalar of[17] = {(fftc_scalar)0.0,
                                       (fftc_scalar)0.23061587074244017845,
                                       (fftc_scalar)0.448799180200462172785,
                                       (fftc_scalar)0.642787609686539326323,
                                       (fftc_scalar)0.802123192755043785083,
                                       (fftc_scalar)0.918216106880274014759,
                                       (fftc_scalar)0.984807753012208059367,
                                       (fftc_scalar)0.998308158271268208048,
                                       (fftc_scalar)0.957989512315488874437,
                                       (fftc_scalar)0.866025403784438646764,
                                       (fftc_scalar)0.727373641573048695987,
                                       (fftc_scalar)0.549508978070806035263,
                                       (fftc_scalar)0.342020143325668733044,
                                       (fftc_scalar)0.116092914125230229676,
                                       (fftc_scalar)-0.116092914125230229676,
                                       (fftc_scalar)-0.342020143325668733044,
                                       (fftc_scalar)-0.549508978070806035263};
    return of[j];
}

COOLEY_TUKEY(27, 9, 3)

/* Cosine number j, any j from 0 to 31. */
FORCE fftc_scalar fftc_codelet_cos_32(const int j)
{
    static const fftc_scalar quarter[9] = {(fftc_scalar)1,
                                           (fftc_scalar)0.980785280403230449126,
                                           (fftc_scalar)0.923879532511286756128,
                                           (fftc_scalar)0.831469612302545237079,
                                           (fftc_scalar)0.707106781186547524401,
                                           (fftc_scalar)0.555570233019602224743,
                                           (fftc_scalar)0.382683432365089771728,
                                           (fftc_scalar)0.195090322016128267848,
                                           (fftc_scalar)0};
    const int k = j <= 16 ? j : 32 - j;
    return k <= 8 ? quarter[k] : -quarter[16 - k];
}

FORCE fftc_scalar fftc_codelet_sin_32(const int j)
{
    return fftc_codelet_cos_32((j + 24) % 32);
}

COOLEY_TUKEY(32, 8, 4)

#undef COOLEY_TUKEY

#endif
