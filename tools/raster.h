/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures of linear light, from and to files: PNG, and OpenEXR for more than 8 bits.
 */
#ifndef TOOL_RASTER_H
#define TOOL_RASTER_H

#include "tool.h"

#define TOOL_CHANNELS 3
#define TOOL_RASTER_PIXELS_LIMIT ((uint64_t)1 << 27)

typedef struct tool_raster {
    uint32_t width, height;
    float *planes;   /* red, then green, then blue: height rows of width numbers each, from the
                        top; released by tool_raster_free */
    char format[64]; /* for people: "PNG, 640 x 480 pixels" */
} tool_raster;

/* One of the planes. */
float *tool_raster_plane(const tool_raster *raster, int channel);

/* Black, but at least one pixel; on failure planes is NULL. */
fftc_status tool_raster_create(uint64_t width, uint64_t height, tool_raster *raster,
                               fftc_error *error);
void tool_raster_free(tool_raster *raster);

/* FFTC_INVALID_ARGUMENT if a number is not finite: it would spoil every pixel of a convolution. */
fftc_status tool_raster_check_finite(const tool_raster *raster, fftc_error *error);

/* PNG: sRGB, or what the file says, is made linear; white is 1; transparent pixels lie over black.
 * OpenEXR: scan lines or tiles of the first part, channels R, G, B or Y (grey); others are left
 * out. On success all numbers are finite. */
fftc_status tool_raster_parse(const unsigned char *bytes, size_t count, tool_raster *raster,
                              fftc_error *error);
fftc_status tool_raster_read(const char *path, tool_raster *raster, fftc_error *error);

/* By the ending of `path`: .exr (channels of float) or .png (sRGB of 8 bits; what is
 * outside 0 .. 1 is clipped, and *clipped counts such pixels). False after refusing. */
bool tool_raster_write(const tool_raster *raster, const char *path, uint64_t *clipped);
bool tool_raster_can_write(const char *path);

/* The formats, each in a file of its own. Parsers need not check for finite numbers. */
fftc_status tool_raster_parse_png(const unsigned char *bytes, size_t count, tool_raster *raster,
                                  fftc_error *error);
fftc_status tool_raster_parse_exr(const unsigned char *bytes, size_t count, tool_raster *raster,
                                  fftc_error *error);
bool tool_raster_write_png(const tool_raster *raster, const char *path, uint64_t *clipped);
bool tool_raster_write_exr(const tool_raster *raster, const char *path);

#endif
