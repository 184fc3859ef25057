/* SPDX-License-Identifier: MIT
 *
 * What a call of FFTW's interface costs over the library's own: the least time of one execution, of
 * many rounds in turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fftcore/fftcore.h"
#include "fftw3.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

enum { CALLS = 2000, ROUNDS = 400 };

static void report(size_t n)
{
    fftw_complex *x = fftw_alloc_complex(n);
    fftw_complex *y = fftw_alloc_complex(n);
    fftc_transform t = {.length = {n}, .precision = FFTC_FLOAT64, .scaling = FFTC_SCALE_NONE};
    fftc_plan *own = NULL;
    fftw_plan plan = fftw_plan_dft_1d((int)n, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    if (x == NULL || y == NULL || plan == NULL ||
        fftc_plan_create(&t, NULL, &own, NULL) != FFTC_SUCCESS) {
        exit(1);
    }
    memset(x, 0, n * sizeof *x);
    double least[3] = {1e300, 1e300, 1e300};
    for (int round = 0; round < ROUNDS; ++round) {
        double times[4];
        times[0] = now();
        for (int i = 0; i < CALLS; ++i) {
            fftc_plan_execute(own, x, y, NULL);
        }
        times[1] = now();
        for (int i = 0; i < CALLS; ++i) {
            fftw_execute(plan);
        }
        times[2] = now();
        for (int i = 0; i < CALLS; ++i) {
            fftw_execute_dft(plan, x, y);
        }
        times[3] = now();
        for (int i = 0; i < 3; ++i) {
            double each = (times[i + 1] - times[i]) / CALLS;
            least[i] = each < least[i] ? each : least[i];
        }
    }
    printf("%6zu %22.1f %16.1f %16.1f\n", n, least[0], least[1] - least[0], least[2] - least[0]);
    fftw_destroy_plan(plan);
    fftc_plan_destroy(own);
    fftw_free(x);
    fftw_free(y);
}

int main(void)
{
    puts(
        "complex double, ns: n, fftc_plan_execute; more than that: fftw_execute, fftw_execute_dft");
    for (size_t n = 4; n <= 1024; n *= 4) {
        report(n);
    }
    return 0;
}
