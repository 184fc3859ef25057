/* SPDX-License-Identifier: MIT
 *
 * A tone through the reference FFT of 16 points, stage by stage: 4 invocations of 4 points each,
 * in subgroups of 2. docs/gpu-fft.md explains what it prints.
 */
#include <math.h>
#include <stdio.h>

#include "fftcore/emulate.h"
#include "fftcore/kernel/order.h"

enum { E = 2, W = 2, S = 1, N = 1 << (E + W), STAGES = E + W, FREQUENCY = 3 };

static double magnitude(const float *x)
{
    return hypot((double)x[0], (double)x[1]);
}

/* Where the numbers are that are not zero, but for rounding. */
static void print_row(const char *name, const float *points)
{
    (void)printf("%-26s", name);
    for (int i = 0; i < N; ++i) {
        (void)fputs(magnitude(points + 2 * i) > 1e-4 ? " #" : " .", stdout);
    }
    (void)puts("");
}

int main(void)
{
    static const char *const ways[] = {"memory", "shared memory", "shuffle"}; /* fftc_exchange */
    const fftc_workgroup_fft fft = {.elements_log2 = E, .workgroup_log2 = W, .subgroup_log2 = S};
    const fftc_emulation config = {.subgroup_size = 1u << S};
    float data[2 * N];
    float stages[STAGES][2 * N];
    fftc_report report;
    fftc_error error;
    for (int i = 0; i < N; ++i) {
        double angle = 2.0 * 3.14159265358979324 * FREQUENCY * i / N;
        data[2 * i] = (float)cos(angle);
        data[2 * i + 1] = (float)sin(angle);
    }
    print_row("source", data);
    if (fftc_workgroup_fft_emulate(&fft, &config, data, stages, &report, NULL, 0, &error) !=
            FFTC_SUCCESS ||
        report.finding_count != 0) {
        (void)puts(error.message);
        return 1;
    }
    for (uint32_t s = 0; s < STAGES; ++s) {
        char name[40];
        (void)snprintf(name, sizeof name, "stride %u, by %s", 1u << (STAGES - 1 - s),
                       ways[fftc_workgroup_fft_exchange(&fft, s)]);
        print_row(name, stages[s]);
    }
    for (uint32_t i = 0; i < N; ++i) {
        if (magnitude(data + 2 * i) > 1e-4) {
            (void)printf("frequency %u at index %u: %.0f\n", (unsigned)fftc_get_dft_index(i, E, W),
                         (unsigned)i, magnitude(data + 2 * i));
        }
    }
    (void)printf("%u barriers, %u shuffles, %u words through shared memory\n",
                 (unsigned)report.total.workgroup_barriers, (unsigned)report.total.shuffles,
                 (unsigned)report.total.shared_stores);
    return 0;
}
