/* SPDX-License-Identifier: MIT
 *
 * What the three executions of the reference kernel share: is a description sound, and what is its
 * plan of stages.
 */
#include <math.h>

#include "fftcore/reference.h"
#include "support/check.h"
#include "support/error.h"

fftc_status fftc_workgroup_fft_check(const fftc_workgroup_fft *fft, fftc_error *error)
{
    if (fft == NULL) {
        return fftc_fail_null(error, "fft");
    }
    if (fft->elements_log2 < 1) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "elements_log2 is 0: an invocation owns at least 2 elements, pass 1 or more");
    }
    if (fft->workgroup_log2 > FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "workgroup_log2 is %u: at most %u, give each invocation more elements instead",
            (unsigned)fft->workgroup_log2, FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2);
    }
    if (fft->elements_log2 > FFTC_WORKGROUP_FFT_MAX_LOG2 - fft->workgroup_log2) {
        return fftc_fail(error, FFTC_TOO_LARGE, "elements_log2 + workgroup_log2 must be at most %u",
                         FFTC_WORKGROUP_FFT_MAX_LOG2);
    }
    if (fft->subgroup_log2 > FFTC_WORKGROUP_FFT_MAX_SUBGROUP_LOG2) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "subgroup_log2 is %u: pass 0 to %u",
                         (unsigned)fft->subgroup_log2, FFTC_WORKGROUP_FFT_MAX_SUBGROUP_LOG2);
    }
    fftc_status status = fftc_check_precision(fft->precision, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_check_direction(fft->direction, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (fft->computed_twiddles > 1) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "computed_twiddles is %u: pass 0 or 1",
                         (unsigned)fft->computed_twiddles);
    }
    /* batch * stages * N * 16 bytes fits 64 bits: 2^24 points, 24 stages, 16 bytes leave 31 bits.
     */
    if (fft->batch > (uint64_t)1 << 31) {
        return fftc_fail(error, FFTC_TOO_LARGE, "batch is %llu: at most 2^31",
                         (unsigned long long)fft->batch);
    }
    return fftc_succeed(error);
}

uint32_t fftc_workgroup_fft_stage_count(const fftc_workgroup_fft *fft)
{
    return fft->elements_log2 + fft->workgroup_log2;
}

fftc_exchange fftc_workgroup_fft_exchange(const fftc_workgroup_fft *fft, uint32_t stage)
{
    uint32_t stride_log2 = fftc_workgroup_fft_stage_count(fft) - 1 - stage;
    /* The inverse trades after the butterfly: its stage of stride 2^k starts from the trade over
     * 2^(k - 1). */
    uint32_t traded_log2 = fft->direction == FFTC_INVERSE ? stride_log2 - 1 : stride_log2;
    uint32_t loaded = fft->direction == FFTC_INVERSE
                          ? stride_log2 == 0 || stride_log2 > fft->workgroup_log2
                          : stride_log2 >= fft->workgroup_log2;
    if (loaded) {
        return FFTC_EXCHANGE_ACCESSOR;
    }
    return traded_log2 < fft->subgroup_log2 ? FFTC_EXCHANGE_SUBGROUP : FFTC_EXCHANGE_SHARED;
}

/* Random data, radix 2: every stage adds a relative error of about half a unit in the last place
 * from its addition and, for half of the elements, one from its product and its twiddle; errors of
 * stages add like independent ones (Gentleman and Sande 1966; Schatzman 1996), so that the root
 * mean square grows as sqrt(log2 N), and the worst case as log2 N. The bound is a line above that:
 * the constant serves the short transforms, whose few roundings do not average out.
 *
 * Largest errors against long double, in units, of all precisions and both sources of twiddles
 * (random data, hundreds of thousands of transforms at the short end, a few at the long): 2 points
 * 0.99 of 2.25; 8 points 2.32 of 2.75; 32 points 2.43 of 3.25; 1024 points 2.25 of 4.5; 4096 points
 * 2.44 of 5, in float 1.5e-7 of 3.0e-7; 65536 points 2.85 of 6; 2^20 points 3.24 of 7. */
double fftc_error_bound(fftc_precision precision, uint64_t n)
{
    double stages = n > 1 ? log2((double)n) : 0.0;
    double units = 2.0 + 0.25 * stages;
    switch (precision) {
    case FFTC_FLOAT16: return units * 0x1p-11;
    case FFTC_FLOAT32: return units * 0x1p-24;
    case FFTC_FLOAT64: return units * 0x1p-53;
    }
    return (double)NAN;
}
