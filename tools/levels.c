/* SPDX-License-Identifier: MIT */
#include "levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool tool_levels_make(tool_levels *levels, const tool_stft *stft, bool is_complex, double full,
                      uint64_t most_columns)
{
    *levels = (tool_levels){.is_complex = is_complex,
                            .wide = stft->precision == FFTC_FLOAT64,
                            .bins = tool_stft_bins(stft, is_complex),
                            .frames = stft->frames,
                            .per_column = 1,
                            .offset = -20.0 * log10(full)};
    levels->most_columns = stft->frames < most_columns ? stft->frames : most_columns;
    levels->level = calloc(levels->most_columns * levels->bins, sizeof *levels->level);
    levels->power = calloc(levels->bins, sizeof(double));
    return levels->level != NULL && levels->power != NULL;
}

void tool_levels_free(tool_levels *levels)
{
    free(levels->level);
    free(levels->power);
}

/* A column ends: powers become dB, negative frequencies go first. */
static void end_column(tool_levels *levels)
{
    float *level = levels->level + levels->columns * levels->bins;
    uint64_t negative = levels->is_complex ? levels->bins / 2 : 0;
    double offset = levels->offset + 20.0 * log10(2.0) * levels->scale;
    for (uint64_t bin = 0; bin < levels->bins; ++bin) {
        uint64_t place =
            bin + negative < levels->bins ? bin + negative : bin + negative - levels->bins;
        level[place] = levels->wide ? (float)(offset + 10.0 * log10(((double *)levels->power)[bin]))
                                    : (float)offset + 10.0F * log10f(((float *)levels->power)[bin]);
    }
    memset(levels->power, 0, levels->bins * sizeof(double));
    levels->largest = 0.0;
    levels->scale = 0;
    levels->begun = false;
    ++levels->columns;
}

/* Two columns become one. */
static void halve_columns(tool_levels *levels)
{
    for (uint64_t column = 0; column < levels->columns / 2; ++column) {
        const float *left = levels->level + 2 * column * levels->bins;
        const float *right = left + levels->bins;
        float *to = levels->level + column * levels->bins;
        for (uint64_t bin = 0; bin < levels->bins; ++bin) {
            to[bin] = left[bin] > right[bin] ? left[bin] : right[bin];
        }
    }
    levels->columns /= 2;
    levels->per_column *= 2;
}

/* Makes the column of this window the one under way. */
static void find_column(tool_levels *levels, uint64_t frame)
{
    if (levels->frames != TOOL_COUNT_UNKNOWN) {
        /* The product is below 2^64, since there are not so many windows. */
        uint64_t column = frame * levels->most_columns / levels->frames;
        if (levels->begun && column > levels->columns) {
            end_column(levels);
        }
    } else if (levels->begun && frame % levels->per_column == 0) {
        end_column(levels);
        if (levels->columns == levels->most_columns) {
            halve_columns(levels);
        }
    }
    levels->begun = true;
}

/* The power of two to divide by so that squares neither overflow nor vanish. */
static int wanted_scale(bool wide, double largest)
{
    int exponent;
    int low = wide ? -400 : -20;
    int high = wide ? 400 : 50;
    int most = wide ? 1020 : 120;
    (void)frexp(largest, &exponent);
    if (largest == 0.0 || (exponent >= low && exponent <= high)) {
        return 0;
    }
    return exponent < -most ? -most : exponent > most ? most : exponent;
}

static void choose_scale(tool_levels *levels, double largest)
{
    int wanted = wanted_scale(levels->wide, largest);
    if (levels->largest == 0.0) {
        levels->scale = wanted;
    } else if (wanted > levels->scale && largest > levels->largest) {
        for (uint64_t bin = 0; bin < levels->bins; ++bin) {
            if (levels->wide) {
                double *power = (double *)levels->power + bin;
                *power = ldexp(*power, 2 * (levels->scale - wanted));
            } else {
                float *power = (float *)levels->power + bin;
                *power = ldexpf(*power, 2 * (levels->scale - wanted));
            }
        }
        levels->scale = wanted;
    }
    levels->largest = largest > levels->largest ? largest : levels->largest;
}

static void take_floats(float *power, const float *values, uint64_t bins, float scale)
{
    for (uint64_t bin = 0; bin < bins; ++bin) {
        float re = values[2 * bin] * scale;
        float im = values[2 * bin + 1] * scale;
        float here = re * re + im * im;
        power[bin] = here > power[bin] ? here : power[bin];
    }
}

static void take_doubles(double *power, const double *values, uint64_t bins, double scale)
{
    for (uint64_t bin = 0; bin < bins; ++bin) {
        double re = values[2 * bin] * scale;
        double im = values[2 * bin + 1] * scale;
        double here = re * re + im * im;
        power[bin] = here > power[bin] ? here : power[bin];
    }
}

void tool_levels_take(tool_levels *levels, const tool_stft_block *block)
{
    for (uint64_t i = 0; i < block->count; ++i) {
        find_column(levels, block->first + i);
        choose_scale(levels, block->largest[i]);
        double scale = ldexp(1.0, -levels->scale);
        if (levels->wide) {
            take_doubles(levels->power, (const double *)block->values + 2 * i * levels->bins,
                         levels->bins, scale);
        } else {
            take_floats(levels->power, (const float *)block->values + 2 * i * levels->bins,
                        levels->bins, (float)scale);
        }
    }
}

void tool_levels_finish(tool_levels *levels)
{
    if (levels->begun && levels->columns < levels->most_columns) {
        end_column(levels);
    }
}
