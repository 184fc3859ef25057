/* SPDX-License-Identifier: MIT
 *
 * A recording's spectra as the levels of a spectrogram.
 */
#include "stft_picture.h"

#include <math.h>
#include <stdlib.h>

/* The loudest of the frames that share a column and of each bin, as power: 1 is the strongest of
 * all, whatever its magnitude. */
typedef struct power_map {
    const tool_stft *stft;
    double strongest;
    uint64_t columns, bins;
    float *power; /* [column][bin], from the lowest frequency up */
} power_map;

static bool take_frame(void *user, uint64_t frame, const double *spectrum)
{
    power_map *map = user;
    const tool_stft *stft = map->stft;
    uint64_t column = frame * map->columns / stft->frames;
    float *power = map->power + column * map->bins;
    for (uint64_t bin = 0; bin < map->bins; ++bin) {
        /* Complex signals have negative frequencies, the upper half of the spectrum: they go
         * first. */
        uint64_t f = stft->signal->is_complex ? (bin + stft->length / 2) % stft->length : bin;
        double re = spectrum[2 * f] / map->strongest;
        double im = spectrum[2 * f + 1] / map->strongest;
        float here = (float)(re * re + im * im);
        power[bin] = here > power[bin] ? here : power[bin];
    }
    return true;
}

/* Power to dB of a full-scale tone, -INFINITY for 0; returns the loudest. */
static double map_to_decibel(power_map *map)
{
    double sum = tool_stft_weight_sum(map->stft);
    double full = map->stft->signal->is_complex ? sum : sum / 2.0;
    double top = 20.0 * (log10(map->strongest) - log10(full));
    for (uint64_t i = 0; i < map->columns * map->bins; ++i) {
        map->power[i] = (float)(top + 10.0 * log10((double)map->power[i]));
    }
    return top;
}

static int draw(power_map *map, double strongest, double range, const char *path)
{
    const tool_stft *stft = map->stft;
    double rate = stft->signal->sample_rate;
    double unit = rate > 0.0 ? 1.0 / rate : 1.0;
    double whole = rate > 0.0 ? rate : 1.0;
    double top = map_to_decibel(map);
    tool_level_map channel = {.columns = map->columns, .bins = map->bins, .level = map->power};
    tool_spectrogram spectrogram = {.sample_rate = rate,
                                    .range = range,
                                    .top = strongest > 0.0 ? top : (double)-INFINITY,
                                    .channels = &channel,
                                    .channel_count = 1};
    bool is_complex = stft->signal->is_complex;
    spectrogram.low = is_complex ? -whole / 2.0 : 0.0;
    spectrogram.high = is_complex ? whole / 2.0 - whole / (double)stft->length : whole / 2.0;
    spectrogram.first_time = ((double)stft->offset + (double)stft->length / 2.0) * unit;
    spectrogram.last_time =
        spectrogram.first_time + (double)(stft->frames - 1) * (double)stft->hop * unit;
    return tool_spectrogram_draw(&spectrogram, path);
}

int tool_stft_draw(const tool_stft *stft, double strongest, double range, const char *path)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    power_map map = {.stft = stft, .strongest = strongest > 0.0 ? strongest : 1.0};
    map.columns = stft->frames < SPECTROGRAM_COLUMNS ? stft->frames : SPECTROGRAM_COLUMNS;
    map.bins = stft->signal->is_complex ? stft->length : stft->length / 2 + 1;
    map.power = calloc(map.columns * map.bins, sizeof *map.power);
    if (map.power == NULL) {
        return tool_refuse("transform: no memory for the spectrogram");
    }
    int code = TOOL_GOOD;
    if (tool_stft_run(stft, take_frame, &map, &error) != FFTC_SUCCESS) {
        code = tool_refuse("transform: %s", error.message);
    } else {
        code = draw(&map, strongest, range, path);
    }
    free(map.power);
    return code;
}
