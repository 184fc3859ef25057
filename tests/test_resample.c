/* SPDX-License-Identifier: MIT
 *
 * kernel/resample.h and kernel/spectrum.h against their definitions, in every precision and number
 * of lanes.
 */
#include "kernels.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "fftcore/kernel/resample.h"

static const double complex imaginary = (double complex)I;

static double unit_of(const testing_kernels *u)
{
    return u->precision == FFTC_FLOAT64 ? 0x1p-53 : 0x1p-24; /* of the wide type */
}

static double wide_at(const testing_kernels *u, const void *x, size_t i)
{
    return u->precision == FFTC_FLOAT64 ? ((const double *)x)[i] : (double)((const float *)x)[i];
}

static double sinc(double x)
{
    return x == 0.0 ? 1.0 : sin(acos(-1.0) * x) / (acos(-1.0) * x);
}

/* What the windowed sinc has in addition, so that weights sum to 1. */
static double filled_up(double x)
{
    double sum = 0.0;
    for (int i = -4; i <= 4; ++i) {
        double at = fabs(x - i);
        sum += at < 3.0 ? sinc(at) * sinc(at / 3.0) : 0.0;
    }
    return x < 1.0 ? (1.0 - sum) * (1.0 - x) : 0.0;
}

/* The filters by their definitions. */
static double filter_at(unsigned filter, double x)
{
    x = fabs(x);
    switch (filter) {
    case FFTC_RESAMPLE_TENT: return x < 1.0 ? 1.0 - x : 0.0;
    case FFTC_RESAMPLE_CUBIC:
        return x < 1.0   ? 1.5 * pow(x, 3) - 2.5 * x * x + 1.0
               : x < 2.0 ? -0.5 * pow(x, 3) + 2.5 * x * x - 4.0 * x + 2.0
                         : 0.0;
    default: return (x < 3.0 ? sinc(x) * sinc(x / 3.0) : 0.0) + filled_up(x);
    }
}

static void check_weights(const testing_kernels *u, unsigned filter, uint32_t samples,
                          uint32_t points, uint32_t first)
{
    uint32_t f[TESTING_LANES_MAX];
    uint32_t whole[TESTING_LANES_MAX];
    double weights[FFTC_RESAMPLE_TAPS_MAX * TESTING_LANES_MAX];
    double tolerance = 40.0 * unit_of(u) + (filter == FFTC_RESAMPLE_SINC ? 4e-8 : 0.0);
    for (uint32_t lane = 0; lane < u->lanes; ++lane) {
        f[lane] = (first + lane) % points;
    }
    u->resample_weigh(f, samples, points, filter, whole, weights);
    for (size_t lane = 0; lane < u->lanes; ++lane) {
        double fraction = (double)(f[lane] * samples % points) / points;
        int taps = 2 * ((int)filter + 1);
        ck_assert_uint_eq(whole[lane], (uint32_t)((uint64_t)f[lane] * samples / points));
        for (int i = 0; i < (int)FFTC_RESAMPLE_TAPS_MAX; ++i) {
            double distance = fraction - (i - (taps / 2 - 1));
            double wanted = i < taps ? filter_at(filter, distance) : 0.0;
            double got = wide_at(u, weights, (size_t)i * u->lanes + lane);
            ck_assert_msg(fabs(got - wanted) <= tolerance,
                          "%s, filter %u, frequency %u of %u among %u, tap %d: %g, not %g",
                          testing_precision_names[u->precision], filter, f[lane], points, samples,
                          i, got, wanted);
            ck_assert(f[lane] * samples % points != 0 || got == (i == taps / 2 - 1 ? 1.0 : 0.0));
        }
    }
}

START_TEST(weights_are_those_of_the_filters)
{
    static const uint32_t sizes[][2] = {{256, 2048}, {7, 30}, {511, 2430}, {1, 5}, {65536, 65536}};
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (unsigned filter = 0; filter < 3; ++filter) {
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
                for (uint32_t f = 0; f < 400 && f < sizes[i][1]; f += (uint32_t)(*u)->lanes) {
                    check_weights(*u, filter, sizes[i][0], sizes[i][1], f);
                    check_weights(*u, filter, sizes[i][0], sizes[i][1], sizes[i][1] - 1 - f);
                }
            }
        }
    }
}
END_TEST

/* Three lookups between neighbours weigh as the cubic does. */
START_TEST(bilinear_lookups_are_the_cubic)
{
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        size_t lanes = (*u)->lanes;
        for (uint32_t first = 0; first < 1000; first += (uint32_t)lanes) {
            uint32_t f[TESTING_LANES_MAX];
            double lookups[6 * TESTING_LANES_MAX];
            for (uint32_t lane = 0; lane < lanes; ++lane) {
                f[lane] = (first + lane) % 1000;
            }
            (*u)->bilinear_weigh(f, 1, 1000, lookups);
            for (size_t lane = 0; lane < lanes; ++lane) {
                double t = f[lane] / 1000.0;
                double place = wide_at(*u, lookups, lanes + lane);
                double middle = wide_at(*u, lookups, 4 * lanes + lane);
                const double got[] = {wide_at(*u, lookups, 3 * lanes + lane),
                                      middle * (1.0 - place), middle * place,
                                      wide_at(*u, lookups, 5 * lanes + lane)};
                ck_assert(wide_at(*u, lookups, lane) == -1.0);
                ck_assert(wide_at(*u, lookups, 2 * lanes + lane) == 2.0);
                for (int i = 0; i < 4; ++i) {
                    double wanted = filter_at(FFTC_RESAMPLE_CUBIC, t + 1.0 - i);
                    ck_assert_double_eq_tol(got[i], wanted, 40.0 * unit_of(*u) + 2e-8);
                }
            }
        }
    }
}
END_TEST

