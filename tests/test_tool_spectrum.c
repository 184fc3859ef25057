/* SPDX-License-Identifier: MIT
 *
 * `fftcore transform`'s spectra: of every window, in every way to compute them, what the sum says.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "levels.h"
#include "npy_file.h"
#include "simd.h"
#include "spectrum_file.h"
#include "testing.h"

#define PI 3.14159265358979323846

/* A signal as the bytes of a .npy, f8 or c16, [sample][channel]. */
typedef struct signal_file {
    char *bytes;
    size_t count;
    uint64_t samples;
    uint32_t channels;
    bool is_complex;
    const double *numbers; /* in there */
} signal_file;

/* Numbers that belong to no symmetry. */
static double sample_of(uint64_t t, uint32_t channel, bool imaginary)
{
    double x = (double)t + 0.37 * channel + (imaginary ? 0.5 : 0.0);
    return 0.6 * sin(0.9 * x) + 0.3 * cos(0.11 * x * x) + 0.01 * (channel + 1);
}

static signal_file make_signal(uint64_t samples, uint32_t channels, bool is_complex, double scale)
{
    signal_file made = {.samples = samples, .channels = channels, .is_complex = is_complex};
    uint64_t shape[2] = {samples, channels};
    FILE *file = open_memstream(&made.bytes, &made.count);
    ck_assert_ptr_nonnull(file);
    ck_assert(tool_npy_write_header(file, is_complex ? TOOL_NPY_HOST "c16" : TOOL_NPY_HOST "f8", 2,
                                    shape));
    (void)fflush(file);
    size_t begin = made.count;
    for (uint64_t i = 0; i < samples * channels; ++i) {
        for (int part = 0; part < (is_complex ? 2 : 1); ++part) {
            double number = scale * sample_of(i / channels, (uint32_t)(i % channels), part == 1);
            ck_assert_uint_eq(fwrite(&number, sizeof number, 1, file), 1);
        }
    }
    ck_assert_int_eq(fclose(file), 0);
    made.numbers = (const double *)(const void *)(made.bytes + begin);
    return made;
}

/* The sum, of one window. */
static void direct_bin(const signal_file *signal, const tool_stft *stft, uint32_t channel,
                       uint64_t frame, uint64_t bin, double sum[2])
{
    uint64_t parts = signal->is_complex ? 2 : 1;
    long double re_sum = 0.0L;
    long double im_sum = 0.0L;
    for (uint64_t i = 0; i < stft->length; ++i) {
        uint64_t t = frame * stft->hop + i;
        if (t < signal->samples) {
            double weight = tool_window_weight(stft->window, stft->beta, stft->length, i);
            double angle = -2.0 * PI * (double)(i * bin % stft->length) / (double)stft->length;
            const double *x = signal->numbers + (t * signal->channels + channel) * parts;
            double im = parts == 2 ? x[1] : 0.0;
            re_sum += (long double)(weight * (x[0] * cos(angle) - im * sin(angle)));
            im_sum += (long double)(weight * (x[0] * sin(angle) + im * cos(angle)));
        }
    }
    sum[0] = (double)re_sum;
    sum[1] = (double)im_sum;
}

typedef struct seen {
    const signal_file *signal;
    const tool_stft *stft;
    uint64_t next[4]; /* window of each channel */
    double unit;      /* relative error that is allowed */
    double peak;
} seen;

static double value_at(const tool_stft_block *block, uint64_t i)
{
    return block->wide ? ((const double *)block->values)[i]
                       : (double)((const float *)block->values)[i];
}

