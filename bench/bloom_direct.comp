#version 450
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_GOOGLE_include_directive : require
/* SPDX-License-Identifier: MIT
 *
 * A picture convolved in space, as well as that goes: a workgroup takes a tile of the result; for
 * each block of taps it loads the pixels that these meet into shared memory, as halves. Each
 * invocation sums four pixels below each other, which share what they load.
 *
 * Taps are mirrored already: result (x, y) = sum of tap (k, l) times pixel (x + k - left,
 * y + l - above). Pixels beyond the edges are mirrored.
 */
#define TILE 32u
#define BLOCK 32u
#define LINE (TILE + BLOCK - 1u)
layout(local_size_x = 32, local_size_y = 8) in;
#include "fftcore/kernel/padding.h"

layout(set = 0, binding = 0) uniform texture2D src;
layout(set = 0, binding = 1, rgba16f) uniform writeonly image2D dst;
layout(std430, set = 0, binding = 2) readonly buffer Taps
{
    vec4 taps[]; /* rows of `across` */
};
layout(push_constant) uniform Numbers
{
    uint width, height;
    uint across, down; /* taps */
    uint left, above;
};

shared uvec2 tile[LINE * LINE];

void load(uvec2 first_tap)
{
    uvec2 corner = gl_WorkGroupID.xy * TILE + first_tap;
    for (uint i = gl_LocalInvocationIndex; i < LINE * LINE; i += TILE * 8u) {
        uint x = fftc_padding_find(corner.x + i % LINE, left, width, FFTC_PADDING_MIRROR).index;
        uint y = fftc_padding_find(corner.y + i / LINE, above, height, FFTC_PADDING_MIRROR).index;
        vec4 pixel = texelFetch(src, ivec2(x, y), 0);
        tile[i] = uvec2(packHalf2x16(pixel.rg), packHalf2x16(pixel.ba));
    }
}

vec3 pixel_at(uint i)
{
    return vec3(unpackHalf2x16(tile[i].x), unpackHalf2x16(tile[i].y).x);
}

void main(void)
{
    uvec2 own = uvec2(gl_LocalInvocationID.x, 4u * gl_LocalInvocationID.y);
    vec3 sum[4] = vec3[4](vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
    for (uint top = 0u; top < down; top += BLOCK) {
        for (uint start = 0u; start < across; start += BLOCK) {
            barrier();
            load(uvec2(start, top));
            barrier();
            uint rows = min(BLOCK, down - top);
            for (uint k = 0u; k < min(BLOCK, across - start); ++k) {
                uint at = own.y * LINE + own.x + k;
                vec3 a = pixel_at(at);
                vec3 b = pixel_at(at + LINE);
                vec3 c = pixel_at(at + 2u * LINE);
                for (uint l = 0u; l < rows; ++l) {
                    vec3 d = pixel_at(at + (l + 3u) * LINE);
                    vec3 tap = taps[(top + l) * across + start + k].rgb;
                    sum[0] += tap * a;
                    sum[1] += tap * b;
                    sum[2] += tap * c;
                    sum[3] += tap * d;
                    a = b;
                    b = c;
                    c = d;
                }
            }
        }
    }
    uvec2 to = gl_WorkGroupID.xy * TILE + own;
    for (uint i = 0u; i < 4u; ++i) {
        if (to.x < width && to.y + i < height) {
            imageStore(dst, ivec2(to.x, to.y + i), vec4(sum[i], 1.0));
        }
    }
}
