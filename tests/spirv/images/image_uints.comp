/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of every format whose numbers are unsigned.
 */
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(rgba32ui, binding = 3) uniform uimage2D picture0;
layout(rgba16ui, binding = 4) uniform uimage2D picture1;
layout(rgba8ui, binding = 5) uniform uimage2D picture2;
layout(r32ui, binding = 6) uniform uimage2D picture3;
layout(rgb10_a2ui, binding = 7) uniform uimage2D picture4;
layout(rg32ui, binding = 8) uniform uimage2D picture5;
layout(rg16ui, binding = 9) uniform uimage2D picture6;
layout(rg8ui, binding = 10) uniform uimage2D picture7;
layout(r16ui, binding = 11) uniform uimage2D picture8;
layout(r8ui, binding = 12) uniform uimage2D picture9;

uint rows = 0;

void put(uvec4 v)
{
    uint n = gl_NumWorkGroups.x * 64, g = gl_GlobalInvocationID.x;
    for (int c = 0; c < 4; ++c) {
        result[n * rows++ + g] = v[c];
    }
}

/* Texels are loaded, and others stored: row y holds what was there, row y + 4 is written. */
#define EACH(picture)                                     \
    put(imageLoad(picture, ivec2(i % 13u, i / 13u % 3u))); \
    imageStore(picture, at, value);

void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec2 at = ivec2(i % 13u, i / 13u + 4u); /* outside of the picture it has no effect */
    uint x = source[i], y = source[i + 128], z = source[i + 256];
    uvec4 value = uvec4(x & 255u, y & 255u, z & 255u, x & 3u);
    EACH(picture0)
    EACH(picture1)
    EACH(picture2)
    EACH(picture3)
    EACH(picture4)
    EACH(picture5)
    EACH(picture6)
    EACH(picture7)
    EACH(picture8)
    EACH(picture9)
}
