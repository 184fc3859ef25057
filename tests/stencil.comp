#version 450
/* SPDX-License-Identifier: MIT
 *
 * kernel/stencil.h on a device, for test_vulkan_workgroups.c: each workgroup of 64 invocations does
 * a tile of 32 x 8 pixels of a picture of 96 x 40, which begins again beyond its edges. The result
 * is a sum over 5 x 3 neighbours, with a weight for each.
 */
#extension GL_GOOGLE_include_directive : enable
#define FFTC_WORKGROUP_LOG2 6u
#define FFTC_TILE_COLUMNS_LOG2 5u
#define FFTC_TILE_ROWS_LOG2 3u
#define FFTC_TILE_REACH_COLUMNS 2u
#define FFTC_TILE_REACH_ROWS 1u
#define FFTC_TILE_WORDS 1u
#define FFTC_SHARED_WORDS FFTC_TILE_SHARED_WORDS
#include "common/workgroup.glsl"
#include "fftcore/kernel/stencil.h"

layout(std430, binding = 0) readonly buffer Source
{
    uint source[];
};
layout(std430, binding = 1) writeonly buffer Result
{
    uint result[];
};

#define WIDTH 96u
#define HEIGHT 40u

fftc_tile_pixel fftc_tile_load(uint column, uint row)
{
    uint x = (gl_WorkGroupID.x % 3u * 32u + column + WIDTH - 2u) % WIDTH;
    uint y = (gl_WorkGroupID.x / 3u * 8u + row + HEIGHT - 1u) % HEIGHT;
    fftc_tile_pixel pixel;
    pixel.word[0] = source[y * WIDTH + x];
    return pixel;
}

void fftc_stencil_pixel(uint column, uint row)
{
    uint sum = 0u;
    for (uint j = 0u; j < 3u; ++j) {
        for (uint i = 0u; i < 5u; ++i) {
            sum += (1u + 3u * i + 100u * j) * fftc_tile_get(column + i, row + j).word[0];
        }
    }
    result[(gl_WorkGroupID.x / 3u * 8u + row) * WIDTH + gl_WorkGroupID.x % 3u * 32u + column] = sum;
}

void main()
{
    fftc_stencil();
}
