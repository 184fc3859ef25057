/* SPDX-License-Identifier: MIT
 *
 * A build with one precision (FFTCORE_PRECISIONS): one_precision float|double, the one that is
 * there. Round trips of lengths that are lines of every sort, and a convolution; what is not there
 * is refused by the option's name. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/convolution.h"

enum { MOST = 4099 };

static double at(fftc_precision precision, const void *x, size_t i)
{
    return precision == FFTC_FLOAT64 ? ((const double *)x)[i] : (double)((const float *)x)[i];
}

static int round_trip(fftc_precision precision, size_t n, int reproducible)
{
    static double memory[3][2 * MOST];
    const fftc_plan_options options = {.reproducible = reproducible, .threads = 1};
    fftc_transform t = {.length = {n}, .precision = precision};
    for (size_t i = 0; i < 2 * n; ++i) {
        double value = (double)(i * 37 % 101) / 101.0 - 0.4;
        if (precision == FFTC_FLOAT64) {
            memory[0][i] = value;
        } else {
            ((float *)memory[0])[i] = (float)value;
        }
    }
    for (int inverse = 0; inverse < 2; ++inverse) {
        fftc_plan *plan;
        fftc_error error;
        t.direction = inverse ? FFTC_INVERSE : FFTC_FORWARD;
        if (fftc_plan_create(&t, &options, &plan, &error) != FFTC_SUCCESS ||
            fftc_plan_execute(plan, memory[inverse], memory[inverse + 1], &error) != FFTC_SUCCESS) {
            printf("%zu points: %s\n", n, error.message);
            return 1;
        }
        fftc_plan_destroy(plan);
    }
    for (size_t i = 0; i < 2 * n; ++i) {
        double off = at(precision, memory[0], i) - at(precision, memory[2], i);
        if (!(fabs(off) <= (precision == FFTC_FLOAT64 ? 1e-14 : 1e-5))) {
            printf("%zu points: number %zu is off by %g\n", n, i, off);
            return 1;
        }
    }
    return 0;
}

int main(int count, char **words)
{
    static const size_t lengths[] = {1, 2, 8, 12, 17, 64, 127, 323, 360, 1024, 1013, 2187, MOST};
    const bool is_double = count == 2 && strcmp(words[1], "double") == 0;
    const fftc_precision here = is_double ? FFTC_FLOAT64 : FFTC_FLOAT32;
    int failed = 0;
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; ++i) {
        failed += round_trip(here, lengths[i / 2], (int)(i % 2));
    }
    const fftc_transform other = {.length = {64},
                                  .precision = is_double ? FFTC_FLOAT32 : FFTC_FLOAT64};
    const fftc_convolution_description convolution = {.signal = other, .kernel_length = {5}};
    fftc_plan *plan;
    fftc_convolution *convolved;
    fftc_error error;
    if (fftc_plan_create(&other, NULL, &plan, &error) != FFTC_UNSUPPORTED ||
        strstr(error.message, "FFTCORE_PRECISIONS") == NULL) {
        puts("a transform of the other precision is not refused by the option's name");
        ++failed;
    }
    if (fftc_convolution_create(&convolution, NULL, &convolved, &error) != FFTC_UNSUPPORTED ||
        strstr(error.message, "FFTCORE_PRECISIONS") == NULL) {
        puts("a convolution of the other precision is not refused by the option's name");
        ++failed;
    }
    return failed;
}
