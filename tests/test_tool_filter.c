/* SPDX-License-Identifier: MIT
 *
 * `fftcore filter`: gains, and pictures against the Fourier sums of what they are extended to.
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "testing.h"

#define PI 3.14159265358979323846

/* Which pixel lies at a place of the extended picture, whose length is `period`; -1 is black. */
static int64_t look(tool_edges edges, int64_t at, int64_t length, int64_t period)
{
    if (at < length) {
        return at;
    }
    switch (edges) {
    case TOOL_EDGES_MIRROR: return period - 1 - at;
    case TOOL_EDGES_CLAMP: return at - (length - 1) <= period - at ? length - 1 : 0;
    default: return -1;
    }
}

static double *extend(const tool_planes *planes, tool_edges edges, int64_t height, int64_t width)
{
    double *field = calloc((size_t)(height * width), sizeof *field);
    ck_assert_ptr_nonnull(field);
    for (int64_t y = 0; y < height; ++y) {
        for (int64_t x = 0; x < width; ++x) {
            int64_t v = look(edges, y, (int64_t)planes->height, height);
            int64_t u = look(edges, x, (int64_t)planes->width, width);
            if (v >= 0 && u >= 0) {
                field[y * width + x] =
                    tool_planes_get(planes, (uint64_t)(v * (int64_t)planes->width + u));
            }
        }
    }
    return field;
}

/* (clang 14 has no CMPLX.) */
static double complex turn(double turns)
{
    const double parts[2] = {cos(2.0 * PI * turns), sin(2.0 * PI * turns)};
    double complex value;
    memcpy(&value, parts, sizeof value);
    return value;
}

/* A direct sum in both directions. */
static void filter_directly(const tool_filter *filter, double *field, int64_t height, int64_t width)
{
    int64_t count = height * width;
    double complex *spectrum = calloc((size_t)count, sizeof *spectrum);
    ck_assert_ptr_nonnull(spectrum);
    for (int64_t k = 0; k < count; ++k) {
        double v = (double)(k / width) / (double)height;
        double u = (double)(k % width) / (double)width;
        for (int64_t i = 0; i < count; ++i) {
            double turns = v * (double)(i / width) + u * (double)(i % width);
            spectrum[k] += field[i] * turn(-turns);
        }
        v = fmin(v, 1.0 - v);
        u = fmin(u, 1.0 - u);
        spectrum[k] *= tool_filter_gain(filter, u * u + v * v);
    }
    for (int64_t i = 0; i < count; ++i) {
        double complex sum = 0.0;
        for (int64_t k = 0; k < count; ++k) {
            double turns = (double)(k / width) / (double)height * (double)(i / width) +
                           (double)(k % width) / (double)width * (double)(i % width);
            sum += spectrum[k] * turn(turns);
        }
        field[i] = creal(sum) / (double)count;
    }
    free(spectrum);
}

static tool_planes draw(testing_random *random, tool_planes shape)
{
    tool_planes planes;
    ck_assert_int_eq(tool_planes_create(&shape, &planes, NULL), FFTC_SUCCESS);
    for (uint64_t i = 0; i < shape.height * shape.width * shape.channels; ++i) {
        tool_planes_set(&planes, i, testing_random_real(random));
    }
    return planes;
}

static tool_planes copy(const tool_planes *planes)
{
    tool_planes same;
    ck_assert_int_eq(tool_planes_create(planes, &same, NULL), FFTC_SUCCESS);
    for (uint64_t i = 0; i < planes->height * planes->width * planes->channels; ++i) {
        tool_planes_set(&same, i, tool_planes_get(planes, i));
    }
    return same;
}

static void check_sums(const tool_filter *filter, tool_edges edges, const tool_planes *planes)
{
    int64_t twice = edges == TOOL_EDGES_WRAP ? 1 : 2;
    int64_t height = twice * (int64_t)planes->height;
    int64_t width = twice * (int64_t)planes->width;
    double *wanted = extend(planes, edges, height, width);
    double tolerance = planes->precision == FFTC_FLOAT64 ? 1e-13 : 1e-5;
    tool_planes result = copy(planes);
    filter_directly(filter, wanted, height, width);
    ck_assert_int_eq(tool_filter_planes(filter, edges, 1, &result, NULL), FFTC_SUCCESS);
    for (uint64_t i = 0; i < planes->height * planes->width; ++i) {
        double sum = wanted[(int64_t)(i / planes->width) * width + (int64_t)(i % planes->width)];
        ck_assert_msg(fabs(tool_planes_get(&result, i) - sum) < tolerance,
                      "%s, %s, edges %s, %d x %d, pixel %d: %.9g, not %.9g",
                      tool_filter_kind_names[filter->kind], tool_filter_shape_names[filter->shape],
                      tool_edges_names[edges], (int)planes->width, (int)planes->height, (int)i,
                      tool_planes_get(&result, i), sum);
    }
    free(wanted);
    tool_planes_free(&result);
}