/* Compares some bins of some windows: direct sums take long. */
static bool compare(void *user, const tool_stft_block *block)
{
    seen *s = user;
    ck_assert_uint_eq(block->first, s->next[block->channel]);
    s->next[block->channel] += block->count;
    for (uint64_t i = 0; i < block->count; ++i) {
        double most = 0.0;
        for (uint64_t k = 0; k < 2 * block->bins; ++k) {
            most = fmax(most, fabs(value_at(block, 2 * i * block->bins + k)));
        }
        for (uint64_t k = i * block->bins; k < (i + 1) * block->bins; ++k) {
            s->peak = fmax(s->peak, hypot(value_at(block, 2 * k), value_at(block, 2 * k + 1)));
        }
        ck_assert(most == block->largest[i]);
        if (block->first + i > 2 && (block->first + i) % 97 != 0 && i + 1 != block->count) {
            continue;
        }
        for (uint64_t k = 0; k < 3; ++k) {
            uint64_t bin = (block->first + i + k * k * 7 + block->bins * k / 2) % block->bins;
            double sum[2];
            direct_bin(s->signal, s->stft, block->channel, block->first + i, bin, sum);
            for (uint64_t part = 0; part < 2; ++part) {
                double got = value_at(block, 2 * (i * block->bins + bin) + part);
                double scale = sqrt((double)s->stft->length);
                ck_assert_msg(fabs(got - sum[part]) <= s->unit * scale,
                              "length %llu, window %llu, bin %llu: %g, not %g",
                              (unsigned long long)s->stft->length,
                              (unsigned long long)(block->first + i), (unsigned long long)bin, got,
                              sum[part]);
            }
        }
    }
    return true;
}

static void check_signal(const signal_file *signal, const tool_stft *stft, uint64_t frames)
{
    static const double units[] = {
        [FFTC_FLOAT32] = 1e-6, [FFTC_FLOAT64] = 1e-14, [FFTC_FLOAT16] = 4e-3};
    const tool_source_choice all = {.channels = TOOL_CHANNEL_ALL};
    seen s = {.signal = signal, .stft = stft, .unit = units[stft->precision]};
    tool_source *source;
    tool_stft_result result;
    fftc_error error = {.status = FFTC_SUCCESS};
    bool stopped;
    ck_assert_int_eq(tool_source_open_memory((const unsigned char *)signal->bytes, signal->count,
                                             false, &all, &source, &error),
                     FFTC_SUCCESS);
    fftc_status status = tool_stft_run(stft, source, compare, &s, &result, &stopped, &error);
    if (status == FFTC_SUCCESS) {
        ck_assert(!stopped);
        ck_assert_uint_eq(result.frames, frames);
        ck_assert(result.peak == s.peak);
        for (uint32_t channel = 0; channel < signal->channels; ++channel) {
            ck_assert_uint_eq(s.next[channel], frames);
        }
    } else { /* the reference kernel in half precision, where the compiler has none */
        ck_assert_msg(stft->reference && stft->precision == FFTC_FLOAT16, "%s", error.message);
        ck_assert_int_eq(status, FFTC_UNSUPPORTED);
    }
    tool_source_close(source);
}

START_TEST(spectra_of_any_length_window_and_precision_are_the_sums)
{
    static const uint64_t lengths[] = {1, 2, 16, 30, 101, 256, 1000};
    static const fftc_precision precisions[] = {FFTC_FLOAT32, FFTC_FLOAT64, FFTC_FLOAT16};
    for (size_t i = 0; i < 3 * 7 * 2; ++i) {
        uint64_t length = lengths[i % 7];
        uint64_t hop = 1 + length / 3;
        tool_stft stft = {.length = length,
                          .hop = hop,
                          .frames = 2000 > length ? (2000 - length) / hop + 1 : 1,
                          .window = (tool_window_kind)(i % 6),
                          .beta = 8.6,
                          .precision = precisions[i / 7 % 3],
                          .threads = 1 + (int)(i % 2)};
        signal_file signal = make_signal(2000, 1 + (uint32_t)(i % 3), i / 21 == 1, 1.0);
        check_signal(&signal, &stft, stft.frames);
        if (length > 1 && (length & (length - 1)) == 0) {
            stft.reference = true;
            check_signal(&signal, &stft, stft.frames);
        }
        free(signal.bytes);
    }
}
END_TEST

/* Whatever windows and signal have to do with each other. */
START_TEST(windows_that_overlap_leap_or_are_not_full_are_there)
{
    static const struct {
        uint64_t samples, length, hop, frames, given;
    } cases[] = {{70000, 16, 1, 69985, 0},
                 {70000, 10, 40000, 2, 0},
                 {70000, 40000, 3, 10001, 0},
                 {100, 100, 1, 1, 0},
                 {100, 128, 1, 1, 1},
                 {70000, 70000, 1, 1, 1},
                 {200000, 64, 50, 3999, 0},
                 {5, 7, 3, 1, TOOL_COUNT_UNKNOWN},
                 {70000, 32, 33, 2121, TOOL_COUNT_UNKNOWN},
                 {1000, 10, 1, 17, 17}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        tool_stft stft = {.length = cases[i].length,
                          .hop = cases[i].hop,
                          .frames = cases[i].given != 0 ? cases[i].given : cases[i].frames,
                          .precision = FFTC_FLOAT64,
                          .threads = 1};
        bool large = cases[i].length * cases[i].frames > 10000000;
        signal_file signal = make_signal(cases[i].samples, 1 + (uint32_t)(i % 2), false, 1.0);
        stft.frames = large ? 50 : stft.frames;
        check_signal(&signal, &stft, large ? 50 : cases[i].frames);
        free(signal.bytes);
    }
}
END_TEST

