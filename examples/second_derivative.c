/* SPDX-License-Identifier: MIT
 *
 * The second derivative of a periodic function twice: by finite differences of order 2 to 8, and by
 * a Fourier transform, in which each frequency k is multiplied by -k^2 (the spectral derivative;
 * L. N. Trefethen, Spectral Methods in MATLAB, chapter 3).
 *
 * With twice as many points the error of order p becomes 2^p times smaller. That of the spectral
 * derivative of a smooth function is soon that of rounding. But it takes a transform of the whole
 * array, a function that is periodic, and no jumps.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fftcore/finite_difference.h"

enum { MOST = 64 };

static const double pi = 3.14159265358979323846;

static void demand(fftc_status status, const fftc_error *error)
{
    if (status != FFTC_SUCCESS) {
        puts(error->message);
        exit(1);
    }
}

/* u(x) = exp(sin x) at x = 2 pi i / count, and its second derivative. */
static double sample(int i, int count)
{
    return exp(sin(2 * pi * i / count));
}

static double exact(int i, int count)
{
    double x = 2 * pi * i / count;
    return (cos(x) * cos(x) - sin(x)) * exp(sin(x));
}

/* A step of the heat equation adds the time step times the second derivative. */
static void by_differences(int order, int count, const double *u, double *derivative)
{
    fftc_difference heat = {.equation = FFTC_HEAT,
                            .length = {(uint64_t)count},
                            .spacing = {2 * pi / count},
                            .order = order,
                            .coefficient = 1.0,
                            .precision = FFTC_FLOAT64};
    fftc_difference_plan *plan;
    fftc_error error;
    double now[MOST];
    double next[MOST];
    void *arrays[2] = {now, next};
    demand(fftc_difference_limit(&heat, &heat.time_step, &error), &error);
    demand(fftc_difference_plan_create(&heat, NULL, &plan, &error), &error);
    for (int i = 0; i < count; ++i) {
        now[i] = u[i];
    }
    demand(fftc_difference_execute(plan, 1, arrays, NULL, &error), &error);
    for (int i = 0; i < count; ++i) {
        derivative[i] = (((double *)arrays[0])[i] - u[i]) / heat.time_step;
    }
    fftc_difference_plan_destroy(plan);
}

static void by_transform(int count, const double *u, double *derivative)
{
    fftc_transform transform = {
        .length = {(uint64_t)count}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64};
    fftc_plan *forward;
    fftc_plan *inverse;
    fftc_error error;
    double spectrum[2 * (MOST / 2 + 1)]; /* pairs re, im of frequency 0 to count / 2 */
    demand(fftc_plan_create(&transform, NULL, &forward, &error), &error);
    transform.direction = FFTC_INVERSE;
    demand(fftc_plan_create(&transform, NULL, &inverse, &error), &error);
    demand(fftc_plan_execute(forward, u, spectrum, &error), &error);
    for (int k = 0; k <= count / 2; ++k) {
        spectrum[2 * k] *= -(double)k * k;
        spectrum[2 * k + 1] *= -(double)k * k;
    }
    demand(fftc_plan_execute(inverse, spectrum, derivative, &error), &error); /* divides by count */
    fftc_plan_destroy(forward);
    fftc_plan_destroy(inverse);
}

static double error_of(const double *derivative, int count)
{
    double largest = 0;
    for (int i = 0; i < count; ++i) {
        largest = fmax(largest, fabs(derivative[i] - exact(i, count)));
    }
    return largest;
}

int main(void)
{
    double error[5][4]; /* by order / 2, 0 being the transform's; and points */
    puts("points   order 2   order 4   order 6   order 8   spectral");
    for (int j = 0, count = 8; count <= MOST; ++j, count *= 2) {
        double u[MOST];
        double derivative[MOST];
        for (int i = 0; i < count; ++i) {
            u[i] = sample(i, count);
        }
        for (int half = 1; half <= 4; ++half) {
            by_differences(2 * half, count, u, derivative);
            error[half][j] = error_of(derivative, count);
        }
        by_transform(count, u, derivative);
        error[0][j] = error_of(derivative, count);
        printf("%6d   %.1e   %.1e   %.1e   %.1e   %.1e\n", count, error[1][j], error[2][j],
               error[3][j], error[4][j], error[0][j]);
    }
    int good = error[0][2] < 1e-12 && error[0][3] < 1e-12;
    printf("halved spacing divides errors by 2 to the power of");
    for (int half = 1; half <= 4; ++half) {
        double power = log2(error[half][2] / error[half][3]);
        printf(" %.2f", power);
        good = good && fabs(power - 2 * half) < 0.5;
    }
    puts("");
    return good ? 0 : 1;
}
