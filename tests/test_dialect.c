/* SPDX-License-Identifier: MIT */
#include "kernels.h"

#include <math.h>
#include <string.h>

START_TEST(bit_reverse_every_lane_reversed)
{
    testing_random random = testing_random_start("bit reverse");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (int trial = 0; trial < 1000; ++trial) {
            uint32_t x[TESTING_LANES_MAX];
            uint32_t y[TESTING_LANES_MAX];
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                x[lane] = (uint32_t)testing_random_next(&random);
            }
            (*u)->bit_reverse(x, y);
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                for (unsigned bit = 0; bit < 32; ++bit) {
                    ck_assert_uint_eq((x[lane] >> bit) & 1u, (y[lane] >> (31 - bit)) & 1u);
                }
            }
        }
    }
}
END_TEST

START_TEST(most_significant_bit_every_bit_found)
{
    testing_random random = testing_random_start("most significant bit");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (unsigned bit = 0; bit < 32; ++bit) {
            uint32_t x[TESTING_LANES_MAX];
            uint32_t y[TESTING_LANES_MAX];
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                uint32_t below = (1u << bit) - 1u;
                x[lane] = 1u << bit | ((uint32_t)testing_random_next(&random) & below);
            }
            x[bit % (*u)->lanes] = bit % 2 == 0 ? 0 : x[bit % (*u)->lanes];
            (*u)->most_significant_bit(x, y);
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                ck_assert_uint_eq(y[lane], x[lane] == 0 ? 0xffffffffu : bit);
            }
        }
    }
}
END_TEST

START_TEST(select_every_lane_its_own)
{
    testing_random random = testing_random_start("select");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (int trial = 0; trial < 100; ++trial) {
            uint32_t condition[TESTING_LANES_MAX];
            uint32_t yes[TESTING_LANES_MAX];
            uint32_t no[TESTING_LANES_MAX];
            uint32_t z[TESTING_LANES_MAX];
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                uint64_t bits = testing_random_next(&random);
                condition[lane] = (bits & 1u) != 0 ? (uint32_t)(bits >> 1) | 1u : 0;
                yes[lane] = (uint32_t)testing_random_next(&random);
                no[lane] = (uint32_t)testing_random_next(&random);
            }
            (*u)->select_uint(condition, yes, no, z);
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                ck_assert_uint_eq(z[lane], condition[lane] != 0 ? yes[lane] : no[lane]);
            }
        }
    }
}
END_TEST

/* Rounded once, from the decimal digits: half from double, not by way of float. */
START_TEST(real_literal_every_lane_rounded_once)
{
    const double literals[] = {0.707106781186547524400844, 0.0, -1.5};
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (unsigned which = 0; which < 3; ++which) {
            double x[TESTING_LANES_MAX];
            double expected;
            (*u)->constant(which, x);
            testing_set((*u)->precision, &expected, 0, literals[which]);
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                ck_assert(testing_get((*u)->precision, x, lane) ==
                          testing_get((*u)->precision, &expected, 0));
            }
        }
    }
}
END_TEST

START_TEST(exp2_minus_every_power_exact)
{
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        fftc_precision wide = (*u)->precision == FFTC_FLOAT64 ? FFTC_FLOAT64 : FFTC_FLOAT32;
        unsigned largest = wide == FFTC_FLOAT64 ? 1022 : 126;
        for (unsigned n = 0; n <= largest; ++n) {
            double x[TESTING_LANES_MAX];
            (*u)->exp2_minus(n, x);
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                ck_assert(testing_get(wide, x, lane) == ldexp(1.0, -(int)n));
            }
        }
    }
}
END_TEST

TESTING_MAIN("dialect", bit_reverse_every_lane_reversed, most_significant_bit_every_bit_found,
             select_every_lane_its_own, real_literal_every_lane_rounded_once,
             exp2_minus_every_power_exact)
