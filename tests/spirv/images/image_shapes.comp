/* SPDX-License-Identifier: MIT
 *
 * Storage images of every shape, texel buffers, atomic operations on texels, sizes.
 */
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(r32ui, binding = 3) uniform uimage1D line;
layout(r32ui, binding = 4) uniform uimage1DArray lines;
layout(r32i, binding = 5) uniform iimage2D counts;
layout(rgba8, binding = 6) uniform image2DArray pictures;
layout(rgba16f, binding = 7) uniform image3D volume;
layout(r32f, binding = 8) uniform imageCube sky;
layout(rgba32f, binding = 9) uniform imageCubeArray skies;
layout(rgba8ui, binding = 10) uniform uimageBuffer texels;
layout(binding = 11) uniform isamplerBuffer table;

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

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    uint x = source[i];
    put(imageLoad(line, i % 6).x);
    put(imageLoad(lines, ivec2(i % 13, i % 3)).x);
    put4(imageLoad(pictures, ivec3(i % 13, i % 7, i % 3)));
    put4(imageLoad(volume, ivec3(i % 13, i % 7, i % 5)));
    put(floatBitsToUint(imageLoad(sky, ivec3(i % 8, i / 8 % 8, i % 6)).x));
    put4(imageLoad(skies, ivec3(i % 8, i / 8 % 8, i % 18)));
    put(imageLoad(texels, i % 7).y);
    put(uint(texelFetch(table, i % 13).x));
    put(imageSize(line));
    put(imageSize(lines).y);
    put(imageSize(texels));
    put(textureSize(table));
    put(imageSize(counts).y);
    put(imageSize(sky).x);
    put(imageSize(volume).z);
    put(imageSize(pictures).z);
    put(imageSize(skies).z);
    imageAtomicAdd(counts, ivec2(x % 13u, 0), 1);
    imageAtomicMax(counts, ivec2(x % 13u, 1), int(x));
    imageAtomicXor(counts, ivec2(x % 13u, 2), int(x));
    imageAtomicMin(line, 7 + i % 6, x);
    imageStore(lines, ivec2(i, 3), uvec4(x)); /* outside: no effect */
    imageStore(texels, 7 + i, uvec4(i, 2, 3, 4));
    if (i >= 64) {
        return;
    }
    barrier();
    memoryBarrierImage();
    barrier();
    imageStore(skies, ivec3(i / 8, i % 8, 18), vec4(1)); /* no such layer */
}
