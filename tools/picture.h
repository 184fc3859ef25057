/* SPDX-License-Identifier: MIT
 *
 * A picture in memory, colours, PNG.
 */
#ifndef TOOL_PICTURE_H
#define TOOL_PICTURE_H

#include "tool.h"

typedef struct tool_colour {
    unsigned char red, green, blue;
} tool_colour;

typedef struct tool_picture {
    int width, height;
    tool_colour *pixels; /* row after row, from the top; released by tool_picture_free */
} tool_picture;

bool tool_picture_create(tool_picture *picture, int width, int height, tool_colour background);
void tool_picture_free(tool_picture *picture);

/* 0 .. 1, and what is outside clipped, as sRGB of 8 bits. */
unsigned char tool_srgb_encode(double linear);

/* 0 .. 1 -> dark violet over red to pale yellow, of evenly rising lightness. */
tool_colour tool_colour_map(double value);

/* PNG, 8 bits a channel. False after refusing. */
bool tool_picture_write(const tool_picture *picture, const char *path);

#endif
