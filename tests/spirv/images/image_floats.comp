/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of every format whose numbers are floats.
 */
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(rgba32f, binding = 3) uniform image2D picture0;
layout(rgba16f, binding = 4) uniform image2D picture1;
layout(r32f, binding = 5) uniform image2D picture2;
layout(rgba8, binding = 6) uniform image2D picture3;
layout(rgba8_snorm, binding = 7) uniform image2D picture4;
layout(rg32f, binding = 8) uniform image2D picture5;
layout(rg16f, binding = 9) uniform image2D picture6;
layout(r11f_g11f_b10f, binding = 10) uniform image2D picture7;
layout(r16f, binding = 11) uniform image2D picture8;
layout(rgba16, binding = 12) uniform image2D picture9;
layout(rgb10_a2, binding = 13) uniform image2D picture10;
layout(rg16, binding = 14) uniform image2D picture11;
layout(rg8, binding = 15) uniform image2D picture12;
layout(r16, binding = 16) uniform image2D picture13;
layout(r8, binding = 17) uniform image2D picture14;
layout(rgba16_snorm, binding = 18) uniform image2D picture15;
layout(rg16_snorm, binding = 19) uniform image2D picture16;
layout(rg8_snorm, binding = 20) uniform image2D picture17;
layout(r16_snorm, binding = 21) uniform image2D picture18;
layout(r8_snorm, binding = 22) uniform image2D picture19;

uint rows = 0;

void put(vec4 v)
{
    uint n = gl_NumWorkGroups.x * 64, g = gl_GlobalInvocationID.x;
    for (int c = 0; c < 4; ++c) {
        result[n * rows++ + g] = floatBitsToUint(v[c]);
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
    /* Halves have these numbers: devices may round others up or down. */
    vec4 value = vec4(float(x & 511u) / 256.0 - 0.5, float(y & 511u) / 256.0,
                      float(z & 255u) / 256.0, i);
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
    EACH(picture10)
    EACH(picture11)
    EACH(picture12)
    EACH(picture13)
    EACH(picture14)
    EACH(picture15)
    EACH(picture16)
    EACH(picture17)
    EACH(picture18)
    EACH(picture19)
}
