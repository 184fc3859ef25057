/* SPDX-License-Identifier: MIT */
#include "kernels.h"

#include <math.h>
#include <string.h>

typedef struct number {
    long double re;
    long double im;
} number;

/* What an operation means, and the sum of the magnitudes of its terms, for the error bound. */
static number meaning(testing_complex_op op, number x, number y, size_t lane, long double k,
                      number *magnitude)
{
    number z = {0, 0};
    switch (op) {
    case TESTING_ADD: z = (number){x.re + y.re, x.im + y.im}; break;
    case TESTING_SUB: z = (number){x.re - y.re, x.im - y.im}; break;
    case TESTING_MUL: z = (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re}; break;
    case TESTING_MUL_CONJ:
        z = (number){x.re * y.re + x.im * y.im, x.im * y.re - x.re * y.im};
        break;
    case TESTING_CONJ: z = (number){x.re, -x.im}; break;
    case TESTING_SCALE: z = (number){x.re * y.re, x.im * y.re}; break;
    case TESTING_NEG: z = (number){-x.re, -x.im}; break;
    case TESTING_MUL_I: z = (number){-x.im, x.re}; break;
    case TESTING_MUL_MINUS_I: z = (number){x.im, -x.re}; break;
    case TESTING_NORM: z = (number){x.re * x.re + x.im * x.im, 0}; break;
    case TESTING_ADD_I: z = (number){x.re - y.im, x.im + y.re}; break;
    case TESTING_SUB_I: z = (number){x.re + y.im, x.im - y.re}; break;
    case TESTING_ADD_SCALED: z = (number){x.re + k * y.re, x.im + k * y.im}; break;
    case TESTING_SUB_SCALED: z = (number){x.re - k * y.re, x.im - k * y.im}; break;
    case TESTING_ADD_I_SCALED: z = (number){x.re - k * y.im, x.im + k * y.re}; break;
    case TESTING_SUB_I_SCALED: z = (number){x.re + k * y.im, x.im - k * y.re}; break;
    case TESTING_SWAP: z = (number){x.im, x.re}; break;
    case TESTING_SELECT: z = lane % 2 == 1 ? x : y; break;
    case TESTING_COMPLEX_OPS: break;
    }
    magnitude->re = fabsl(x.re) + fabsl(x.im) + fabsl(y.re) + fabsl(y.im);
    if (op == TESTING_MUL || op == TESTING_MUL_CONJ || op == TESTING_NORM) {
        magnitude->re = (fabsl(x.re) + fabsl(x.im)) * (fabsl(y.re) + fabsl(y.im));
        if (op == TESTING_NORM) {
            magnitude->re = z.re;
        }
    }
    magnitude->im = magnitude->re;
    return z;
}

/* Operations that round nothing. */
static bool exact(testing_complex_op op)
{
    return op == TESTING_CONJ || op == TESTING_NEG || op == TESTING_MUL_I ||
           op == TESTING_MUL_MINUS_I || op == TESTING_SWAP || op == TESTING_SELECT;
}

static number number_get(const testing_kernels *unit, const void *x, size_t lane)
{
    return (number){(long double)testing_get(unit->precision, x, lane),
                    (long double)testing_get(unit->precision, x, unit->lanes + lane)};
}

static void check_lane(const testing_kernels *unit, testing_complex_op op, const void *x,
                       const void *y, const void *z, size_t lane)
{
    number magnitude;
    number a = number_get(unit, x, lane);
    number b = number_get(unit, y, lane);
    number actual = number_get(unit, z, lane);
    double constant[TESTING_LANES_MAX];
    number expected;
    long double u = exact(op) ? 0.0L : (long double)testing_unit(unit->precision);
    unit->constant(0, constant);
    expected = meaning(op, a, b, unit->lanes == 1 ? 1 : lane,
                       (long double)testing_get(unit->precision, constant, 0), &magnitude);
    /* There are at most two roundings, of a product and of the sum of both. */
    ck_assert_msg(fabsl(actual.re - expected.re) <= 2 * u * magnitude.re, "operation %d", (int)op);
    ck_assert_msg(fabsl(actual.im - expected.im) <= 2 * u * magnitude.im, "operation %d", (int)op);
}

