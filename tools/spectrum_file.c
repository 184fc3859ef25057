/* SPDX-License-Identifier: MIT */
#include "spectrum_file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

uint64_t tool_spectrum_bins(const tool_stft *stft)
{
    return stft->signal->is_complex ? stft->length : stft->length / 2 + 1;
}

double tool_spectrum_frequency(const tool_stft *stft, uint64_t bin)
{
    double rate = stft->signal->sample_rate > 0.0 ? stft->signal->sample_rate : 1.0;
    double cycles = (double)bin / (double)stft->length;
    return rate * (bin > stft->length / 2 ? cycles - 1.0 : cycles);
}

typedef struct spectrum_target {
    const tool_stft *stft;
    FILE *file;
} spectrum_target;

static void write_little_endian(FILE *file, uint64_t word, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) {
        (void)putc((int)(word >> (8 * i) & 0xff), file);
    }
}

static bool take_npy(void *user, uint64_t frame, const double *spectrum)
{
    const spectrum_target *target = user;
    bool wide = target->stft->fft.precision == FFTC_FLOAT64;
    (void)frame;
    for (uint64_t i = 0; i < 2 * tool_spectrum_bins(target->stft); ++i) {
        float single = (float)spectrum[i];
        uint64_t word = 0;
        uint32_t narrow;
        memcpy(&narrow, &single, sizeof narrow);
        memcpy(&word, &spectrum[i], sizeof word);
        write_little_endian(target->file, wide ? word : narrow, wide ? 8 : 4);
    }
    return !ferror(target->file);
}

static bool take_csv(void *user, uint64_t frame, const double *spectrum)
{
    const spectrum_target *target = user;
    int digits = target->stft->fft.precision == FFTC_FLOAT64 ? 17 : 9;
    for (uint64_t bin = 0; bin < tool_spectrum_bins(target->stft); ++bin) {
        double re = spectrum[2 * bin];
        double im = spectrum[2 * bin + 1];
        (void)fprintf(target->file, "%" PRIu64 ",%" PRIu64 ",%.10g,%.*g,%.*g,%.*g\n", frame, bin,
                      tool_spectrum_frequency(target->stft, bin), digits, re, digits, im, digits,
                      hypot(re, im));
    }
    return !ferror(target->file);
}

static int write_all(const tool_stft *stft, FILE *file, const char *path, tool_stft_take take)
{
    spectrum_target target = {.stft = stft, .file = file};
    fftc_error error = {.status = FFTC_SUCCESS};
    int code = TOOL_GOOD;
    if (tool_stft_run(stft, take, &target, &error) != FFTC_SUCCESS && !ferror(file)) {
        code = tool_refuse("transform: %s", error.message);
    }
    return tool_file_close(file, path) ? code : TOOL_REFUSED;
}

int tool_spectrum_write_npy(const tool_stft *stft, const char *path)
{
    char header[118]; /* with the 10 bytes before it, 128: NumPy wants a multiple of 64 */
    char shape[64];
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return TOOL_REFUSED;
    }
    if (stft->frames == 1) {
        (void)snprintf(shape, sizeof shape, "(%" PRIu64 ",)", tool_spectrum_bins(stft));
    } else {
        (void)snprintf(shape, sizeof shape, "(%" PRIu64 ", %" PRIu64 ")", stft->frames,
                       tool_spectrum_bins(stft));
    }
    int used =
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                 stft->fft.precision == FFTC_FLOAT64 ? "<c16" : "<c8", shape);
    memset(header + used, ' ', sizeof header - (size_t)used);
    header[sizeof header - 1] = '\n';
    (void)fwrite("\x93NUMPY\x01\x00", 1, 8, file);
    write_little_endian(file, sizeof header, 2);
    (void)fwrite(header, 1, sizeof header, file);
    return write_all(stft, file, path, take_npy);
}

int tool_spectrum_write_csv(const tool_stft *stft, const char *path)
{
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return TOOL_REFUSED;
    }
    (void)fprintf(file, "window,bin,%s,re,im,magnitude\n",
                  stft->signal->sample_rate > 0.0 ? "frequency_hz" : "frequency_cycles_per_point");
    return write_all(stft, file, path, take_csv);
}
