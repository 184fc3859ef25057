/* SPDX-License-Identifier: MIT
 *
 * A PNG in memory, decoded: its samples, and what the file says they mean.
 */
#ifndef TOOL_PNG_FILE_H
#define TOOL_PNG_FILE_H

#include "colour.h"

/* Zero before it is opened. */
typedef struct tool_png {
    uint32_t width, height;
    unsigned bits;        /* of a sample: 1, 2, 4, 8 or 16; of a palette's colours 8 */
    bool grey, has_alpha; /* alpha: as a channel, by a palette, or one colour that is transparent */
    double pixel_aspect;  /* width over height of a pixel; 0: the file does not say */
    double gamma;         /* what samples were raised to when they were coded; 0: sRGB's curve */
    bool has_primaries;
    tool_primaries primaries;
    char left_out[128]; /* for people: what the file says of its colours that is not used; or "" */
    struct tool_png_samples *samples;
} tool_png;

/* A file that lacks its end, or has a wrong checksum, is refused. */
fftc_status tool_png_open(const unsigned char *bytes, size_t count, tool_png *png,
                          fftc_error *error);
void tool_png_close(tool_png *png);

/* Red, green and blue in linear light, white being 1, and alpha, by which they are not multiplied.
 * Not converted from the primaries. */
void tool_png_pixel(const tool_png *png, uint64_t index, double pixel[4]);

/* Grey over black, coded as sRGB: of a grey picture in sRGB without alpha the sample itself, full
 * scale being 1. */
double tool_png_grey(const tool_png *png, uint64_t index);

#endif
