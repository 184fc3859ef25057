/* SPDX-License-Identifier: MIT */
#include "kernels.h"

#include <math.h>
#include <string.h>

/* The two butterflies of a lane, by their definition. */
static void definition(fftc_direction direction, const long double *x, const long double *w,
                       long double *y)
{
    if (direction == FFTC_FORWARD) {
        long double re = x[0] - x[2];
        long double im = x[1] - x[3];
        y[0] = x[0] + x[2];
        y[1] = x[1] + x[3];
        y[2] = re * w[0] - im * w[1];
        y[3] = re * w[1] + im * w[0];
    } else {
        long double re = x[2] * w[0] + x[3] * w[1]; /* conj(w) */
        long double im = x[3] * w[0] - x[2] * w[1];
        y[0] = (x[0] + re) / 2;
        y[1] = (x[1] + im) / 2;
        y[2] = (x[0] - re) / 2;
        y[3] = (x[1] - im) / 2;
    }
}

/* Sets a lane's twiddle to a random point of the circle, rounded. */
static void fill_twiddle(const testing_kernels *unit, void *twiddle, testing_random *random)
{
    for (size_t lane = 0; lane < unit->lanes; ++lane) {
        double angle = ldexp((double)testing_random_below(random, 1u << 20), -20) * 3.14159;
        testing_set(unit->precision, twiddle, lane, cos(angle));
        testing_set(unit->precision, twiddle, unit->lanes + lane, -sin(angle));
    }
}

/* Every lane, which has the bits of single numbers. */
START_TEST(butterfly_random_data_within_bound)
{
    testing_random random = testing_random_start("butterfly");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *unit = *u;
        const testing_kernels *scalar = testing_kernels_scalar(unit->precision);
        for (int trial = 0; trial < 400; ++trial) {
            fftc_direction direction = trial % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE;
            double x[4 * TESTING_LANES_MAX];
            double w[2 * TESTING_LANES_MAX];
            double y[4 * TESTING_LANES_MAX];
            testing_fill(unit->precision, x, 2 * unit->lanes, &random);
            fill_twiddle(unit, w, &random);
            unit->butterfly(direction, x, w, y);
            for (size_t lane = 0; lane < unit->lanes; ++lane) {
                double lane_x[4];
                double lane_w[2];
                double lane_y[4];
                double single[4];
                long double wide_x[4];
                long double wide_w[2];
                long double expected[4];
                testing_lane_get(unit, x, 4, lane, lane_x);
                testing_lane_get(unit, w, 2, lane, lane_w);
                testing_lane_get(unit, y, 4, lane, lane_y);
                testing_to_long_double(unit->precision, lane_x, 2, wide_x);
                testing_to_long_double(unit->precision, lane_w, 1, wide_w);
                definition(direction, wide_x, wide_w, expected);
                /* A sum, a difference and a product: at most 1 + sqrt(5) roundings. */
                ck_assert(testing_relative_error(unit->precision, lane_y, expected, 2) <=
                          3.24 * testing_unit(unit->precision));
                scalar->butterfly(direction, lane_x, lane_w, single);
                ck_assert(unit->fused ||
                          memcmp(lane_y, single, 4 * fftc_precision_bytes(unit->precision)) == 0);
            }
        }
    }
}
END_TEST

/* Every position is visited once: as lo, or `stride` further as hi. */
START_TEST(butterfly_positions_cover_the_array)
{
    enum { LOG2 = 10, N = 1 << LOG2 };
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (unsigned stride_log2 = 0; stride_log2 < LOG2; ++stride_log2) {
            unsigned char seen[N] = {0};
            for (uint32_t v = 0; v < N / 2; v += (uint32_t)(*u)->lanes) {
                uint32_t numbers[TESTING_LANES_MAX];
                uint32_t lo[TESTING_LANES_MAX];
                for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                    numbers[lane] = v + (uint32_t)lane;
                }
                (*u)->position(numbers, stride_log2, lo);
                for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                    uint32_t hi = lo[lane] + (1u << stride_log2);
                    ck_assert_uint_lt(hi, N);
                    ck_assert_uint_eq(lo[lane] >> (stride_log2 + 1), hi >> (stride_log2 + 1));
                    ck_assert_uint_eq(lo[lane] & ((1u << stride_log2) - 1u),
                                      numbers[lane] & ((1u << stride_log2) - 1u));
                    ++seen[lo[lane]];
                    ++seen[hi];
                }
            }
            for (size_t i = 0; i < N; ++i) {
                ck_assert_uint_eq(seen[i], 1);
            }
        }
    }
}
END_TEST

TESTING_MAIN("butterfly", butterfly_random_data_within_bound, butterfly_positions_cover_the_array)
