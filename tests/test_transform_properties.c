/* SPDX-License-Identifier: MIT
 *
 * What every Fourier transform does, checked without another one: impulses, linearity, shifts,
 * Parseval's equation, the way there and back. So lengths may be long, and no oracle's mistakes can
 * hide ours.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "transform_testing.h"

#ifdef TESTING_SANITIZED
#define ARRAYS 50u
#else
#define ARRAYS 150u
#endif

typedef struct subject {
    fftc_transform transform;
    size_t n;
    size_t bytes;
    double bound;
    fftc_plan *plan;
} subject;

/* Forward, unscaled, of a random length: even ones, odd ones, primes as they come. */
static subject draw(testing_random *random)
{
    subject s;
    while (!transform_force_isa(testing_random_below(random, TRANSFORM_ISAS))) {
    }
    memset(&s.transform, 0, sizeof s.transform);
    s.n = 1 + testing_random_below(random, (uint64_t)1 << (1 + testing_random_below(random, 17)));
    s.n = testing_random_below(random, 3) == 0 ? (size_t)1 << (63 - __builtin_clzll(s.n)) : s.n;
    s.transform.length[0] = s.n;
    s.transform.precision = (fftc_precision)testing_random_below(random, 2);
    s.bytes = s.n * 2 * fftc_precision_bytes(s.transform.precision);
    s.bound = transform_bound(&s.transform);
    s.plan = transform_plan(&s.transform, 1);
    return s;
}

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

/* The transform of x, as doubles. */
static double *transformed(const subject *s, const double *x)
{
    void *src = allocate(s->bytes);
    void *dst = allocate(s->bytes);
    double *y = allocate(2 * s->n * sizeof *y);
    for (size_t i = 0; i < 2 * s->n; ++i) {
        testing_set(s->transform.precision, src, i, x[i]);
    }
    ck_assert_int_eq(fftc_plan_execute(s->plan, src, dst, NULL), FFTC_SUCCESS);
    testing_to_double(s->transform.precision, dst, s->n, y);
    free(src);
    free(dst);
    return y;
}

static double *random_signal(const subject *s, testing_random *random)
{
    void *data = allocate(s->bytes);
    double *x = allocate(2 * s->n * sizeof *x);
    testing_fill(s->transform.precision, data, s->n, random);
    testing_to_double(s->transform.precision, data, s->n, x);
    free(data);
    return x;
}

/* z *= exp(-2 pi i product / n), the angle reduced in integers first. */
static void turn(double *z, uint64_t product, size_t n)
{
    long double angle =
        -2 * 3.14159265358979323846264338327950288L * (long double)(product % n) / (long double)n;
    double c = (double)cosl(angle);
    double s = (double)sinl(angle);
    double re = z[0] * c - z[1] * s;
    double im = z[0] * s + z[1] * c;
    z[0] = re;
    z[1] = im;
}

static void check(const subject *s, const char *what, const double *actual, const double *expected,
                  double bounds)
{
    double error = testing_relative_error_double(actual, expected, s->n);
    ck_assert_msg(error <= bounds * s->bound, "%s, %s: error %.3g, bound %.3g",
                  transform_describe(&s->transform), what, error, bounds * s->bound);
}

START_TEST(impulse_anywhere_becomes_a_wave)
{
    testing_random random = testing_random_start("impulse");
    for (unsigned i = 0; i < 100 * transform_campaign(); ++i) {
        subject s = draw(&random);
        size_t at = testing_random_below(&random, s.n);
        double *x = allocate(2 * s.n * sizeof *x);
        double *expected = allocate(2 * s.n * sizeof *expected);
        memset(x, 0, 2 * s.n * sizeof *x);
        x[2 * at] = 1.5;
        x[2 * at + 1] = -0.75;
        for (size_t f = 0; f < s.n; ++f) {
            memcpy(expected + 2 * f, x + 2 * at, 2 * sizeof *x);
            turn(expected + 2 * f, (uint64_t)f * at, s.n);
        }
        double *actual = transformed(&s, x);
        /* The bound is for sums of many roundings; in an impulse through a convolution (chirp) few
         * make all of the error. */
        check(&s, "impulse", actual, expected, 2.0);
        free(x);
        free(expected);
        free(actual);
        fftc_plan_destroy(s.plan);
    }
}
END_TEST

START_TEST(sum_of_signals_becomes_sum_of_spectra)
{
    testing_random random = testing_random_start("linearity");
    for (unsigned i = 0; i < 60 * transform_campaign(); ++i) {
        subject s = draw(&random);
        double *x = random_signal(&s, &random);
        double *y = random_signal(&s, &random);
        double *x_spectrum = transformed(&s, x);
        double *y_spectrum = transformed(&s, y);
        for (size_t k = 0; k < 2 * s.n; ++k) {
            x[k] = 0.5 * x[k] - 0.625 * y[k]; /* rounded once on its way in */
            x_spectrum[k] = 0.5 * x_spectrum[k] - 0.625 * y_spectrum[k];
        }
        double *actual = transformed(&s, x);
        check(&s, "linearity", actual, x_spectrum, 3.0);
        free(x);
        free(y);
        free(x_spectrum);
        free(y_spectrum);
        free(actual);
        fftc_plan_destroy(s.plan);
    }
}
END_TEST