static const uint64_t sizes[][2] = {{5, 7}, {1, 6}, {4, 1}, {1, 1}, {6, 4}, {2, 3}};
#define SIZES (sizeof sizes / sizeof *sizes)

START_TEST(pictures_equal_sums_of_the_extended_picture)
{
    testing_random random = testing_random_start("filter");
    for (size_t i = 0; i < SIZES; ++i) {
        tool_planes planes =
            draw(&random, (tool_planes){.height = sizes[i][0],
                                        .width = sizes[i][1],
                                        .channels = 1,
                                        .precision = i % 2 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32});
        for (int edges = TOOL_EDGES_MIRROR; edges <= TOOL_EDGES_ZERO; ++edges) {
            for (int shape = TOOL_BUTTERWORTH; shape <= TOOL_IDEAL; ++shape) {
                const tool_filter filter = {.kind = (tool_filter_kind)((shape + edges) % 4),
                                            .shape = (tool_filter_shape)shape,
                                            .order = 1 + (uint32_t)i,
                                            .cut = {0.11, 0.33}};
                check_sums(&filter, (tool_edges)edges, &planes);
            }
        }
        tool_planes_free(&planes);
    }
}
END_TEST

/* The passes of one cut add up to the signal; so do the three bands of two cuts, in every
 * channel. */
START_TEST(passes_of_the_same_cuts_add_up)
{
    testing_random random = testing_random_start("filter parts");
    static const tool_filter_kind bands[] = {TOOL_LOW_PASS, TOOL_BAND_PASS, TOOL_HIGH_PASS};
    tool_planes planes = draw(&random, (tool_planes){.height = 45, .width = 62, .channels = 3});
    uint64_t count = planes.height * planes.width * planes.channels;
    for (int edges = TOOL_EDGES_MIRROR; edges <= TOOL_EDGES_ZERO; ++edges) {
        for (int shape = TOOL_BUTTERWORTH; shape <= TOOL_IDEAL; ++shape) {
            double *sum = calloc(count, sizeof *sum);
            ck_assert_ptr_nonnull(sum);
            for (int band = 0; band < 3; ++band) {
                tool_filter filter = {.kind = bands[band],
                                      .shape = (tool_filter_shape)shape,
                                      .order = 4,
                                      .cut = {band == 2 ? 0.25 : 0.1, 0.25}};
                tool_planes part = copy(&planes);
                ck_assert_int_eq(tool_filter_planes(&filter, (tool_edges)edges, 2, &part, NULL),
                                 FFTC_SUCCESS);
                for (uint64_t i = 0; i < count; ++i) {
                    sum[i] += tool_planes_get(&part, i);
                }
                tool_planes_free(&part);
            }
            for (uint64_t i = 0; i < count; ++i) {
                ck_assert_double_eq_tol(sum[i], tool_planes_get(&planes, i), 1e-5);
            }
            free(sum);
        }
    }
    tool_planes_free(&planes);
}
END_TEST

START_TEST(gains_at_the_cuts_as_documented)
{
    for (int shape = TOOL_BUTTERWORTH; shape <= TOOL_IDEAL; ++shape) {
        tool_filter filter = {.shape = (tool_filter_shape)shape, .order = 3, .cut = {0.1, 0.3}};
        double at_cut = shape == TOOL_IDEAL ? 1.0 : 0.5;
        ck_assert_double_eq(tool_filter_gain(&filter, 0.0), 1.0);
        ck_assert_double_eq_tol(tool_filter_gain(&filter, 0.1 * 0.1), at_cut, 1e-12);
        double beyond = shape == TOOL_BUTTERWORTH ? 1.0 / 65.0
                        : shape == TOOL_GAUSSIAN  ? 1.0 / 16.0
                                                  : 0.0;
        ck_assert_double_eq_tol(tool_filter_gain(&filter, 0.2 * 0.2), beyond, 1e-12);
        for (double f = 0.0; f <= 0.71; f += 0.01) {
            tool_filter other = filter;
            double low = tool_filter_gain(&filter, f * f);
            other.kind = TOOL_HIGH_PASS;
            ck_assert_double_eq_tol(tool_filter_gain(&other, f * f), 1.0 - low, 1e-15);
            other.kind = TOOL_BAND_PASS;
            double band = tool_filter_gain(&other, f * f);
            ck_assert(band >= 0.0 && band <= 1.0);
            other.kind = TOOL_BAND_STOP;
            ck_assert_double_eq_tol(tool_filter_gain(&other, f * f), 1.0 - band, 1e-15);
            other = (tool_filter){.shape = filter.shape, .order = 3, .cut = {0.3}};
            ck_assert_double_eq_tol(band, tool_filter_gain(&other, f * f) - low, 1e-15);
        }
    }
}
END_TEST

TESTING_MAIN("tool_filter", pictures_equal_sums_of_the_extended_picture,
             passes_of_the_same_cuts_add_up, gains_at_the_cuts_as_documented)
