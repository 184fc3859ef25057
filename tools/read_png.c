/* SPDX-License-Identifier: MIT
 *
 * PNG pictures as signals: grey values, row after row.
 */
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "signal.h"

/* libpng is content with a file that lacks its end. So the chunks are walked here: length, type,
 * data, checksum, up to IEND. */
static fftc_status png_check(const unsigned char *bytes, size_t count, fftc_error *error)
{
    for (size_t at = 8; count - at >= 12;) {
        uint64_t size = (uint64_t)bytes[at] << 24 | (uint64_t)bytes[at + 1] << 16 |
                        (uint64_t)bytes[at + 2] << 8 | (uint64_t)bytes[at + 3];
        if (memcmp(bytes + at + 4, "IEND", 4) == 0) {
            return FFTC_SUCCESS;
        }
        if (size > count - at - 12) {
            break;
        }
        at += 12 + (size_t)size;
    }
    return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a PNG that is cut off");
}

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
    fftc_status status;
    memset(signal, 0, sizeof *signal);
    memset(&image, 0, sizeof image);
    if (count < 8) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a PNG that is cut off");
    }
    status = png_check(bytes, count, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes, count) == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged PNG: %s", image.message);
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