START_TEST(delay_of_signal_turns_its_spectrum)
{
    testing_random random = testing_random_start("delay");
    for (unsigned i = 0; i < 60 * transform_campaign(); ++i) {
        subject s = draw(&random);
        size_t delay = testing_random_below(&random, s.n);
        double *x = random_signal(&s, &random);
        double *delayed = allocate(2 * s.n * sizeof *delayed);
        double *expected = transformed(&s, x);
        for (size_t t = 0; t < s.n; ++t) {
            memcpy(delayed + 2 * ((t + delay) % s.n), x + 2 * t, 2 * sizeof *x);
            turn(expected + 2 * t, (uint64_t)t * delay, s.n);
        }
        double *actual = transformed(&s, delayed);
        check(&s, "delay", actual, expected, 2.0);
        free(x);
        free(delayed);
        free(expected);
        free(actual);
        fftc_plan_destroy(s.plan);
    }
}
END_TEST

START_TEST(modulation_of_signal_moves_its_spectrum)
{
    testing_random random = testing_random_start("modulation");
    for (unsigned i = 0; i < 60 * transform_campaign(); ++i) {
        subject s = draw(&random);
        size_t by = testing_random_below(&random, s.n);
        double *x = random_signal(&s, &random);
        double *spectrum = transformed(&s, x);
        double *expected = allocate(2 * s.n * sizeof *expected);
        for (size_t t = 0; t < s.n; ++t) {
            turn(x + 2 * t, (uint64_t)t * (s.n - by), s.n);
            memcpy(expected + 2 * ((t + by) % s.n), spectrum + 2 * t, 2 * sizeof *x);
        }
        double *actual = transformed(&s, x);
        check(&s, "modulation", actual, expected, 2.5); /* x is rounded on its way in */
        free(x);
        free(spectrum);
        free(expected);
        free(actual);
        fftc_plan_destroy(s.plan);
    }
}
END_TEST

static double energy(fftc_precision precision, const void *data, size_t count)
{
    long double sum = 0;
    for (size_t i = 0; i < 2 * count; ++i) {
        long double x = (long double)testing_get(precision, data, i);
        sum += x * x;
    }
    return (double)sum;
}

/* Any packed array, in place there and back; in the unitary scaling the energy stays the same on
 * the way. */
START_TEST(round_trip_any_array_keeps_energy_and_returns)
{
    testing_random random = testing_random_start("round trip");
    for (unsigned i = 0; i < ARRAYS * transform_campaign(); ++i) {
        fftc_transform t = transform_draw(&random, 60000);
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        memset(t.src_stride, 0, sizeof t.src_stride);
        memset(t.dst_stride, 0, sizeof t.dst_stride);
        t.src_distance = t.dst_distance = 0;
        t.placement = FFTC_IN_PLACE;
        t.scaling = FFTC_SCALE_UNITARY;
        transform_axes axes = transform_axes_of(&t);
        size_t bytes = axes.total * 2 * fftc_precision_bytes(t.precision);
        double bound = transform_bound(&t);
        void *data = allocate(bytes);
        long double *original = allocate(2 * axes.total * sizeof *original);
        testing_fill(t.precision, data, axes.total, &random);
        testing_to_long_double(t.precision, data, axes.total, original);
        double before = energy(t.precision, data, axes.total);
        for (int way = 0; way < 2; ++way) {
            fftc_plan *plan = transform_plan(&t, 1);
            ck_assert_int_eq(fftc_plan_execute(plan, data, data, NULL), FFTC_SUCCESS);
            fftc_plan_destroy(plan);
            double gained = fabs(energy(t.precision, data, axes.total) / before - 1.0);
            ck_assert_msg(gained <= 2 * (way + 1) * bound, "%s: energy changed by %.3g",
                          transform_describe(&t), gained);
            t.direction = t.direction == FFTC_FORWARD ? FFTC_INVERSE : FFTC_FORWARD;
        }
        double error = testing_relative_error(t.precision, data, original, axes.total);
        ck_assert_msg(error <= 2 * bound, "%s: error %.3g, bound %.3g", transform_describe(&t),
                      error, 2 * bound);
        free(data);
        free(original);
    }
}
END_TEST

TESTING_MAIN("transform_properties", impulse_anywhere_becomes_a_wave,
             sum_of_signals_becomes_sum_of_spectra, delay_of_signal_turns_its_spectrum,
             modulation_of_signal_moves_its_spectrum, round_trip_any_array_keeps_energy_and_returns)
