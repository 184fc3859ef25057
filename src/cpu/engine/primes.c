/* SPDX-License-Identifier: MIT
 *
 * Constants of the passes of prime radices (prime.h), in float and in double.
 */
#include "cpu/engine/prime.h"

#define LIST(...) __VA_ARGS__

#define R(x) x
#define FFTC_PRIME(p, powers, cosine_list, sine_list)                                        \
    static const uint8_t powers_##p[] = {LIST powers};                                       \
    static const double cosines_##p##_f64[] = {LIST cosine_list};                            \
    static const double sines_##p##_f64[] = {LIST sine_list};                                \
    const fftc_engine_prime fftc_engine_prime_##p##_f64 = {p, powers_##p, cosines_##p##_f64, \
                                                           sines_##p##_f64};
#include "cpu/engine/prime_constants.h"
#undef FFTC_PRIME
#undef R

#define R(x) x##F
#define FFTC_PRIME(p, powers, cosine_list, sine_list)                                        \
    static const float cosines_##p##_f32[] = {LIST cosine_list};                             \
    static const float sines_##p##_f32[] = {LIST sine_list};                                 \
    const fftc_engine_prime fftc_engine_prime_##p##_f32 = {p, powers_##p, cosines_##p##_f32, \
                                                           sines_##p##_f32};
#include "cpu/engine/prime_constants.h"
