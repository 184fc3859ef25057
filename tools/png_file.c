/* SPDX-License-Identifier: MIT */
#include "png_file.h"

#include <string.h>

/* libpng is content with a file that lacks its end. So the chunks are walked here: length, type,
 * data, checksum, up to IEND. */
static fftc_status check_chunks(const unsigned char *bytes, size_t count, fftc_error *error)
{
    for (size_t at = 8; count >= at + 12;) {
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

fftc_status tool_png_open(const unsigned char *bytes, size_t count, png_image *image,
                          fftc_error *error)
{
    fftc_status status = check_chunks(bytes, count, error);
    memset(image, 0, sizeof *image);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    image->version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(image, bytes, count) == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged PNG: %s", image->message);
    }
    return FFTC_SUCCESS;
}
