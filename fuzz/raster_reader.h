/* SPDX-License-Identifier: MIT
 *
 * What the readers of coloured pictures owe whatever they are given: a picture of finite numbers,
 * or a failure with a sentence and nothing to release; and the same one again.
 */
#ifndef FFTC_FUZZ_RASTER_READER_H
#define FFTC_FUZZ_RASTER_READER_H

#include <math.h>
#include <string.h>

#include "input.h"
#include "raster.h"

/* Of a picture of more only that it is read; a display window may be large. */
#define FUZZ_PIXELS 1000000u

static inline void fuzz_check_plane(const tool_raster *raster, const float *plane)
{
    for (size_t i = 0; i < (size_t)raster->width * raster->height; ++i) {
        fuzz_check(isfinite(plane[i]) != 0, "pixel %zu is not finite", i);
    }
}

static inline void fuzz_check_raster(const tool_raster *raster)
{
    fuzz_check(raster->width > 0 && raster->height > 0 &&
                   (uint64_t)raster->width * raster->height <= TOOL_RASTER_PIXELS_LIMIT,
               "%u x %u pixels", raster->width, raster->height);
    fuzz_check(strnlen(raster->format, sizeof raster->format) < sizeof raster->format &&
                   strnlen(raster->taken, sizeof raster->taken) < sizeof raster->taken,
               "a text is not terminated");
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        fuzz_check_plane(raster, tool_raster_plane(raster, channel));
    }
    if (raster->alpha != NULL) {
        fuzz_check_plane(raster, raster->alpha);
    }
}

static inline int fuzz_raster(const uint8_t *data, size_t size, const tool_raster_choice *choice)
{
    tool_raster raster;
    fftc_error error;
    memset(&error, 0, sizeof error);
    fftc_status status = tool_raster_parse(data, size, choice, &raster, &error);
    if (status != FFTC_SUCCESS) {
        fuzz_check(raster.planes == NULL && raster.alpha == NULL, "a failure left a picture");
        fuzz_check(error.status == status, "status %d, but the error says %d", (int)status,
                   (int)error.status);
        fuzz_check(error.message[0] != '\0' && strchr(error.message, '\n') == NULL,
                   "not one sentence: \"%s\"", error.message);
        return 0;
    }
    if ((uint64_t)raster.width * raster.height > FUZZ_PIXELS) {
        tool_raster_free(&raster);
        return 0;
    }
    fuzz_check_raster(&raster);
    tool_raster again;
    size_t bytes = (size_t)raster.width * raster.height * sizeof(float);
    fuzz_check(tool_raster_parse(data, size, choice, &again, NULL) == FFTC_SUCCESS &&
                   again.width == raster.width && again.height == raster.height,
               "read again, it is another picture");
    /* OpenEXR 3.1.5 has numbers of chance for forged tables of PIZ. */
    fuzz_check(strstr(raster.format, "PIZ") != NULL ||
                   memcmp(again.planes, raster.planes, bytes * TOOL_CHANNELS) == 0,
               "read again, it has other numbers");
    tool_raster_free(&again);
    tool_raster_free(&raster);
    return 0;
}

#endif
