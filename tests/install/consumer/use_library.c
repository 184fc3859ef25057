/* SPDX-License-Identifier: MIT
 *
 * Library and headers together: a transform, its order undone, against the sum that defines it. C11
 * here, C++17 in use_library.cpp. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fftcore/emulate.h"
#include "fftcore/fftcore.h"
#include "fftcore/kernel/order.h"
#include "fftcore/reference.h"

enum { E = 2, W = 6, N = 1 << (E + W) };

int main(void)
{
    static float data[2 * N];
    static double source[2 * N];
    for (int i = 0; i < 2 * N; ++i) {
        data[i] = (float)((i * 37 + 11) % 101) / 101.0f - 0.4f;
        source[i] = (double)data[i];
    }
    fftc_workgroup_fft fft;
    memset(&fft, 0, sizeof fft); /* C11 and C++17 have no other way in common */
    fft.elements_log2 = E;
    fft.workgroup_log2 = W;
    fft.subgroup_log2 = 2;
    fftc_error error;
    if (fftc_workgroup_fft_simd(&fft, data, NULL, 0, &error) != FFTC_SUCCESS) {
        printf("%s\n", error.message);
        return 1;
    }
    double difference = 0.0;
    double norm = 0.0;
    for (unsigned slot = 0; slot < N; ++slot) {
        unsigned frequency = fftc_get_dft_index(slot, E, W);
        double re = 0.0;
        double im = 0.0;
        for (unsigned t = 0; t < N; ++t) {
            double angle = -2.0 * 3.14159265358979323846 * (double)(frequency * t % N) / N;
            re += source[2 * t] * cos(angle) - source[2 * t + 1] * sin(angle);
            im += source[2 * t] * sin(angle) + source[2 * t + 1] * cos(angle);
        }
        double re_off = re - (double)data[2 * slot];
        double im_off = im - (double)data[2 * slot + 1];
        difference += re_off * re_off + im_off * im_off;
        norm += re * re + im * im;
    }
    double relative = sqrt(difference / norm);
    printf("fftcore %s, relative error %.2g, bound %.2g\n", fftc_version(), relative,
           fftc_error_bound(FFTC_FLOAT32, N));
    return !(relative <= fftc_error_bound(FFTC_FLOAT32, N));
}
