/* SPDX-License-Identifier: MIT */
#include "fftcore/reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact_roots.h"
#include "kernels.h"

/* exp(-i pi k / half). */
static void exact_twiddle(uint64_t k, uint64_t half, quad *re, quad *im)
{
    uint64_t one_by_one = 2 * k > half ? half - k : k;
    quad sine;
    quad cosine;
    if (4 * one_by_one > half) {
        exact_series(exact_pi() * (quad)(half - 2 * one_by_one) / (quad)(2 * half), &cosine, &sine);
    } else {
        exact_series(exact_pi() * (quad)one_by_one / (quad)half, &sine, &cosine);
    }
    *re = 2 * k > half ? -cosine : cosine;
    *im = -sine;
}

static void check_table(fftc_precision precision, unsigned points_log2)
{
    size_t n = (size_t)1 << points_log2;
    testing_buffer table = testing_buffer_create(n * 2 * fftc_precision_bytes(precision), 8);
    ck_assert_int_eq(fftc_twiddle_table_fill(precision, points_log2, table.data, NULL),
                     FFTC_SUCCESS);
    for (uint64_t half = 1; half < n; half *= 2) {
        for (uint64_t k = 0; k < half; ++k) {
            double actual_re = testing_get(precision, table.data, 2 * (half + k));
            double actual_im = testing_get(precision, table.data, 2 * (half + k) + 1);
            quad re;
            quad im;
            exact_twiddle(k, half, &re, &im);
            ck_assert_msg(exact_nearest(precision, actual_re, re) &&
                              exact_nearest(precision, actual_im, im),
                          "%s, %llu of %llu", testing_precision_names[precision],
                          (unsigned long long)k, (unsigned long long)half);
        }
    }
    testing_buffer_release(&table);
}

START_TEST(table_every_value_correctly_rounded)
{
    for (int p = 0; p < 3; ++p) {
        for (unsigned points_log2 = 1; points_log2 <= 8; ++points_log2) {
            check_table((fftc_precision)p, points_log2);
        }
        check_table((fftc_precision)p, 16);
    }
}
END_TEST

START_TEST(table_symmetric_values_exact)
{
    for (int p = 0; p < 3; ++p) {
        double table[2 * 8]; /* T[4 + k] = exp(-i pi k / 4) */
        double root;
        testing_set((fftc_precision)p, &root, 0, 0.707106781186547524400844);
        root = testing_get((fftc_precision)p, &root, 0);
        ck_assert_int_eq(fftc_twiddle_table_fill((fftc_precision)p, 3, table, NULL), FFTC_SUCCESS);
        ck_assert(testing_get((fftc_precision)p, table, 8) == 1.0);
        ck_assert(testing_get((fftc_precision)p, table, 9) == 0.0);
        ck_assert(testing_get((fftc_precision)p, table, 10) == root);
        ck_assert(testing_get((fftc_precision)p, table, 11) == -root);
        ck_assert(testing_get((fftc_precision)p, table, 12) == 0.0);
        ck_assert(testing_get((fftc_precision)p, table, 13) == -1.0);
        ck_assert(testing_get((fftc_precision)p, table, 14) == -root);
        ck_assert(testing_get((fftc_precision)p, table, 15) == -root);
    }
}
END_TEST

/* In units in the last place of the value that is meant. */
static double ulps(fftc_precision precision, double actual, quad exact)
{
    quad error = (quad)actual - exact;
    int exponent;
    if (exact == 0) {
        return actual == 0.0 ? 0.0 : (double)INFINITY;
    }
    (void)frexp((double)exact, &exponent);
    if (precision == FFTC_FLOAT16 && exponent < -13) {
        exponent = -13; /* subnormal */
    }
    return fabs((double)error) / ldexp(2.0 * testing_unit(precision), exponent - 1);
}

static double worst_of(const testing_kernels *unit, unsigned half_log2, uint64_t first)
{
    uint32_t k[TESTING_LANES_MAX];
    double w[2 * TESTING_LANES_MAX];
    double worst = 0;
    uint64_t half = (uint64_t)1 << half_log2;
    for (size_t lane = 0; lane < unit->lanes; ++lane) {
        k[lane] = (uint32_t)((first + lane) % half);
    }
    unit->twiddle(k, half_log2, w);
    for (size_t lane = 0; lane < unit->lanes; ++lane) {
        quad re;
        quad im;
        double error;
        exact_twiddle(k[lane], half, &re, &im);
        error = ulps(unit->precision, testing_get(unit->precision, w, lane), re);
        worst = error > worst ? error : worst;
        error = ulps(unit->precision, testing_get(unit->precision, w, unit->lanes + lane), im);
        worst = error > worst ? error : worst;
    }
    return worst;
}

