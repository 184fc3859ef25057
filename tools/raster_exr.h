/* SPDX-License-Identifier: MIT
 *
 * Parts of the OpenEXR reader.
 */
#ifndef TOOL_RASTER_EXR_H
#define TOOL_RASTER_EXR_H

#include "raster.h"

/* What OpenEXR's library allocates memory by before it looks whether the file can have that much:
 * the sizes of attributes, the numbers of chunks, the windows. False after filling *error, with a
 * sentence that continues "FILE: ". */
fftc_status tool_exr_check_headers(const unsigned char *bytes, size_t count, fftc_error *error);

#endif
