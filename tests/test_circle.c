/* SPDX-License-Identifier: MIT
 *
 * Points of the unit circle: as near as promised, exact on the axes, and the same bits one by one
 * and in rows.
 */
#include "cpu/engine/circle.h"

#include <math.h>
#include <string.h>

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
    const long double bound = 0.82L * 0x1p-53L + 0x1p-60L;
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
        fftc_circle_row row = {.n = n, .first = first, .step = step};
        memset(points, 0x5a, sizeof points);
        fftc_circle_run(first, step, n, count, points);
        for (size_t j = 0; j < count; ++j) {
            double point[2];
            fftc_circle((first + step * j) % n, n, point);
            ck_assert_msg(memcmp(point, points + 2 * j, sizeof point) == 0,
                          "number %zu from %llu by %llu of %llu", j, (unsigned long long)first,
                          (unsigned long long)step, (unsigned long long)n);
            /* In any order: some lie in the row, some have to be made. */
            size_t other = (j * 37) % count;
            const double *of = fftc_circle_of(&row, other, count);
            ck_assert(memcmp(of, points + 2 * other, sizeof point) == 0);
        }
    }
}
END_TEST

/* As tables of 2^31 numbers have them: steps of one less than the whole circle, far on. */
START_TEST(circle_row_backwards_goes_far)
{
    const uint64_t n =
        32 * (uint64_t)1073741789; /* no power of two, through which overflow shows */
    const size_t count = 1073741789;
    fftc_circle_row row = {.n = n, .first = n - 31, .step = n - 8};
    for (size_t i = count - 70; i < count; ++i) {
        double point[2];
        fftc_circle((n - 31 + n - 8 * (uint64_t)i) % n, n, point);
        ck_assert_mem_eq(fftc_circle_of(&row, i, count), point, sizeof point);
    }
}
END_TEST

TESTING_MAIN("circle", circle_row_backwards_goes_far, circle_any_point_near_and_exact_on_the_axes,
             circle_row_has_the_bits_of_its_points)
