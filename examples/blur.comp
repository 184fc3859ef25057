#version 450
#extension GL_GOOGLE_include_directive : require
/* SPDX-License-Identifier: MIT
 *
 * The kernel of blur.h as a shader, for a picture of 100 x 70 floats: 4 x 9 workgroups, in one row.
 *
 *     glslc --target-env=vulkan1.1 -I include -I shaders examples/blur.comp -o blur.spv
 */
#define FFTC_WORKGROUP_LOG2 6u
#define BLUR_COLUMNS 100u
#define BLUR_ROWS 70u
/* FFTC_TILE_SHARED_WORDS, which blur.h has the parameters of: 34 x 10 pixels, rounded up to a
 * multiple of 64. */
#define FFTC_SHARED_WORDS 384u
#include "common/workgroup.glsl"
#include "blur.h"

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    float source[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Blurred
{
    float blurred[];
};

fftc_real blur_load(fftc_uint index)
{
    return source[index];
}

void blur_store(fftc_uint index, fftc_real brightness)
{
    blurred[index] = brightness;
}

void main()
{
    blur();
}
