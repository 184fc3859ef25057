/* SPDX-License-Identifier: MIT
 *
 * Animated PNGs (W3C PNG, third edition), frame after frame: what does not know of animations shows
 * the first frame. One frame alone is a plain PNG.
 */
#ifndef TOOL_ANIMATION_H
#define TOOL_ANIMATION_H

#include "tool.h"

typedef struct tool_animation tool_animation;

/* `frames` frames of width x height pixels, each shown for 1 / rate of a second, again and again.
 * NULL after refusing. */
tool_animation *tool_animation_create(const char *path, uint32_t width, uint32_t height,
                                      uint32_t frames, uint32_t rate);
/* The next one of the frames: rows of red, green and blue, 8 bits each, in sRGB. False after
 * refusing; then only tool_animation_close is left. */
bool tool_animation_add(tool_animation *animation, const unsigned char *pixels);
/* True if all frames were added, and are written to their end. Otherwise nothing was written, and
 * what was there before is still there. */
bool tool_animation_close(tool_animation *animation);

#endif
