/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures of linear light, from and to files: PNG, and OpenEXR for more than 8 bits.
 */
#ifndef TOOL_RASTER_H
#define TOOL_RASTER_H

#include "tool.h"

#define TOOL_CHANNELS 3
#define TOOL_RASTER_PIXELS_LIMIT ((uint64_t)1 << 27)

/* Where the pixels belong, as files say it. All zero: nothing is known, the picture is all that is
 * to be seen, and its pixels are square. */
typedef struct tool_frame {
    int32_t left, top; /* of the first pixel, where an OpenEXR picture has its origin */
    int32_t shown_left, shown_top;
    uint32_t shown_width, shown_height; /* what is meant to be seen; 0: all pixels */
    float pixel_aspect;                 /* width over height of a pixel; 0: 1 */
} tool_frame;

typedef struct tool_raster {
    uint32_t width, height;
    float *planes; /* red, then green, then blue: height rows of width numbers each, from the top;
                      primaries and white of Rec. 709 (sRGB); released by tool_raster_free */
    float *alpha;  /* how much of each pixel is covered, 0 .. 1, by which the colours have been
                      multiplied: the plane behind blue; or NULL: all of it */
    tool_frame frame;
    unsigned bits;   /* of a number in the file: with more than 8 a PNG has 16; 0: not known */
    char format[64]; /* for people: "PNG, 640 x 480 pixels" */
    char taken[512]; /* for people: which of several pictures in the file this is, what was
                        converted, and what was left out; or "" */
} tool_raster;

/* Which of the pictures in an OpenEXR file. NULL: the first part, the file's default view, the
 * layer without a name. */
typedef struct tool_raster_choice {
    const char *part; /* the part's name, or its number from 0 */
    const char *view;
    const char *layer;
    const char *option; /* how the user makes this choice: "--" if by --part, --view, --layer;
                           NULL: not at all */
} tool_raster_choice;

/* One of the planes; number TOOL_CHANNELS is alpha. */
float *tool_raster_plane(const tool_raster *raster, int channel);
/* The luminance of a pixel. */
double tool_raster_luminance(const tool_raster *raster, size_t pixel);
/* How many channels a raster has, alpha included. */
int tool_raster_channels(const tool_raster *raster);

/* Black, but at least one pixel; on failure planes is NULL. */
fftc_status tool_raster_create(uint64_t width, uint64_t height, tool_raster *raster,
                               fftc_error *error);
/* Gives it an alpha of zeros. Its planes may be elsewhere then. */
fftc_status tool_raster_add_alpha(tool_raster *raster, fftc_error *error);
void tool_raster_free(tool_raster *raster);

/* Adds one clause to raster->taken. */
void tool_raster_note(tool_raster *raster, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* FFTC_INVALID_ARGUMENT if a number is not finite: it would spoil every pixel of a convolution. */
fftc_status tool_raster_check_finite(const tool_raster *raster, fftc_error *error);

/* PNG: sRGB, or what the file says, is made linear; white is 1. OpenEXR: channels R, G, B, or Y,
 * or Y, RY, BY, and A, of every type and compression, in scan lines or tiles (the largest level);
 * the pixels of the data window and of the display window together. `choice` may be NULL, and PNG
 * has none. On success all numbers are finite. */
fftc_status tool_raster_parse(const unsigned char *bytes, size_t count,
                              const tool_raster_choice *choice, tool_raster *raster,
                              fftc_error *error);
fftc_status tool_raster_read(const char *path, const tool_raster_choice *choice,
                             tool_raster *raster, fftc_error *error);

/* Writes a raster in the format that the ending of `path` names: .exr (channels of float) or .png
 * (the part that is meant to be seen, in sRGB of 8 or 16 bits; what is outside 0 .. 1 is clipped,
 * and *clipped counts such pixels). False after refusing. */
bool tool_raster_write(const tool_raster *raster, const char *path, uint64_t *clipped);
bool tool_raster_can_write(const char *path);

/* The formats, each in a file of its own. Parsers need not check for finite numbers. */
fftc_status tool_raster_parse_png(const unsigned char *bytes, size_t count, tool_raster *raster,
                                  fftc_error *error);
fftc_status tool_raster_parse_exr(const unsigned char *bytes, size_t count,
                                  const tool_raster_choice *choice, tool_raster *raster,
                                  fftc_error *error);
/* How many pixels a PNG of it has: those of the display window. */
uint64_t tool_raster_png_pixels(const tool_raster *raster);
bool tool_raster_write_png(const tool_raster *raster, const char *path, uint64_t *clipped);
bool tool_raster_write_exr(const tool_raster *raster, const char *path);

#endif
