/* SPDX-License-Identifier: MIT */
#include "stage_oracle.h"

#include <fftw3.h>
#include <string.h>

/* One bit at a time, and no use of kernel/order.h: the oracle shares no formula with what it
 * judges. */
static uint64_t reverse(uint64_t x, uint32_t bits)
{
    uint64_t reversed = 0;
    for (uint32_t bit = 0; bit < bits; ++bit) {
        reversed |= ((x >> bit) & 1) << (bits - 1 - bit);
    }
    return reversed;
}

/* FFTW's DFT of each of `count` blocks, one after the other. */
static void transform_blocks(double *data, uint64_t length, uint64_t count)
{
    int n = (int)length;
    fftw_complex *z = (fftw_complex *)data;
    fftw_plan plan = fftw_plan_many_dft(1, &n, (int)count, z, NULL, 1, n, z, NULL, 1, n,
                                        FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
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
        memcpy(spectrum, source, n * 2 * sizeof *source);
        transform_blocks(spectrum, n, 1);
        return;
    }
    for (uint64_t slot = 0; slot < n; ++slot) {
        uint64_t frequency = reverse(position_of_slot(fft, slot), n_log2);
        spectrum[2 * frequency] = source[2 * slot];
        spectrum[2 * frequency + 1] = source[2 * slot + 1];
    }
}

void stage_oracle_finish(const fftc_workgroup_fft *fft, uint32_t stage, const double *array,
                         double *spectrum)
{
    uint32_t n_log2 = fftc_workgroup_fft_stage_count(fft);
    uint32_t blocks_log2 = fft->direction == FFTC_FORWARD ? stage + 1 : stage;
    uint64_t n = (uint64_t)1 << n_log2;
    uint64_t blocks = (uint64_t)1 << blocks_log2;
    uint64_t length = n >> blocks_log2;
    double *finished = fftw_malloc(n * 2 * sizeof *finished);

    memcpy(finished, array, n * 2 * sizeof *finished);
    transform_blocks(finished, length, blocks);
    for (uint64_t b = 0; b < blocks; ++b) {
        uint64_t first = reverse(b, blocks_log2);
        for (uint64_t f = 0; f < length; ++f) {
            uint64_t frequency = first + blocks * f;
            spectrum[2 * frequency] = finished[2 * (b * length + f)];
            spectrum[2 * frequency + 1] = finished[2 * (b * length + f) + 1];
        }
    }
    fftw_free(finished);
}