/* The whole spectrum at any frequency, from the half that is stored. */
static double complex stored(int64_t x, int64_t y)
{
    uint32_t column = (uint32_t)((x % TESTING_COLUMNS + TESTING_COLUMNS) % TESTING_COLUMNS);
    uint32_t row = (uint32_t)((y % TESTING_ROWS + TESTING_ROWS) % TESTING_ROWS);
    bool mirrored = row > TESTING_ROWS / 2;
    if (mirrored) {
        column = (TESTING_COLUMNS - column) % TESTING_COLUMNS;
        row = TESTING_ROWS - row;
    }
    double im = TESTING_SPECTRUM(column, row, 1u);
    return TESTING_SPECTRUM(column, row, 0u) + imaginary * (mirrored ? -im : im);
}

static double complex resampled(double u, double v, unsigned filter)
{
    double complex sum = 0.0;
    for (int64_t y = (int64_t)floor(v) - 3; y <= floor(v) + 4; ++y) {
        for (int64_t x = (int64_t)floor(u) - 3; x <= floor(u) + 4; ++x) {
            double w = filter_at(filter, u - (double)x) * filter_at(filter, v - (double)y);
            sum += w * stored(x, y);
        }
    }
    return sum;
}

static void check_resampled(const testing_kernels *u, uint32_t first, uint32_t points,
                            unsigned filter, uint32_t least)
{
    uint32_t x[TESTING_LANES_MAX];
    uint32_t y[TESTING_LANES_MAX];
    double z[2 * TESTING_LANES_MAX];
    /* Some 36 products of up to 64. */
    double unit = u->precision == FFTC_FLOAT16 ? 0x1p-11 : unit_of(u);
    double tolerance = 64.0 * (20.0 * unit + 2e-7);
    tolerance += filter == 3 ? 64.0 * 4.0 * 16.0 * unit : 0.0; /* places of 16 to 24 are rounded */
    for (uint32_t lane = 0; lane < u->lanes; ++lane) {
        x[lane] = least + (first + lane) % (points - least);
        y[lane] = least + (first + lane) * 29 % (points - least);
    }
    u->resample(x, y, points, filter, z);
    for (size_t lane = 0; lane < u->lanes; ++lane) {
        double complex wanted =
            resampled((double)x[lane] * TESTING_COLUMNS / points,
                      (double)y[lane] * TESTING_ROWS / points, filter == 3 ? 1 : filter);
        double re = testing_get(u->precision, z, lane);
        double im = testing_get(u->precision, z, u->lanes + lane);
        ck_assert_msg(cabs(re + imaginary * im - wanted) <= tolerance,
                      "%s, filter %u, (%u, %u) of %u: %g + %g i, not %g + %g i",
                      testing_precision_names[u->precision], filter, x[lane], y[lane], points, re,
                      im, creal(wanted), cimag(wanted));
    }
}

START_TEST(spectrum_between_its_frequencies_all_around)
{
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (uint32_t first = 0; first < 200; first += (uint32_t)(*u)->lanes) {
            for (unsigned filter = 0; filter < 3; ++filter) {
                check_resampled(*u, first, 151, filter, 0);
                check_resampled(*u, first, 240, filter, 0);
            }
            check_resampled(*u, first, 240, 3, 12); /* places that are not negative */
        }
    }
}
END_TEST

static double complex number_at(const testing_kernels *u, const void *z, size_t lane)
{
    return testing_get(u->precision, z, lane) +
           imaginary * testing_get(u->precision, z, u->lanes + lane);
}

/* The product of two real lines, of which z and mirror are the sum of their spectra and i times. */
static double complex expect_pair(double complex z, double complex mirror, double complex h,
                                  double complex g, bool opposite)
{
    double complex first = h * (z + conj(mirror)) / 2.0;
    double complex second = g * (z - conj(mirror)) / (2.0 * imaginary);
    return opposite ? conj(first) + imaginary * conj(second) : first + imaginary * second;
}

START_TEST(spectrum_operations_as_defined)
{
    testing_random random = testing_random_start("spectrum");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (int trial = 0; trial < 50; ++trial) {
            double value[2 * TESTING_LANES_MAX];
            double other[2 * TESTING_LANES_MAX];
            double z[2 * TESTING_LANES_MAX];
            uint32_t f[TESTING_LANES_MAX];
            testing_fill((*u)->precision, value, (*u)->lanes, &random);
            testing_fill((*u)->precision, other, (*u)->lanes, &random);
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                f[lane] = (uint32_t)testing_random_next(&random);
            }
            for (int op = 0; op < TESTING_SPECTRUM_OPS; ++op) {
                (*u)->spectrum((testing_spectrum_op)op, value, other, f, z);
                for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                    double complex a = number_at(*u, value, lane);
                    double complex b = number_at(*u, other, lane);
                    double unit = (*u)->precision == FFTC_FLOAT16 ? 0x1p-11 : unit_of(*u);
                    double complex wanted =
                        op == TESTING_CENTRE ? (f[lane] % 2 != 0 ? -a : a)
                        : op == TESTING_SHARPEN
                            ? (1.0 - creal(b)) * a + creal(b)
                            : expect_pair(a, b, b, a, op == TESTING_MULTIPLY_PAIR_MIRROR);
                    ck_assert_double_le(cabs(number_at(*u, z, lane) - wanted),
                                        16.0 * unit * pow(1.0 + cabs(a) + cabs(b), 2));
                }
            }
        }
    }
}
END_TEST

TESTING_MAIN("resample", weights_are_those_of_the_filters, bilinear_lookups_are_the_cubic,
             spectrum_between_its_frequencies_all_around, spectrum_operations_as_defined)
