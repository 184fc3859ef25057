/* SPDX-License-Identifier: MIT */
#include "kernels.h"

#include <stdio.h>
#include <string.h>

static const unsigned radices[] = {2, 3, 4, 5, 7, 8, 11, 13, 16};
#define RADICES (sizeof radices / sizeof *radices)

/* The bound that codelet.h promises, in units of 2^-53, 2^-24, 2^-11. */
#define BOUND 5.0

/* Scalars of the largest operand. */
#define OPERAND (2 * TESTING_RADIX_MAX * TESTING_LANES_MAX)

static int sign_of(fftc_direction direction)
{
    return direction == FFTC_FORWARD ? -1 : 1;
}

/* Relative L2 error of one lane of y against the definition. */
static double error_of(const testing_kernels *unit, unsigned radix, fftc_direction direction,
                       size_t lane, const void *x, const void *y)
{
    double lane_x[2 * TESTING_RADIX_MAX];
    double lane_y[2 * TESTING_RADIX_MAX];
    long double source[2 * TESTING_RADIX_MAX];
    long double expected[2 * TESTING_RADIX_MAX];
    testing_lane_get(unit, x, 2 * (size_t)radix, lane, lane_x);
    testing_lane_get(unit, y, 2 * (size_t)radix, lane, lane_y);
    testing_to_long_double(unit->precision, lane_x, radix, source);
    testing_dft(radix, sign_of(direction), source, expected);
    return testing_relative_error(unit->precision, lane_y, expected, radix);
}

START_TEST(codelet_random_data_within_bound)
{
    testing_random random = testing_random_start("codelet random");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *unit = *u;
        printf("%-6s x%-2zu%s: largest error in u:", testing_precision_names[unit->precision],
               unit->lanes, unit->fused ? " fused" : "");
        for (size_t r = 0; r < RADICES; ++r) {
            double worst = 0;
            double x[OPERAND];
            double y[OPERAND];
            for (size_t trial = 0; trial < 400 / unit->lanes; ++trial) {
                fftc_direction direction = trial % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE;
                testing_fill(unit->precision, x, radices[r] * unit->lanes, &random);
                ck_assert(unit->dft(radices[r], direction, x, y));
                for (size_t lane = 0; lane < unit->lanes; ++lane) {
                    double error = error_of(unit, radices[r], direction, lane, x, y);
                    worst = error > worst ? error : worst;
                    ck_assert_msg(error <= BOUND * testing_unit(unit->precision),
                                  "radix %u: error %g u", radices[r],
                                  error / testing_unit(unit->precision));
                }
            }
            printf(" %u: %.2f", radices[r], worst / testing_unit(unit->precision));
        }
        printf("\n");
    }
}
END_TEST

/* Impulses give the codelet's coefficients one by one: a wrong digit in any constant shows. Each
 * comes from at most three roundings of numbers below 2. */
START_TEST(codelet_impulses_roots_of_unity)
{
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *unit = *u;
        double bound = 4 * testing_unit(unit->precision);
        for (size_t r = 0; r < RADICES; ++r) {
            for (size_t t = 0; t < 2 * radices[r]; ++t) {
                double x[OPERAND];
                double y[OPERAND];
                long double source[2 * TESTING_RADIX_MAX] = {0};
                long double expected[2 * TESTING_RADIX_MAX];
                size_t lane = t % unit->lanes;
                memset(x, 0, sizeof x);
                testing_set(unit->precision, x, t * unit->lanes + lane, 1.0);
                source[t] = 1.0L;
                ck_assert(unit->dft(radices[r], FFTC_FORWARD, x, y));
                testing_dft(radices[r], -1, source, expected);
                for (size_t i = 0; i < 2 * radices[r]; ++i) {
                    double actual = testing_get(unit->precision, y, i * unit->lanes + lane);
                    double error = (double)((long double)actual - expected[i]);
                    ck_assert_msg(error <= bound && -error <= bound,
                                  "%s, radix %u, impulse at scalar %zu, scalar %zu: %g is %g off",
                                  testing_precision_names[unit->precision], radices[r], t, i,
                                  actual, error);
                }
            }
        }
    }
}
END_TEST

START_TEST(codelet_every_lane_bits_of_scalar)
{
    testing_random random = testing_random_start("codelet lanes");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *unit = *u;
        const testing_kernels *scalar = testing_kernels_scalar(unit->precision);
        size_t bytes = fftc_precision_bytes(unit->precision);
        if (unit->fused) {
            continue;
        }
        for (size_t r = 0; r < 2 * RADICES; ++r) {
            unsigned radix = radices[r / 2];
            double x[OPERAND];
            double y[OPERAND];
            testing_fill(unit->precision, x, radix * unit->lanes, &random);
            ck_assert(unit->dft(radix, (fftc_direction)(r % 2), x, y));
            for (size_t lane = 0; lane < unit->lanes; ++lane) {
                double lane_x[2 * TESTING_RADIX_MAX];
                double lane_y[2 * TESTING_RADIX_MAX];
                double expected[2 * TESTING_RADIX_MAX];
                testing_lane_get(unit, x, 2 * (size_t)radix, lane, lane_x);
                testing_lane_get(unit, y, 2 * (size_t)radix, lane, lane_y);
                ck_assert(scalar->dft(radix, (fftc_direction)(r % 2), lane_x, expected));
                ck_assert_mem_eq(lane_y, expected, 2 * radix * bytes);
            }
        }
    }
}
END_TEST

/* conj(DFT(conj(x))), in bits. */
START_TEST(codelet_inverse_mirrors_forward)
{
    testing_random random = testing_random_start("codelet inverse");
    for (int p = 0; p < 2; ++p) {
        const testing_kernels *scalar = testing_kernels_scalar((fftc_precision)p);
        for (size_t r = 0; r < RADICES; ++r) {
            double x[2 * TESTING_RADIX_MAX];
            double y[2 * TESTING_RADIX_MAX];
            double z[2 * TESTING_RADIX_MAX];
            testing_fill(scalar->precision, x, radices[r], &random);
            scalar->dft(radices[r], FFTC_INVERSE, x, y);
            for (size_t i = 1; i < 2 * radices[r]; i += 2) {
                testing_set(scalar->precision, x, i, -testing_get(scalar->precision, x, i));
            }
            scalar->dft(radices[r], FFTC_FORWARD, x, z);
            for (size_t i = 0; i < 2 * radices[r]; ++i) {
                double expected = testing_get(scalar->precision, z, i);
                ck_assert(testing_get(scalar->precision, y, i) ==
                          (i % 2 == 0 ? expected : -expected));
            }
        }
    }
}
END_TEST

TESTING_MAIN("codelet", codelet_random_data_within_bound, codelet_impulses_roots_of_unity,
             codelet_every_lane_bits_of_scalar, codelet_inverse_mirrors_forward)
