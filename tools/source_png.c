/* SPDX-License-Identifier: MIT
 *
 * PNG pictures as signals: grey values, row after row.
 */
#include <stdlib.h>
#include <string.h>

#include "png_file.h"
#include "source_internal.h"

#define PNG_BYTES_LIMIT ((uint64_t)1 << 30)
#define PNG_PIXELS_LIMIT ((uint64_t)1 << 26)

static fftc_status read_pixels(tool_source *source, bool wide, void *to, uint64_t wanted,
                               uint64_t *got, fftc_error *error)
{
    const unsigned char *pixels = (const unsigned char *)source->state + source->at;
    uint64_t left = source->info.count - source->at;
    *got = wanted < left ? wanted : left;
    (void)error;
    for (uint64_t i = 0; i < *got; ++i) {
        if (wide) {
            ((double *)to)[i] = pixels[i] / 255.0;
        } else {
            ((float *)to)[i] = (float)(pixels[i] / 255.0);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status skip_pixels(tool_source *source, uint64_t count, fftc_error *error)
{
    (void)source;
    (void)count;
    (void)error;
    return FFTC_SUCCESS; /* places are counted from source->at */
}

static void close_pixels(tool_source *source)
{
    free(source->state);
}

static const tool_source_format format = {read_pixels, skip_pixels, close_pixels};

/* Of a picture that was opened. */
static fftc_status take_pixels(tool_source *source, png_image *image, fftc_error *error)
{
    png_color black = {0, 0, 0};
    uint64_t count = (uint64_t)image->width * image->height;
    if (count > PNG_PIXELS_LIMIT) {
        return tool_fail(error, FFTC_TOO_LARGE, "says it has %llu pixels: at most %llu are read",
                         (unsigned long long)count, (unsigned long long)PNG_PIXELS_LIMIT);
    }
    source->state = malloc((size_t)count);
    source->format = &format;
    if (source->state == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %llu pixels",
                         (unsigned long long)count);
    }
    image->format = PNG_FORMAT_GRAY;
    if (png_image_finish_read(image, &black, source->state, 0, NULL) == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged PNG: %s", image->message);
    }
    source->delivered = 1;
    source->info.count = count;
    (void)snprintf(source->info.format, sizeof source->info.format, "PNG, %u x %u pixels",
                   (unsigned)image->width, (unsigned)image->height);
    (void)snprintf(source->info.taken, sizeof source->info.taken, "grey values, row after row");
    return tool_source_check_channels(source, 1, error);
}

fftc_status tool_source_open_png(tool_source *source, fftc_error *error)
{
    png_image image;
    uint64_t count = source->bytes.count;
    unsigned char *bytes = count <= PNG_BYTES_LIMIT ? malloc((size_t)count) : NULL;
    if (bytes == NULL) {
        return tool_fail(error, FFTC_TOO_LARGE, "has %llu bytes, too many for a PNG",
                         (unsigned long long)count);
    }
    size_t got = tool_bytes_read(&source->bytes, 0, bytes, (size_t)count);
    fftc_status status = tool_png_open(bytes, got, &image, error);
    if (status == FFTC_SUCCESS) {
        status = take_pixels(source, &image, error);
        png_image_free(&image);
    }
    free(bytes);
    return status;
}
