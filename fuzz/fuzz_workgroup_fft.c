/* SPDX-License-Identifier: MIT
 *
 * The reference transform in the emulator, on any shape, subgroup size, precision, direction,
 * schedule and seed: a finding is a failure, and so is one bit that differs from the SIMD execution
 * after any stage.
 */
#include <string.h>

#include "fftcore/emulate.h"
#include "fftcore/reference.h"

#include "input.h"

/* Keeps an input below some milliseconds: N <= 2^10, at most 64 invocations. */
#define MAX_ELEMENTS_LOG2 4u
#define MAX_WORKGROUP_LOG2 6u

/* Magnitudes 1 to 2, either sign: no subnormal numbers in any precision, no symmetry. */
static void fill(fftc_precision precision, void *data, uint64_t count, uint64_t state)
{
    for (uint64_t i = 0; i < 2 * count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t random = state >> 11;
        if (precision == FFTC_FLOAT64) {
            uint64_t bits = (0x3ff0000000000000u | random >> 1) | (random & 1) << 63;
            memcpy((char *)data + 8 * i, &bits, 8);
        } else if (precision == FFTC_FLOAT32) {
            uint32_t bits = (uint32_t)(0x3f800000u | random >> 30 | (random & 1) << 31);
            memcpy((char *)data + 4 * i, &bits, 4);
        } else {
            uint16_t bits = (uint16_t)(0x3c00u | random >> 43 | (random & 1) << 15);
            memcpy((char *)data + 2 * i, &bits, 2);
        }
    }
}

static void check_report(const fftc_report *report, const fftc_finding *finding)
{
    char text[512] = "";
    if (report->finding_count != 0) {
        fftc_finding_format(finding, text, sizeof text);
    }
    fuzz_check(report->finding_count == 0, "%s", text);
}

static void check(const fftc_workgroup_fft *fft, const fftc_emulation *config, uint32_t lanes_log2,
                  uint64_t data_seed)
{
    uint64_t points = (uint64_t)1 << fftc_workgroup_fft_stage_count(fft);
    uint64_t count = points * (fft->batch == 0 ? 1 : fft->batch);
    size_t bytes = count * 2 * fftc_precision_bytes(fft->precision);
    size_t stages_bytes = bytes * fftc_workgroup_fft_stage_count(fft);
    void *simd = malloc(bytes);
    void *emulated = malloc(bytes);
    void *simd_stages = malloc(stages_bytes);
    void *emulated_stages = malloc(stages_bytes);
    fftc_workgroup_fft vectors = *fft;
    fftc_report report;
    fftc_finding finding;
    fftc_error error;

    vectors.subgroup_log2 = lanes_log2;
    fill(fft->precision, simd, count, data_seed);
    fill(fft->precision, emulated, count, data_seed);
    fftc_status status = fftc_workgroup_fft_simd(&vectors, simd, simd_stages, 1, &error);
    /* A compiler without _Float16 gives neither execution half precision. */
    if (status != FFTC_UNSUPPORTED || fft->precision != FFTC_FLOAT16) {
        fuzz_check(status == FFTC_SUCCESS, "%s", error.message);
        status = fftc_workgroup_fft_emulate(fft, config, emulated, emulated_stages, &report,
                                            &finding, 1, &error);
        fuzz_check(status == FFTC_SUCCESS, "%s", error.message);
        check_report(&report, &finding);
        fuzz_check(memcmp(simd, emulated, bytes) == 0, "E %u W %u S %u", fft->elements_log2,
                   fft->workgroup_log2, fft->subgroup_log2);
        fuzz_check(memcmp(simd_stages, emulated_stages, stages_bytes) == 0, "E %u W %u S %u",
                   fft->elements_log2, fft->workgroup_log2, fft->subgroup_log2);
    }
    free(simd);
    free(emulated);
    free(simd_stages);
    free(emulated_stages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    fftc_workgroup_fft fft = {0};
    fftc_emulation config = {0};
    fft.elements_log2 = 1 + fuzz_take_below(&input, MAX_ELEMENTS_LOG2);
    fft.workgroup_log2 = fuzz_take_below(&input, MAX_WORKGROUP_LOG2 + 1);
    fft.subgroup_log2 = fuzz_take_below(&input, FFTC_WORKGROUP_FFT_MAX_SUBGROUP_LOG2 + 1);
    fft.precision = (fftc_precision)fuzz_take_below(&input, 3);
    fft.direction = (fftc_direction)fuzz_take_below(&input, 2);
    fft.computed_twiddles = fuzz_take_below(&input, 2);
    fft.batch = fuzz_take_below(&input, 4);
    config.schedule = (fftc_schedule)fuzz_take_below(&input, FFTC_SCHEDULE_COUNT);
    config.seed = fuzz_take(&input, 8);
    uint32_t lanes_log2 = 2 + fuzz_take_below(&input, 3);
    /* Subgroups may be larger than the kernel was told. */
    uint32_t larger = fuzz_take_below(&input, 8);
    if (larger > fft.subgroup_log2) {
        config.subgroup_size = (uint32_t)1 << larger;
    }
    check(&fft, &config, lanes_log2, fuzz_take(&input, 8));
    return 0;
}
