/* SPDX-License-Identifier: MIT
 *
 * How a PNG in memory is opened.
 */
#ifndef TOOL_PNG_FILE_H
#define TOOL_PNG_FILE_H

#include <png.h>

#include "tool.h"

/* On success the caller sets image->format and goes on with png_image_finish_read, or gives up with
 * png_image_free. A file that lacks its end is refused, which libpng would accept. */
fftc_status tool_png_open(const unsigned char *bytes, size_t count, png_image *image,
                          fftc_error *error);

#endif
