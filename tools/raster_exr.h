/* SPDX-License-Identifier: MIT
 *
 * Parts of the OpenEXR reader.
 */
#ifndef TOOL_RASTER_EXR_H
#define TOOL_RASTER_EXR_H

#include "raster.h"

typedef struct tool_exr_headers {
    size_t end;         /* of all headers: there the tables of chunks begin */
    bool several_parts; /* the file has several parts, or could have */
} tool_exr_headers;

/* What OpenEXR's library allocates memory by before it looks whether the file can have that much:
 * the sizes of attributes, the numbers of chunks, the windows. The message continues "FILE: ". */
fftc_status tool_exr_check_headers(const unsigned char *bytes, size_t count,
                                   tool_exr_headers *headers, fftc_error *error);

#endif
