/* SPDX-License-Identifier: MIT
 *
 * PNG pictures as signals: grey values, row after row.
 */
#include <stdlib.h>
#include <string.h>

#include "png_file.h"
#include "signal.h"

static fftc_status png_copy(png_image *image, tool_signal *signal, fftc_error *error)
{
    png_color black = {0, 0, 0};
    uint64_t count = signal->count;
    unsigned char *pixels = malloc((size_t)count);
    if (pixels == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %llu pixels",
                         (unsigned long long)count);
    }
    if (png_image_finish_read(image, &black, pixels, 0, NULL) == 0) {
        free(pixels);
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged PNG: %s", image->message);
    }
    for (uint64_t i = 0; i < count; ++i) {
        signal->samples[2 * i] = pixels[i] / 255.0;
    }
    free(pixels);
    return FFTC_SUCCESS;
}

fftc_status tool_read_png(const unsigned char *bytes, size_t count, tool_signal *signal,
                          fftc_error *error)
{
    png_image image;
    fftc_status status = tool_png_open(bytes, count, &image, error);
    memset(signal, 0, sizeof *signal);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    image.format = PNG_FORMAT_GRAY;
    status = tool_signal_allocate((uint64_t)image.width * image.height, signal, error);
    if (status == FFTC_SUCCESS) {
        (void)snprintf(signal->format, sizeof signal->format, "PNG, %u x %u pixels",
                       (unsigned)image.width, (unsigned)image.height);
        status = png_copy(&image, signal, error);
    }
    png_image_free(&image);
    if (status != FFTC_SUCCESS) {
        tool_signal_free(signal);
    }
    return status;
}
