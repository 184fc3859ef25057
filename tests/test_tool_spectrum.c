/* SPDX-License-Identifier: MIT
 *
 * `fftcore transform`'s spectra: tones come out where and as strong as they are.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simd.h"
#include "spectrum_file.h"
#include "testing.h"

#define PI 3.14159265358979323846

typedef struct spectrum_seen {
    uint64_t frames, length, wanted;
    double other, level; /* of the wanted bin, and the strongest of the others up to N / 2 */
} spectrum_seen;

static bool see(void *user, uint64_t frame, const double *spectrum)
{
    spectrum_seen *seen = user;
    seen->level = 0.0;
    seen->other = 0.0;
    for (uint64_t bin = 0; bin <= seen->length / 2; ++bin) {
        double magnitude = hypot(spectrum[2 * bin], spectrum[2 * bin + 1]);
        if (bin == seen->wanted) {
            seen->level = magnitude;
        } else if (bin + 1 < seen->wanted || bin > seen->wanted + 1) {
            seen->other = fmax(seen->other, magnitude);
        }
    }
    ck_assert_uint_eq(frame, seen->frames);
    ++seen->frames;
    return true;
}

static void check_tone(fftc_precision precision, uint32_t length_log2, uint64_t bin, bool hann)
{
    tool_signal signal;
    uint64_t length = (uint64_t)1 << length_log2;
    ck_assert_int_eq(tool_signal_allocate(3 * length, &signal, NULL), FFTC_SUCCESS);
    for (uint64_t i = 0; i < signal.count; ++i) {
        signal.samples[2 * i] = cos(2.0 * PI * (double)(bin * i % length) / (double)length + 0.3);
    }
    uint32_t workgroup = length_log2 > 6 ? 6 : length_log2 - 1;
    tool_stft stft = {.signal = &signal,
                      .length = length,
                      .hop = length / 2,
                      .frames = 5,
                      .hann = hann,
                      .fft = {.elements_log2 = length_log2 - workgroup,
                              .workgroup_log2 = workgroup,
                              .precision = precision}};
    spectrum_seen seen = {.length = length, .wanted = bin};
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = tool_stft_run(&stft, see, &seen, &error);
    if (status == FFTC_SUCCESS) {
        double unit = precision == FFTC_FLOAT64 ? 1e-14 : precision == FFTC_FLOAT32 ? 1e-5 : 1e-2;
        double full = tool_stft_weight_sum(&stft) / 2.0;
        ck_assert_uint_eq(seen.frames, 5);
        ck_assert_double_eq_tol(seen.level / full, 1.0, unit);
        ck_assert_double_lt(seen.other / full, unit);
    } else { /* half precision, where the compiler has none */
        ck_assert_int_eq(precision, FFTC_FLOAT16);
        ck_assert_int_eq(status, FFTC_UNSUPPORTED);
    }
    tool_signal_free(&signal);
}

START_TEST(spectrum_of_tone_peaks_in_its_bin)
{
    static const fftc_precision precisions[] = {FFTC_FLOAT32, FFTC_FLOAT64, FFTC_FLOAT16};
    for (size_t i = 0; i < 3; ++i) {
        for (uint32_t length_log2 = 4; length_log2 <= 11; ++length_log2) {
            uint64_t length = (uint64_t)1 << length_log2;
            check_tone(precisions[i], length_log2, 3, false);
            check_tone(precisions[i], length_log2, length / 4 + 1, true);
            check_tone(precisions[i], length_log2, length / 2 - 3, false);
        }
    }
}
END_TEST

START_TEST(spectrum_frequency_of_bins)
{
    tool_signal signal = {.sample_rate = 48000.0};
    tool_stft stft = {.signal = &signal, .length = 1024};
    ck_assert(tool_spectrum_frequency(&stft, 0) == 0.0);
    ck_assert(tool_spectrum_frequency(&stft, 512) == 24000.0);
    ck_assert(tool_spectrum_frequency(&stft, 1023) == -46.875);
    signal.sample_rate = 0.0;
    ck_assert(tool_spectrum_frequency(&stft, 256) == 0.25);
    ck_assert_uint_eq(tool_spectrum_bins(&stft), 513);
    signal.is_complex = true;
    ck_assert_uint_eq(tool_spectrum_bins(&stft), 1024);
}
END_TEST

START_TEST(simd_takes_nearest_lanes)
{
    static const uint32_t lanes[8] = {4, 4, 4, 8, 16, 16, 16, 16};
    for (uint32_t log2 = 0; log2 < 8; ++log2) {
        fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 7, .subgroup_log2 = log2};
        float *data = calloc(512, sizeof *data);
        uint32_t taken = 0;
        ck_assert_ptr_nonnull(data);
        ck_assert_int_eq(tool_simd_run(&fft, data, NULL, &taken, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(taken, lanes[log2]);
        free(data);
    }
}
END_TEST

TESTING_MAIN("tool_spectrum", spectrum_of_tone_peaks_in_its_bin, spectrum_frequency_of_bins,
             simd_takes_nearest_lanes)