/* scipy.signal.get_window(name, 7) of SciPy 1.10.1. */
START_TEST(windows_are_those_of_scipy)
{
    static const struct {
        tool_window_kind kind;
        double weights[4];
    } windows[] = {
        {TOOL_WINDOW_NONE, {1.0, 1.0, 1.0, 1.0}},
        {TOOL_WINDOW_HANN, {0.0, 0.1882550990706333, 0.6112604669781573, 0.9504844339512095}},
        {TOOL_WINDOW_HAMMING, {0.08, 0.2531946911449827, 0.6423596296199047, 0.9544456792351128}},
        {TOOL_WINDOW_BLACKMAN, {0.0, 0.09045342435412812, 0.45918295754596367, 0.9203636180999081}},
        {TOOL_WINDOW_KAISER,
         {7.726866835270368e-06, 0.017964073497790785, 0.2727720681863426, 0.8708037315729595}},
        {TOOL_WINDOW_FLATTOP,
         {-0.0004210510000000013, -0.036840781154923445, 0.01070371671615349, 0.7808739149387699}}};
    for (size_t k = 0; k < sizeof windows / sizeof windows[0]; ++k) {
        double sum = 0.0;
        for (uint64_t i = 0; i < 7; ++i) {
            double weight = tool_window_weight(windows[k].kind, 14.0, 7, i);
            sum += weight;
            /* The second half mirrors the first: point i is point 7 - i. */
            ck_assert_double_eq_tol(weight, windows[k].weights[i < 4 ? i : 7 - i], 1e-14);
        }
        ck_assert_double_eq_tol(tool_window_sum(windows[k].kind, 14.0, 7), sum, 1e-14);
        ck_assert_double_eq(tool_window_weight(windows[k].kind, 14.0, 1, 0), 1.0);
        ck_assert_double_eq(tool_window_sum(windows[k].kind, 14.0, 1), 1.0);
    }
}
END_TEST

static bool take_levels(void *user, const tool_stft_block *block)
{
    tool_levels_take(user, block);
    return true;
}

static tool_levels levels_of(const signal_file *signal, const tool_stft *stft, uint64_t columns,
                             double full)
{
    tool_levels levels;
    tool_source *source;
    tool_stft_result result;
    bool stopped;
    ck_assert_int_eq(tool_source_open_memory((const unsigned char *)signal->bytes, signal->count,
                                             false, NULL, &source, NULL),
                     FFTC_SUCCESS);
    ck_assert(tool_levels_make(&levels, stft, signal->is_complex, full, columns));
    ck_assert_int_eq(tool_stft_run(stft, source, take_levels, &levels, &result, &stopped, NULL),
                     FFTC_SUCCESS);
    tool_levels_finish(&levels);
    tool_source_close(source);
    return levels;
}

START_TEST(levels_are_the_same_at_any_scale)
{
    static const double scales[] = {1e-290, 1e-30, 1.0, 1e30, 1e290};
    tool_stft stft = {
        .length = 128, .hop = 20, .frames = (3000 - 128) / 20 + 1, .window = TOOL_WINDOW_HANN};
    for (size_t i = 0; i < 8; ++i) { /* float has no range for the first and the last */
        stft.precision = i < 5 ? FFTC_FLOAT64 : FFTC_FLOAT32;
        double scale = scales[i < 5 ? i : i - 4];
        signal_file one = make_signal(3000, 1, i % 2 == 1, 1.0);
        signal_file other = make_signal(3000, 1, i % 2 == 1, scale);
        tool_levels expected = levels_of(&one, &stft, 100, 50.0);
        tool_levels levels = levels_of(&other, &stft, 100, 50.0 * scale);
        ck_assert_uint_eq(levels.columns, 100);
        for (uint64_t k = 0; k < levels.columns * levels.bins; ++k) {
            ck_assert(fabsf(levels.level[k] - expected.level[k]) < 0.01F);
        }
        tool_levels_free(&levels);
        tool_levels_free(&expected);
        free(one.bytes);
        free(other.bytes);
    }
}
END_TEST

