/* SPDX-License-Identifier: MIT
 *
 * A convolution of `fftcore bench --device` as a description.
 */
#include <string.h>

#include "bench.h"

fftc_status bench_case_convolution(const bench_case *c, fftc_convolution_description *description,
                                   fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    *description = (fftc_convolution_description){.signal = {.kind = c->kind}};
    if (c->kernel_length[0] != 0) {
        status = fftc_convolution_describe_linear(c->rank, c->length, c->kernel_length, FFTC_SAME,
                                                  FFTC_CONVOLVE, c->kind, description, error);
    } else {
        memcpy(description->signal.length, c->length, sizeof c->length);
    }
    description->signal.batch = c->batch;
    return status;
}

size_t bench_case_taps(const bench_case *c)
{
    size_t taps = 1;
    for (int i = 0; i < c->rank; ++i) {
        taps *= (size_t)(c->kernel_length[0] != 0 ? c->kernel_length[i] : c->length[i]);
    }
    return taps;
}
