/* SPDX-License-Identifier: MIT
 *
 * kernel/butterfly_line.h compiled with vectors of double, one of which is the whole workgroup,
 * against the definition.
 */
#define FFTC_PRECISION 64
#define FFTC_LANES 8
#define FFTC_WORKGROUP_LOG2 3u
#define FFTC_BUTTERFLY_LOG2 5u
#define FFTC_TWIDDLE_COMPUTED

#include "fftcore/kernel/butterfly_line.h"

#include "fftcore/reference.h"
#define LANES_SHARED_WORDS FFTC_BUTTERFLY_SHARED_WORDS
#include "lanes_testing.h"
#include "testing.h"

#define POINTS (1u << FFTC_BUTTERFLY_LOG2)

static double source[POINTS][2];
static double result[POINTS][2];

fftc_complex(fftc_get)(fftc_uint index)
{
    fftc_complex z = {{0}, {0}};
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        z.re[lane] = source[index[lane]][0];
        z.im[lane] = source[index[lane]][1];
    }
    return z;
}

void(fftc_set)(fftc_uint index, fftc_complex value)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        result[index[lane]][0] = value.re[lane];
        result[index[lane]][1] = value.im[lane];
    }
}

static void check(uint32_t inverse)
{
    long double x[2 * POINTS];
    long double expected[2 * POINTS];
    for (size_t i = 0; i < POINTS; ++i) {
        x[2 * i] = (long double)source[i][0];
        x[2 * i + 1] = (long double)source[i][1];
    }
    testing_dft_split(POINTS, inverse != 0 ? 1 : -1, x, expected);
    for (size_t i = 0; inverse != 0 && i < 2 * POINTS; ++i) {
        expected[i] /= POINTS;
    }
    fftc_butterfly_line(inverse);
    double error = testing_relative_error(FFTC_FLOAT64, result, expected, POINTS);
    ck_assert_msg(error <= fftc_error_bound(FFTC_FLOAT64, POINTS), "inverse %u: %g", inverse,
                  error);
}

START_TEST(lines_in_lanes_transform)
{
    testing_random random = testing_random_start("butterfly_lanes");
    testing_fill(FFTC_FLOAT64, source, POINTS, &random);
    check(0);
    check(1);
}
END_TEST

TESTING_MAIN("butterfly_lanes", lines_in_lanes_transform)
