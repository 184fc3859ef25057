/* SPDX-License-Identifier: MIT */
#include "spectrum_picture.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "npy_file.h"
#include "picture.h"
#include "raster_planes.h"

static bool write_rows(const tool_spectra *spectra, FILE *file)
{
    size_t bytes = spectra->precision == FFTC_FLOAT64 ? sizeof(double) : sizeof(float);
    unsigned char *row = malloc((size_t)(spectra->width * spectra->channels) * 2 * bytes);
    for (uint64_t y = 0; row != NULL && y < spectra->height && !ferror(file); ++y) {
        unsigned char *at = row;
        for (uint64_t i = 0; i < spectra->width * spectra->channels; ++i) {
            double value[2];
            tool_spectra_get(spectra, i % spectra->channels, y, i / spectra->channels, value);
            for (int part = 0; part < 2; ++part, at += bytes) {
                float narrow = (float)value[part];
                memcpy(at, bytes == sizeof(double) ? (void *)&value[part] : (void *)&narrow, bytes);
            }
        }
        (void)fwrite(row, 1, (size_t)(at - row), file);
    }
    free(row);
    return row != NULL;
}

bool tool_spectra_write_npy(const tool_spectra *spectra, const char *path)
{
    const uint64_t shape[] = {spectra->height, spectra->width, spectra->channels};
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return false;
    }
    const char *descr =
        spectra->precision == FFTC_FLOAT64 ? TOOL_NPY_HOST "c16" : TOOL_NPY_HOST "c8";
    bool good = tool_npy_write_header(file, descr, spectra->channels == 1 ? 2 : 3, shape) &&
                write_rows(spectra, file);
    if (!good && !ferror(file)) {
        (void)tool_refuse("%s: out of memory", path);
        tool_file_discard(file);
        return false;
    }
    return tool_file_close(file, path);
}

fftc_status tool_spectra_search(const tool_spectra *spectra, tool_strongest *strongest,
                                fftc_error *error)
{
    *strongest = (tool_strongest){0};
    for (uint64_t channel = 0; channel < spectra->channels; ++channel) {
        for (uint64_t y = 0; y < spectra->height; ++y) {
            for (uint64_t x = 0; x < tool_spectra_columns(spectra); ++x) {
                double value[2];
                tool_spectra_get(spectra, channel, y, x, value);
                double magnitude = hypot(value[0], value[1]);
                if (!(magnitude <= DBL_MAX)) {
                    return tool_fail(error, FFTC_INVALID_ARGUMENT,
                                     "the spectrum does not fit the precision: scale the picture "
                                     "down, or take --precision f64");
                }
                strongest->magnitude = fmax(strongest->magnitude, magnitude);
                if (magnitude > strongest->other && (x > 0 || y > 0)) {
                    double width = (double)spectra->width;
                    double height = (double)spectra->height;
                    strongest->other = magnitude;
                    strongest->channel = channel;
                    strongest->frequency_x =
                        (double)x / width - (2 * x > spectra->width ? 1.0 : 0.0);
                    strongest->frequency_y =
                        (double)y / height - (2 * y > spectra->height ? 1.0 : 0.0);
                }
            }
        }
    }
    return FFTC_SUCCESS;
}

/* Of the pixel at x, y of a picture with frequency 0 in the middle. */
static double magnitude_at(const tool_spectra *spectra, uint64_t channel, uint64_t y, uint64_t x)
{
    double value[2];
    tool_spectra_get(spectra, channel, (y + (spectra->height + 1) / 2) % spectra->height,
                     (x + (spectra->width + 1) / 2) % spectra->width, value);
    return hypot(value[0], value[1]);
}

static uint64_t colours(const tool_spectra *spectra)
{
    return spectra->channels < 3 ? 1 : 3;
}

static bool write_png(const tool_spectra *spectra, double white, double range, const char *path)
{
    tool_picture picture;
    if (!tool_picture_create(&picture, (int)spectra->width, (int)spectra->height,
                             (tool_colour){0, 0, 0})) {
        return false;
    }
    for (uint64_t i = 0; i < spectra->width * spectra->height; ++i) {
        unsigned char grey[3] = {0};
        for (uint64_t channel = 0; channel < 3; ++channel) {
            double magnitude = magnitude_at(spectra, channel % colours(spectra), i / spectra->width,
                                            i % spectra->width);
            double level = magnitude > 0.0 ? 20.0 * log10(magnitude / white) : -(double)INFINITY;
            grey[channel] = (unsigned char)lrint(255.0 * fmin(fmax(1.0 + level / range, 0.0), 1.0));
        }
        picture.pixels[i] = (tool_colour){grey[0], grey[1], grey[2]};
    }
    bool written = tool_picture_write(&picture, path);
    tool_picture_free(&picture);
    return written;
}

static bool write_exr(const tool_spectra *spectra, const char *path)
{
    tool_planes planes;
    tool_raster raster;
    uint64_t clipped;
    fftc_error error = {.status = FFTC_SUCCESS};
    const tool_planes shape = {.height = spectra->height,
                               .width = spectra->width,
                               .channels = colours(spectra),
                               .precision = spectra->precision};
    if (tool_planes_create(&shape, &planes, &error) != FFTC_SUCCESS) {
        (void)tool_refuse("%s: %s", path, error.message);
        return false;
    }
    uint64_t pixels = shape.height * shape.width;
    for (uint64_t i = 0; i < pixels * shape.channels; ++i) {
        tool_planes_set(
            &planes, i,
            magnitude_at(spectra, i / pixels, i % pixels / shape.width, i % pixels % shape.width));
    }
    fftc_status status = tool_raster_of_planes(&planes, &raster, &error);
    tool_planes_free(&planes);
    if (status != FFTC_SUCCESS) {
        (void)tool_refuse("%s: %s", path, error.message);
        return false;
    }
    bool written = tool_raster_write(&raster, path, &clipped);
    tool_raster_free(&raster);
    return written;
}

bool tool_spectra_draw(const tool_spectra *spectra, const tool_strongest *strongest, double range,
                       const char *path)
{
    if (spectra->channels > TOOL_PICTURE_CHANNELS ||
        spectra->height > TOOL_RASTER_PIXELS_LIMIT / spectra->width) {
        (void)tool_refuse(
            "%s: a picture has at most %d channels and %llu pixels, not %llu channels "
            "of %llu x %llu: write .npy",
            path, TOOL_PICTURE_CHANNELS, (unsigned long long)TOOL_RASTER_PIXELS_LIMIT,
            (unsigned long long)spectra->channels, (unsigned long long)spectra->width,
            (unsigned long long)spectra->height);
        return false;
    }
    return tool_ends_with(path, ".exr")
               ? write_exr(spectra, path)
               : write_png(spectra,
                           strongest->other > 0.0 ? strongest->other : strongest->magnitude, range,
                           path);
}
