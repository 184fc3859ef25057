/* SPDX-License-Identifier: MIT */
#include "stage_oracle.h"

#include "oracle.h"
#include "testing.h"

/* One bit at a time, and no use of kernel/order.h: where the spectrum is taken from shares no
 * formula with what is judged. */
static uint64_t reverse(uint64_t x, uint32_t bits)
{
    uint64_t reversed = 0;
    for (uint32_t bit = 0; bit < bits; ++bit) {
        reversed |= ((x >> bit) & 1) << (bits - 1 - bit);
    }
    return reversed;
}

/* Where the textbook's in-place array has the element that Nabla order keeps in `slot`: invocation
 * t holds positions 2t and 2t + 1 of its block after the last exchange, and stores them to slots t
 * and t + 2^W. */
static uint64_t position_of_slot(const fftc_workgroup_fft *fft, uint64_t slot)
{
    uint64_t workgroup = (uint64_t)1 << fft->workgroup_log2;
    uint64_t t = slot % workgroup;
    uint64_t local = slot / workgroup;
    return (local / 2) * 2 * workgroup + 2 * t + local % 2;
}

void stage_oracle_spectrum(const fftc_workgroup_fft *fft, const double *source, double *spectrum)
{
    uint32_t n_log2 = fftc_workgroup_fft_stage_count(fft);
    uint64_t n = (uint64_t)1 << n_log2;
    if (fft->direction == FFTC_FORWARD) {
        testing_fftw(n, 1, -1, source, spectrum);
        return;
    }
    for (uint64_t slot = 0; slot < n; ++slot) {
        uint64_t frequency = reverse(position_of_slot(fft, slot), n_log2);
        spectrum[2 * frequency] = source[2 * slot];
        spectrum[2 * frequency + 1] = source[2 * slot + 1];
    }
}

double stage_oracle_error(const fftc_workgroup_fft *fft, uint32_t stage, const double *spectrum,
                          double *array)
{
    char reason[160];
    oracle_stage judge = oracle_stage_of(fft, stage, spectrum);
    ck_assert_msg(oracle_open(reason, sizeof reason), "%s", reason);
    double error = oracle_stage_error(&judge, array);
    ck_assert_msg(error >= 0.0, "FFTW made no plan for stage %u", (unsigned)stage);
    return error;
}
