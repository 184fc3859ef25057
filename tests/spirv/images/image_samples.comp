/* SPDX-License-Identifier: MIT
 *
 * Samples: filters, wraps, levels, offsets, comparisons, gathers, of every shape.
 */
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(binding = 3) uniform sampler2D repeated;
layout(binding = 4) uniform sampler2D smooth_mirrored;
layout(binding = 5) uniform sampler2D bordered;
layout(binding = 6) uniform sampler1D row;
layout(binding = 7) uniform sampler3D volume;
layout(binding = 8) uniform sampler2DArray pictures;
layout(binding = 9) uniform samplerCube sky;
layout(binding = 10) uniform samplerCubeArray skies;
layout(binding = 11) uniform sampler2DShadow shadow;
layout(binding = 12) uniform texture2D picture;
layout(binding = 13) uniform sampler smooth_edge;
layout(binding = 14) uniform usampler2D numbers;
layout(binding = 15) uniform sampler2D tri;

uint rows = 0;

void put(uint x)
{
    result[gl_NumWorkGroups.x * 64 * rows++ + gl_GlobalInvocationID.x] = x;
}

void put4(vec4 v)
{
    for (int c = 0; c < 4; ++c) {
        put(floatBitsToUint(v[c]));
    }
}

/* A place near the middle between two eighths of a texel, so that rounding does not matter. */
float at(uint x, float size)
{
    return (float(x % 256u) + 0.37) / 8.0 / size - 1.1;
}

void main()
{
    uint g = gl_GlobalInvocationID.x, x = source[g], y = source[g + 128];
    vec2 p = vec2(at(x, 13.0), at(y, 7.0));
    vec3 d = vec3(float(x & 1023u), float(y & 1023u), float(x >> 22)) - 511.3;
    d = normalize(d);
    vec3 v = vec3(p, at(x >> 8, 5.0));
    put4(textureLod(repeated, p, 0.0));
    put4(textureLod(repeated, p, float(x % 4u)));
    put4(textureLod(smooth_mirrored, p, 0.0));
    put4(textureLod(bordered, p, 0.0));
    put4(textureLod(row, p.x, 0.0));
    put4(textureLod(volume, v, 0.0));
    put4(textureLod(pictures, vec3(p, float(x % 5u) - 1.0), 0.0));
    put4(textureLod(sky, d, 0.0));
    put4(textureLod(skies, vec4(d, float(x % 3u)), 0.0));
    put(floatBitsToUint(textureLod(shadow, vec3(p, 0.5), 0.0)));
    put4(textureLod(sampler2D(picture, smooth_edge), p, 0.0));
    put4(texelFetch(sampler2D(picture, smooth_edge), ivec2(x % 6u, y % 3u), 1));
    put(textureLod(numbers, p, 0.0).x);
    put4(textureLod(tri, p, float(x % 64u) / 16.0 - 0.5));
    put4(textureLodOffset(repeated, p, 0.0, ivec2(2, -3)));
    put4(textureProjLod(bordered, vec3(p * 2.0, 2.0), 0.0));
    put4(textureGrad(repeated, p, vec2(0.3, 0.0), vec2(0.0, 0.1)));
    put4(textureGather(sampler2D(picture, smooth_edge), p, 1));
    put4(textureGatherOffset(repeated, p, ivec2(1, 2), 2));
    const ivec2 offsets[] = ivec2[](ivec2(0, 0), ivec2(1, -1), ivec2(3, 2), ivec2(-4, 1));
    put4(textureGatherOffsets(repeated, p, offsets));
    put4(textureGather(shadow, p, 0.5));
    put(textureSize(repeated, 1).x);
    put(textureSize(pictures, 0).z);
    put(textureQueryLevels(tri));
    put(textureSize(skies, 0).z);
    put(textureSize(volume, 2).z);
}
