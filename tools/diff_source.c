/* SPDX-License-Identifier: MIT
 *
 * What is transformed: a stretch of the recording, or random numbers; for the inverse, the spectrum
 * that the forward kernel makes of it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff_internal.h"
#include "fftcore/kernel/order.h"
#include "oracle.h"
#include "simd.h"

/* Where the `length` consecutive points of most energy begin. */
static uint64_t loudest(const tool_signal *signal, uint64_t length)
{
    double energy = 0.0;
    double most = -1.0;
    uint64_t best = 0;
    for (uint64_t i = 0; i < signal->count; ++i) {
        const double *in = signal->samples + 2 * i;
        energy += in[0] * in[0] + in[1] * in[1];
        if (i >= length) {
            const double *out = signal->samples + 2 * (i - length);
            energy -= out[0] * out[0] + out[1] * out[1];
        }
        if (i + 1 >= length && energy > most) {
            most = energy;
            best = i + 1 - length;
        }
    }
    return best;
}

static int load_points(diff_run *run, const double **points)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    const diff_options *options = &run->options;
    if (options->file == NULL) {
        if (tool_signal_random(options->seed, run->length, &run->recording, &error) !=
            FFTC_SUCCESS) {
            return tool_refuse("diff: %s", error.message);
        }
        *points = run->recording.samples;
        return TOOL_GOOD;
    }
    if (tool_signal_read(options->file, &options->choice, &run->recording, &error) !=
        FFTC_SUCCESS) {
        return tool_refuse("%s", error.message);
    }
    uint64_t count = run->recording.count;
    if (run->length > count) {
        return tool_refuse("%s: has %llu points, too few for %llu: give a smaller --length",
                           options->file, (unsigned long long)count,
                           (unsigned long long)run->length);
    }
    if (options->offset != TOOL_NOT_GIVEN && options->offset > count - run->length) {
        return tool_refuse("%s: has %llu points, too few for %llu from %llu: give a smaller "
                           "--length or --offset",
                           options->file, (unsigned long long)count,
                           (unsigned long long)run->length, (unsigned long long)options->offset);
    }
    run->offset =
        options->offset != TOOL_NOT_GIVEN ? options->offset : loudest(&run->recording, run->length);
    *points = run->recording.samples + 2 * run->offset;
    return TOOL_GOOD;
}

/* The inverse is given what the forward kernel makes of the points, in the same precision. */
static int forward_source(diff_run *run)
{
    fftc_workgroup_fft forward = run->options.fft;
    fftc_error error = {.status = FFTC_SUCCESS};
    forward.direction = FFTC_FORWARD;
    uint32_t lanes;
    if (tool_simd_run(&forward, run->source, NULL, &lanes, &error) != FFTC_SUCCESS) {
        return tool_refuse("diff: the spectrum to invert could not be made: %s", error.message);
    }
    return TOOL_GOOD;
}

static bool prepare_oracle(diff_run *run)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    bool forward = fft->direction == FFTC_FORWARD;
    double *given = run->expected;
    tool_scalars_to_double(fft->precision, run->source, given, 2 * run->length);
    if (forward) {
        memcpy(run->spectrum, given, 2 * run->length * sizeof(double));
        if (!oracle_dft(run->spectrum, run->length, 1, -1)) {
            return false;
        }
        for (uint64_t slot = 0; slot < run->length; ++slot) {
            uint32_t f =
                fftc_get_dft_index((uint32_t)slot, fft->elements_log2, fft->workgroup_log2);
            memcpy(run->expected + 2 * slot, run->spectrum + 2 * (uint64_t)f, 2 * sizeof(double));
        }
        return true;
    }
    for (uint64_t slot = 0; slot < run->length; ++slot) {
        uint32_t f = fftc_get_inverse_input_frequency((uint32_t)slot, fft->elements_log2,
                                                      fft->workgroup_log2);
        memcpy(run->spectrum + 2 * (uint64_t)f, given + 2 * slot, 2 * sizeof(double));
    }
    for (uint64_t i = 0; i < 2 * run->length; ++i) {
        run->expected[i] = run->spectrum[i] / (double)run->length;
    }
    return oracle_dft(run->expected, run->length, 1, 1);
}

int diff_prepare_source(diff_run *run)
{
    const double *points = NULL;
    fftc_precision precision = run->options.fft.precision;
    int code = load_points(run, &points);
    if (code != TOOL_GOOD) {
        return code;
    }
    run->source = malloc(run->array_bytes);
    run->wave = calloc(run->length, 2 * sizeof(double));
    run->spectrum = calloc(run->length, 2 * sizeof(double));
    run->expected = calloc(run->length, 2 * sizeof(double));
    if (run->source == NULL || run->wave == NULL || run->spectrum == NULL ||
        run->expected == NULL) {
        return tool_refuse("diff: no memory for %llu points", (unsigned long long)run->length);
    }
    tool_scalars_from_double(precision, points, run->source, 2 * run->length);
    tool_scalars_to_double(precision, run->source, run->wave, 2 * run->length);
    double energy = 0.0;
    for (uint64_t i = 0; i < 2 * run->length; ++i) {
        if (!isfinite(run->wave[i])) {
            return tool_refuse("point %llu is beyond the range of %s: scale the recording down",
                               (unsigned long long)(i / 2), tool_precision_names[precision]);
        }
        energy += fabs(run->wave[i]);
    }
    if (energy == 0.0) {
        return tool_refuse("%s: all %llu points from %llu are zero, which proves nothing: give "
                           "another --offset",
                           run->options.file, (unsigned long long)run->length,
                           (unsigned long long)run->offset);
    }
    if (run->options.fft.direction == FFTC_INVERSE) {
        code = forward_source(run);
    }
    if (code == TOOL_GOOD) {
        run->oracle = oracle_open(run->oracle_reason, sizeof run->oracle_reason);
        if (run->oracle && !prepare_oracle(run)) {
            return tool_refuse("diff: FFTW could not plan %llu points",
                               (unsigned long long)run->length);
        }
    }
    return code;
}
