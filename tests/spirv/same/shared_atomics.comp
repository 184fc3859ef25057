#version 450
/* SPDX-License-Identifier: MIT
 *
 * Atomic operations whose sum does not depend on the order. */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint bins[16];
shared int least, most;
shared uint bits[3];
void main()
{
    uint i = gl_LocalInvocationIndex, a = source[gl_GlobalInvocationID.x];
    if (i < 16u) {
        bins[i] = 0u;
    }
    if (i == 0u) {
        least = 0x7fffffff;
        most = -0x7fffffff;
        bits[0] = 0xffffffffu;
        bits[1] = bits[2] = 0u;
    }
    barrier();
    atomicAdd(bins[a & 15u], a);
    atomicMin(least, int(a));
    atomicMax(most, int(a));
    atomicAnd(bits[0], a | 0xffff0000u);
    atomicOr(bits[1], a & 0x11u);
    atomicXor(bits[2], a);
    atomicAdd(result[64u * gl_NumWorkGroups.x * 2u], 1u);
    atomicMax(result[64u * gl_NumWorkGroups.x * 2u + 1u], a);
    atomicMin(result[64u * gl_NumWorkGroups.x * 2u + 2u], a);
    barrier();
    result[gl_GlobalInvocationID.x] = bins[i & 15u];
    uint rest = i == 0u ? uint(least) : i == 1u ? uint(most) : i < 5u ? bits[i - 2u] : 0u;
    result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x] = rest;
    uint own = 64u * gl_NumWorkGroups.x * 2u + 3u + gl_GlobalInvocationID.x;
    uint old = atomicCompSwap(result[own], 0xa5a5a5a5u, a);
    atomicExchange(result[64u * gl_NumWorkGroups.x * 3u + 3u + gl_GlobalInvocationID.x], old + a);
}
