/* SPDX-License-Identifier: MIT
 *
 * Colours: the primaries of Rec. 709 (sRGB), and what other ones are in them.
 */
#ifndef TOOL_COLOUR_H
#define TOOL_COLOUR_H

#include "raster.h"

/* Numbers of 0 .. 1 as sRGB codes them, and back (IEC 61966-2-1); beyond, as the curve goes on. */
double tool_srgb_coded(double linear);
double tool_srgb_linear(double coded);

/* Luminance of red, green and blue: the second row of the matrix from linear sRGB to CIE X, Y, Z
 * (IEC 61966-2-1). */
extern const double tool_luminance[TOOL_CHANNELS];

/* CIE x, y. */
typedef struct tool_primaries {
    double red[2], green[2], blue[2], white[2];
} tool_primaries;

extern const tool_primaries tool_primaries_rec709;

/* Whether two sets of primaries are equal to the four digits that files give. */
bool tool_primaries_equal(const tool_primaries *a, const tool_primaries *b);

/* Rows of the matrix that makes linear Rec. 709 of linear colours of other primaries. Their white,
 * or the `neutral` one (NULL: none is given), becomes the white of Rec. 709 (Bradford); but X, Y
 * and Z, the primaries (1,0), (0,1), (0,0), are no lights whose sum is white: unless a neutral
 * colour is given, they are converted as they are. False if no colours can be made of them. */
bool tool_primaries_convert(const tool_primaries *from, const double *neutral, double matrix[3][3]);

/* The planes, to Rec. 709; and says so in raster->taken. Of primaries that make no colours nothing
 * is done, which is said too. */
void tool_raster_convert(tool_raster *raster, const tool_primaries *from, const double *neutral);

#endif