/* The bounds that twiddle.h promises. Half is float, rounded. */
static double bound_of(fftc_precision precision, unsigned half_log2)
{
    if (precision == FFTC_FLOAT16) {
        return 0.501;
    }
    return precision == FFTC_FLOAT32 && half_log2 > 24 ? 2.5 : 1.6;
}

START_TEST(computed_every_value_within_bound)
{
    testing_random random = testing_random_start("twiddle");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        double worst = 0;
        for (unsigned half_log2 = 0; half_log2 <= 29; ++half_log2) {
            uint64_t half = (uint64_t)1 << half_log2;
            bool all = half_log2 <= 12;
            for (uint64_t i = 0; i < (all ? half : 1000); i += (*u)->lanes) {
                double error =
                    worst_of(*u, half_log2, all ? i : testing_random_below(&random, half));
                ck_assert_msg(error <= bound_of((*u)->precision, half_log2),
                              "%s, half %u: %.3f units", testing_precision_names[(*u)->precision],
                              half_log2, error);
                worst = error > worst ? error : worst;
            }
        }
        printf("%-6s x%-2zu%s: computed twiddles within %.3f units\n",
               testing_precision_names[(*u)->precision], (*u)->lanes, (*u)->fused ? " fused" : "",
               worst);
    }
}
END_TEST

START_TEST(computed_vector_lanes_bits_of_scalar)
{
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *unit = *u;
        const testing_kernels *scalar = testing_kernels_scalar(unit->precision);
        size_t bytes = 2 * fftc_precision_bytes(unit->precision);
        for (unsigned half_log2 = 0; half_log2 <= 12 && !unit->fused; ++half_log2) {
            for (uint32_t first = 0; first < 1u << half_log2; first += (uint32_t)unit->lanes) {
                uint32_t k[TESTING_LANES_MAX];
                double w[2 * TESTING_LANES_MAX];
                for (size_t lane = 0; lane < unit->lanes; ++lane) {
                    k[lane] = (first + (uint32_t)lane) & ((1u << half_log2) - 1u);
                }
                unit->twiddle(k, half_log2, w);
                for (size_t lane = 0; lane < unit->lanes; ++lane) {
                    double actual[2];
                    double expected[2];
                    testing_lane_get(unit, w, 2, lane, actual);
                    scalar->twiddle(&k[lane], half_log2, expected);
                    ck_assert_mem_eq(actual, expected, bytes);
                }
            }
        }
    }
}
END_TEST

START_TEST(computed_symmetric_values_exact)
{
    for (int p = 0; p < 2; ++p) {
        const testing_kernels *scalar = testing_kernels_scalar((fftc_precision)p);
        for (unsigned half_log2 = 2; half_log2 <= 29; ++half_log2) {
            const uint32_t quarters[] = {0, 1u << (half_log2 - 2), 2u << (half_log2 - 2),
                                         3u << (half_log2 - 2)};
            double expected[4][2] = {{1, 0}, {0, 0}, {0, -1}, {0, 0}};
            testing_set((fftc_precision)p, &expected[1][0], 0, 0.707106781186547524400844);
            expected[1][0] = testing_get((fftc_precision)p, &expected[1][0], 0);
            expected[1][1] = -expected[1][0];
            expected[3][0] = -expected[1][0];
            expected[3][1] = -expected[1][0];
            for (size_t q = 0; q < 4; ++q) {
                double w[2];
                scalar->twiddle(&quarters[q], half_log2, w);
                ck_assert_double_eq(testing_get((fftc_precision)p, w, 0), expected[q][0]);
                ck_assert_double_eq(testing_get((fftc_precision)p, w, 1), expected[q][1]);
            }
        }
    }
}
END_TEST

TESTING_MAIN("twiddle", table_every_value_correctly_rounded, table_symmetric_values_exact,
             computed_every_value_within_bound, computed_vector_lanes_bits_of_scalar,
             computed_symmetric_values_exact)
