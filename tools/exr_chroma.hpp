/* SPDX-License-Identifier: MIT
 *
 * OpenEXR pictures of luminance, and of chroma for every other pixel of every other row.
 */
#ifndef TOOL_EXR_CHROMA_HPP
#define TOOL_EXR_CHROMA_HPP

#include <ImfInputPart.h>

#include "exr_pictures.hpp"

/* Into the raster's colours and alpha, in half precision, with the same result as OpenEXR's own
 * RgbaInputFile; which reads the first part only, and leaks where it throws (3.1.5). */
void read_exr_chroma(Imf::InputPart &part, const exr_picture &picture, tool_raster *raster);

#endif