/* A loud and a quiet window in one column, in either order: what is above the rounding of float
 * stays. */
START_TEST(levels_of_a_column_are_the_loudest)
{
    for (int order = 0; order < 2; ++order) {
        float values[2][4] = {{3e25F, 4e25F, 0.0F, 0.0F}, {0.0F, 0.0F, 6e-3F, 8e-3F}};
        double largest[2] = {4e25, 8e-3};
        tool_stft stft = {.length = 2, .hop = 1, .frames = 2};
        tool_levels levels;
        ck_assert(tool_levels_make(&levels, &stft, false, 1.0, 2));
        levels.most_columns = 1;
        for (int i = 0; i < 2; ++i) {
            const int which = i ^ order;
            const tool_stft_block block = {.first = (uint64_t)i,
                                           .count = 1,
                                           .bins = 2,
                                           .values = values[which],
                                           .largest = &largest[which]};
            tool_levels_take(&levels, &block);
        }
        tool_levels_finish(&levels);
        ck_assert_uint_eq(levels.columns, 1);
        ck_assert(fabsf(levels.level[0] - 20.0F * log10f(5e25F)) < 0.01F);
        ck_assert(levels.level[1] < 20.0F * log10f(1.01e-2F));
        tool_levels_free(&levels);
    }
}
END_TEST

/* Of a signal whose length is not known columns are shared by more and more windows. */
START_TEST(levels_of_unknown_many_windows_have_all_columns)
{
    for (uint64_t frames = 1; frames < 100; ++frames) {
        signal_file signal = make_signal(16 + 3 * (frames - 1), 1, false, 1.0);
        tool_stft stft = {.length = 16, .hop = 3, .frames = TOOL_COUNT_UNKNOWN};
        tool_levels levels = levels_of(&signal, &stft, 10, 1.0);
        uint64_t per_column = 1;
        while (frames > 10 * per_column) {
            per_column *= 2;
        }
        ck_assert_uint_eq(levels.per_column, per_column);
        ck_assert_uint_eq(levels.columns, (frames + per_column - 1) / per_column);
        stft.frames = frames;
        tool_levels all = levels_of(&signal, &stft, 100, 1.0);
        ck_assert_uint_eq(all.columns, frames);
        for (uint64_t column = 0; column < levels.columns; ++column) {
            for (uint64_t bin = 0; bin < levels.bins; ++bin) {
                float most = (float)-INFINITY;
                for (uint64_t i = column * per_column; i < (column + 1) * per_column && i < frames;
                     ++i) {
                    most = fmaxf(most, all.level[i * all.bins + bin]);
                }
                /* Plans of other batches may round otherwise. */
                ck_assert(fabsf(levels.level[column * levels.bins + bin] - most) < 0.001F);
            }
        }
        tool_levels_free(&levels);
        tool_levels_free(&all);
        free(signal.bytes);
    }
}
END_TEST

START_TEST(spectrum_frequency_of_bins)
{
    tool_stft stft = {.length = 1024};
    ck_assert(tool_spectrum_frequency(1024, 48000.0, 0) == 0.0);
    ck_assert(tool_spectrum_frequency(1024, 48000.0, 512) == 24000.0);
    ck_assert(tool_spectrum_frequency(1024, 48000.0, 1023) == -46.875);
    ck_assert(tool_spectrum_frequency(1024, 0.0, 256) == 0.25);
    ck_assert(tool_spectrum_frequency(5, 0.0, 2) == 0.4);
    ck_assert(tool_spectrum_frequency(5, 5.0, 3) == -2.0);
    ck_assert_uint_eq(tool_stft_bins(&stft, false), 513);
    ck_assert_uint_eq(tool_stft_bins(&stft, true), 1024);
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

TESTING_MAIN("tool_spectrum", spectra_of_any_length_window_and_precision_are_the_sums,
             windows_that_overlap_leap_or_are_not_full_are_there, windows_are_those_of_scipy,
             levels_are_the_same_at_any_scale, levels_of_a_column_are_the_loudest,
             levels_of_unknown_many_windows_have_all_columns, spectrum_frequency_of_bins,
             simd_takes_nearest_lanes)
