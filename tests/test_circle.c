/* SPDX-License-Identifier: MIT
 *
 * Points of the unit circle: as near as promised, exact on the axes, and the same bits one by one
 * and in rows.
 */
#include "cpu/engine/tables/circle.h"

#include <math.h>
#include <string.h>

#include "cpu/engine/tables/twiddles.h"
#include "testing.h"

/* Small, all residues of 8, odd, powers of two, large primes and what lies beyond 2^32. */
static const uint64_t circles[] = {
    1,  2,  3,    4,     5,       7,          8,          12,         16,
    60, 97, 1024, 65537, 1 << 20, 2147483647, 4294967296, 9ULL << 32, 68719476735ULL};
#define CIRCLES (sizeof circles / sizeof *circles)

static void check_near(uint64_t k, uint64_t n, const double point[2])
{
    const long double turn = 6.283185307179586476925286766559005768L;
    long double x = turn * ((long double)k / (long double)n);
    long double c = cosl(x);
    long double s = -sinl(x);
    /* Long double's own angle is off by some 2^-62. */
    const long double bound = 0.52L * 0x1p-53L + 0x1p-60L;
    ck_assert_msg(fabsl((long double)point[0] - c) <= bound &&
                      fabsl((long double)point[1] - s) <= bound,
                  "%llu of %llu: %.20g, %.20g", (unsigned long long)k, (unsigned long long)n,
                  point[0], point[1]);
}

START_TEST(circle_any_point_near_and_exact_on_the_axes)
{
    testing_random random = testing_random_start("circle");
    for (size_t i = 0; i < CIRCLES; ++i) {
        uint64_t n = circles[i];
        for (unsigned draw = 0; draw < 400; ++draw) {
            uint64_t k = n <= 400 ? draw % n : testing_random_below(&random, n);
            double point[2];
            fftc_circle(k, n, point);
            check_near(k, n, point);
        }
        for (uint64_t quarter = 0; quarter < 4 && n % 4 == 0; ++quarter) {
            static const double axes[4][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
            double point[2];
            fftc_circle(quarter * (n / 4), n, point);
            ck_assert(point[0] == axes[quarter][0] && point[1] == axes[quarter][1]);
        }
    }
}
END_TEST

START_TEST(circle_row_has_the_bits_of_its_points)
{
    enum { COUNT = 300 };
    testing_random random = testing_random_start("circle row");
    for (size_t i = 0; i < 8 * CIRCLES; ++i) {
        uint64_t n = circles[i % CIRCLES];
        static double points[2 * COUNT];
        uint64_t first = testing_random_below(&random, n);
        uint64_t small = n < 50 ? n : 50;
        uint64_t step = testing_random_below(&random, i % 2 == 0 ? small : n);
        step = i % 5 == 0 ? (n - step) % n : step; /* backwards */
        size_t count = 1 + testing_random_below(&random, COUNT);
        memset(points, 0x5a, sizeof points);
        fftc_circle_run(first, step, n, count, points);
        for (size_t j = 0; j < count; ++j) {
            double point[2];
            fftc_circle((first + step * j) % n, n, point);
            ck_assert_msg(memcmp(point, points + 2 * j, sizeof point) == 0,
                          "number %zu from %llu by %llu of %llu", j, (unsigned long long)first,
                          (unsigned long long)step, (unsigned long long)n);
        }
    }
}
END_TEST

/* Tables as plans have them, against point after point: chunks that end in the middle, the last
 * group of lanes overlapping the one before it. */
START_TEST(twiddles_have_the_bits_of_their_points)
{
    enum { ROWS = 150, RADIX = 7, LANES = 4 };
    static float scalars[2 * ROWS * (RADIX - 1)];
    static float vectors[2 * (ROWS + LANES) * (RADIX - 1)];
    const fftc_engine engine = {.precision = FFTC_FLOAT32, .lanes = LANES};
    const uint64_t n = ROWS * RADIX;
    const double scale = 0.3;
    double w[2];
    fftc_twiddles_scalars(FFTC_FLOAT32, scalars, ROWS, RADIX, 1, n, scale);
    fftc_twiddles_vectors(&engine, vectors, ROWS, RADIX, scale);
    for (size_t j = 0; j < ROWS; ++j) {
        for (size_t q = 1; q < RADIX; ++q) {
            size_t group = j / LANES;
            size_t base = group * LANES + LANES <= ROWS ? group * LANES : ROWS - LANES;
            size_t vector = group * (RADIX - 1) + q - 1;
            size_t lane = 0;
            while (base + fftc_engine_column(&engine, lane) != j) {
                ++lane;
            }
            fftc_circle(j * q, n, w);
            const float *scalar = scalars + 2 * (j * (RADIX - 1) + q - 1);
            ck_assert(scalar[0] == (float)(scale * w[0]) && scalar[1] == (float)(scale * w[1]));
            const float *in_vector = vectors + 2 * LANES * vector + lane;
            ck_assert(in_vector[0] == scalar[0] && in_vector[LANES] == scalar[1]);
        }
    }
}
END_TEST

TESTING_MAIN("circle", twiddles_have_the_bits_of_their_points,
             circle_any_point_near_and_exact_on_the_axes, circle_row_has_the_bits_of_its_points)
