/* SPDX-License-Identifier: MIT */
#include "spectrum_file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "npy_file.h"

double tool_spectrum_frequency(uint64_t length, double sample_rate, uint64_t bin)
{
    double rate = sample_rate > 0.0 ? sample_rate : 1.0;
    double cycles = (double)bin / (double)length;
    return rate * (bin > length / 2 ? cycles - 1.0 : cycles);
}

/* Needs the number of windows. False if it could not be written. */
static bool write_header(const tool_spectrum_file *to, uint64_t frames)
{
    uint64_t shape[3];
    uint32_t axes = 0;
    if (to->channels > 1) {
        shape[axes++] = to->channels;
    }
    if (frames != 1) {
        shape[axes++] = frames;
    }
    shape[axes++] = to->bins;
    return tool_npy_write_header(to->file, to->wide ? TOOL_NPY_HOST "c16" : TOOL_NPY_HOST "c8",
                                 axes, shape);
}

/* The places of channels, and the number of windows, may have to be gone back to. */
static bool check_seekable(const tool_spectrum_file *to, uint64_t frames)
{
    bool unknown = frames == TOOL_COUNT_UNKNOWN;
    if (unknown && to->channels > 1) {
        (void)tool_refuse("transform: of an input whose length is not known, only one channel is "
                          "written as .npy: give --channel N or mix");
        return false;
    }
    if ((unknown || (to->channels > 1 && frames > 1)) && fseeko(to->file, 0, SEEK_SET) != 0) {
        (void)tool_refuse("transform: %s must be a file for this .npy, not a pipe: give --output "
                          "FILE",
                          to->path);
        return false;
    }
    return true;
}

bool tool_spectrum_file_open(tool_spectrum_file *to, const char *path, bool csv,
                             const tool_stft *stft, const tool_source_info *info)
{
    *to = (tool_spectrum_file){.path = path,
                               .csv = csv,
                               .wide = stft->precision == FFTC_FLOAT64,
                               .stft = stft,
                               .channels = info->channels,
                               .bins = tool_stft_bins(stft, info->is_complex),
                               .sample_rate = info->sample_rate,
                               .expected = stft->frames};
    to->file = tool_file_create(path);
    if (to->file == NULL) {
        return false;
    }
    if (csv) {
        (void)fprintf(to->file, "%swindow,bin,%s,re,im,magnitude\n",
                      info->channels > 1 ? "channel," : "",
                      info->sample_rate > 0.0 ? "frequency_hz" : "frequency_cycles_per_point");
        return true;
    }
    if (!check_seekable(to, stft->frames)) {
        tool_spectrum_file_abandon(to);
        return false;
    }
    (void)write_header(to, stft->frames);
    to->elements = (long long)ftello(to->file);
    return true;
}

static void write_csv(tool_spectrum_file *to, const tool_stft_block *block)
{
    int digits = to->wide ? 17 : 9;
    for (uint64_t i = 0; i < block->count * block->bins; ++i) {
        double re = to->wide ? ((const double *)block->values)[2 * i]
                             : (double)((const float *)block->values)[2 * i];
        double im = to->wide ? ((const double *)block->values)[2 * i + 1]
                             : (double)((const float *)block->values)[2 * i + 1];
        uint64_t bin = i % block->bins;
        if (to->channels > 1) {
            (void)fprintf(to->file, "%u,", (unsigned)block->channel + 1);
        }
        (void)fprintf(to->file, "%" PRIu64 ",%" PRIu64 ",%.10g,%.*g,%.*g,%.*g\n",
                      block->first + i / block->bins, bin,
                      tool_spectrum_frequency(to->stft->length, to->sample_rate, bin), digits, re,
                      digits, im, digits, hypot(re, im));
    }
}

bool tool_spectrum_file_take(tool_spectrum_file *to, const tool_stft_block *block)
{
    tool_time start = tool_time_now();
    if (to->csv) {
        write_csv(to, block);
    } else {
        uint64_t each = to->bins * (to->wide ? 16 : 8);
        if (to->channels > 1 && to->expected > 1) {
            uint64_t window = block->channel * to->expected + block->first;
            (void)fseeko(to->file, (off_t)(to->elements + (long long)(window * each)), SEEK_SET);
        }
        (void)fwrite(block->values, (size_t)each, (size_t)block->count, to->file);
    }
    tool_time_add(&to->writing, start);
    if (ferror(to->file)) {
        (void)tool_refuse("%s: could not be written to its end: %s", to->path, strerror(errno));
        return false;
    }
    return true;
}

bool tool_spectrum_file_finish(tool_spectrum_file *to, uint64_t frames)
{
    tool_time start = tool_time_now();
    bool good = true;
    if (!to->csv && to->expected == TOOL_COUNT_UNKNOWN) {
        good = fseeko(to->file, 0, SEEK_SET) == 0 && write_header(to, frames) &&
               (long long)ftello(to->file) == to->elements;
        (void)fseeko(to->file, 0, SEEK_END);
    }
    if (!good) {
        (void)tool_refuse("%s: could not be written: %s", to->path, strerror(errno));
        tool_spectrum_file_abandon(to);
        return false;
    }
    good = tool_file_close(to->file, to->path);
    tool_time_add(&to->writing, start);
    return good;
}

void tool_spectrum_file_abandon(tool_spectrum_file *to)
{
    tool_file_discard(to->file);
    to->file = NULL;
}
