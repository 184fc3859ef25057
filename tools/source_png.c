/* SPDX-License-Identifier: MIT
 *
 * PNG pictures as signals: grey values, row after row.
 */
#include <stdlib.h>

#include "png_file.h"
#include "source_internal.h"

#define PNG_BYTES_LIMIT ((uint64_t)1 << 30)

static fftc_status read_pixels(tool_source *source, bool wide, void *to, uint64_t wanted,
                               uint64_t *got, fftc_error *error)
{
    const tool_png *png = source->state;
    uint64_t left = source->info.count - source->at;
    *got = wanted < left ? wanted : left;
    (void)error;
    for (uint64_t i = 0; i < *got; ++i) {
        double grey = tool_png_grey(png, source->at + i);
        if (wide) {
            ((double *)to)[i] = grey;
        } else {
            ((float *)to)[i] = (float)grey;
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
    tool_png_close(source->state);
    free(source->state);
}

static const tool_source_format format = {read_pixels, skip_pixels, close_pixels};

static fftc_status take_png(tool_source *source, const unsigned char *bytes, size_t count,
                            fftc_error *error)
{
    tool_png *png = calloc(1, sizeof *png);
    if (png == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read a PNG");
    }
    source->state = png;
    source->format = &format;
    fftc_status status = tool_png_open(bytes, count, png, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    source->delivered = 1;
    source->info.count = (uint64_t)png->width * png->height;
    (void)snprintf(source->info.format, sizeof source->info.format, "PNG, %u x %u pixels",
                   png->width, png->height);
    (void)snprintf(source->info.taken, sizeof source->info.taken, "grey values, row after row");
    return tool_source_check_channels(source, 1, error);
}

fftc_status tool_source_open_png(tool_source *source, fftc_error *error)
{
    uint64_t count = source->bytes.count;
    unsigned char *bytes = count <= PNG_BYTES_LIMIT ? malloc((size_t)count) : NULL;
    if (bytes == NULL) {
        return tool_fail(error, FFTC_TOO_LARGE, "has %llu bytes, too many for a PNG",
                         (unsigned long long)count);
    }
    size_t got = tool_bytes_read(&source->bytes, 0, bytes, (size_t)count);
    fftc_status status = take_png(source, bytes, got, error);
    free(bytes);
    return status;
}