START_TEST(complex_every_operation_means_what_it_says)
{
    testing_random random = testing_random_start("complex");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (int op = 0; op < TESTING_COMPLEX_OPS; ++op) {
            for (int trial = 0; trial < 50; ++trial) {
                double x[2 * TESTING_LANES_MAX];
                double y[2 * TESTING_LANES_MAX];
                double z[2 * TESTING_LANES_MAX];
                testing_fill((*u)->precision, x, (*u)->lanes, &random);
                testing_fill((*u)->precision, y, (*u)->lanes, &random);
                (*u)->complex((testing_complex_op)op, x, y, z);
                for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                    check_lane(*u, (testing_complex_op)op, x, y, z, lane);
                }
            }
        }
    }
}
END_TEST

START_TEST(complex_vector_lanes_bits_of_scalar)
{
    testing_random random = testing_random_start("complex lanes");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *unit = *u;
        const testing_kernels *scalar = testing_kernels_scalar(unit->precision);
        for (int op = 0; op < TESTING_SELECT && !unit->fused; ++op) {
            double x[2 * TESTING_LANES_MAX];
            double y[2 * TESTING_LANES_MAX];
            double z[2 * TESTING_LANES_MAX];
            testing_fill(unit->precision, x, unit->lanes, &random);
            testing_fill(unit->precision, y, unit->lanes, &random);
            unit->complex((testing_complex_op)op, x, y, z);
            for (size_t lane = 0; lane < unit->lanes; ++lane) {
                double a[2];
                double b[2];
                double actual[2];
                double expected[2];
                testing_lane_get(unit, x, 2, lane, a);
                testing_lane_get(unit, y, 2, lane, b);
                testing_lane_get(unit, z, 2, lane, actual);
                scalar->complex((testing_complex_op)op, a, b, expected);
                ck_assert_mem_eq(actual, expected, 2 * fftc_precision_bytes(unit->precision));
            }
        }
    }
}
END_TEST

/* An addition has one answer: that of exact arithmetic, rounded to nearest even. Operands of a few
 * exponents apart, whose sum long double holds exactly (double's does not fit
 * in 64 bits always). */
START_TEST(complex_add_correctly_rounded)
{
    testing_random random = testing_random_start("complex rounding");
    const fftc_precision precisions[] = {FFTC_FLOAT32, FFTC_FLOAT16};
    for (size_t p = 0; p < 2; ++p) {
        for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
            for (int trial = 0; trial < 200 && (*u)->precision == precisions[p]; ++trial) {
                double x[2 * TESTING_LANES_MAX];
                double y[2 * TESTING_LANES_MAX];
                double z[2 * TESTING_LANES_MAX];
                testing_fill(precisions[p], x, (*u)->lanes, &random);
                testing_fill(precisions[p], y, (*u)->lanes, &random);
                (*u)->complex(TESTING_ADD, x, y, z);
                for (size_t i = 0; i < 2 * (*u)->lanes; ++i) {
                    double sum =
                        testing_get(precisions[p], x, i) + testing_get(precisions[p], y, i);
                    double rounded;
                    testing_set(precisions[p], &rounded, 0, sum);
                    ck_assert(testing_get(precisions[p], z, i) ==
                              testing_get(precisions[p], &rounded, 0));
                }
            }
        }
    }
}
END_TEST

/* Any bits survive, payloads of NaNs and subnormals, too, in memory order. */
START_TEST(complex_words_every_bit_survives)
{
    testing_random random = testing_random_start("complex words");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *unit = *u;
        size_t bytes = fftc_precision_bytes(unit->precision);
        size_t words = 2 * bytes / 4;
        for (int trial = 0; trial < 100; ++trial) {
            uint64_t x[2 * TESTING_LANES_MAX];
            uint64_t again[2 * TESTING_LANES_MAX];
            uint32_t w[4 * TESTING_LANES_MAX];
            for (size_t i = 0; i < 2 * TESTING_LANES_MAX; ++i) {
                x[i] = testing_random_next(&random);
            }
            unit->to_words(x, w);
            for (size_t lane = 0; lane < unit->lanes; ++lane) {
                unsigned char number_bytes[16];
                testing_lane_get(unit, x, 2, lane, number_bytes);
                for (size_t k = 0; k < words; ++k) {
                    ck_assert_mem_eq(&w[k * unit->lanes + lane], number_bytes + 4 * k, 4);
                }
            }
            unit->from_words(w, again);
            ck_assert_mem_eq(x, again, 2 * bytes * unit->lanes);
        }
    }
}
END_TEST

TESTING_MAIN("complex", complex_every_operation_means_what_it_says,
             complex_vector_lanes_bits_of_scalar, complex_add_correctly_rounded,
             complex_words_every_bit_survives)
