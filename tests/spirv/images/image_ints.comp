/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of every format whose numbers are signed.
 */
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(rgba32i, binding = 3) uniform iimage2D picture0;
layout(rgba16i, binding = 4) uniform iimage2D picture1;
layout(rgba8i, binding = 5) uniform iimage2D picture2;
layout(r32i, binding = 6) uniform iimage2D picture3;
layout(rg32i, binding = 7) uniform iimage2D picture4;
layout(rg16i, binding = 8) uniform iimage2D picture5;
layout(rg8i, binding = 9) uniform iimage2D picture6;
layout(r16i, binding = 10) uniform iimage2D picture7;
layout(r8i, binding = 11) uniform iimage2D picture8;

uint rows = 0;

void put(ivec4 v)
{
    uint n = gl_NumWorkGroups.x * 64, g = gl_GlobalInvocationID.x;
    for (int c = 0; c < 4; ++c) {
        result[n * rows++ + g] = uint(v[c]);
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
    ivec4 value = ivec4(int(x & 127u) - 64, int(y & 127u), -int(z & 127u), -1);
    EACH(picture0)
    EACH(picture1)
    EACH(picture2)
    EACH(picture3)
    EACH(picture4)
    EACH(picture5)
    EACH(picture6)
    EACH(picture7)
    EACH(picture8)
}
