#version 450
/* SPDX-License-Identifier: MIT
 *
 * Structs, arrays and matrices in std430, rows and columns, and through private memory. */
layout(local_size_x = 64) in;
struct inner { vec3 a; float b; uint c[3]; };
struct outer { inner pair[2]; mat3 m; };
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Things { uint head; outer things[2];
layout(row_major) mat2x3 r[2]; vec2 tail[]; } data;
shared inner local[2];
shared mat2 matrices[3];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x != 0u) {
        return;
    }
    if (i == 0u) {
        outer o = data.things[1];
        o.pair[0].b += 1.5;
        o.pair[1].c[2] = source[3];
        o.m[1][2] = float(source[4] & 255u);
        data.r[1][1].y = float(source[5] & 255u);
        data.r[0][0] = data.r[1][1] + 1.0;
        o.m = transpose(o.m);
        data.things[0] = o;
        data.tail[3] = o.m[2].xy;
        data.things[0].m = data.things[1].m * 2.0;
        data.r[0] = data.r[1];
        data.head = uint(data.tail.length());
        local[1] = o.pair[1];
        matrices[source[6] % 3u] = mat2(1.0, 2.0, 3.0, 4.0);
    }
    memoryBarrierBuffer();
    barrier();
    result[i] = local[1].c[i % 3u] + floatBitsToUint(data.things[0].m[i % 3u][(i / 3u) % 3u]);
    result[i + 64u] = floatBitsToUint(data.r[i & 1u][(i >> 1) & 1u][i % 3u]);
    result[i + 128u] = floatBitsToUint(matrices[source[6] % 3u][i & 1u].y) + data.head;
    result[i + 192u] = floatBitsToUint(local[1].a[i % 3u]);
}
