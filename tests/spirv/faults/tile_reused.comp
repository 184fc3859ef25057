#version 450
/* SPDX-License-Identifier: MIT
 *
 * A tile is filled again while others still read it.
 * EXPECT shared-race tile */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex, sum = 0u;
    for (uint k = 0u; k < 3u; ++k) {
        tile[i] = source[64u * k + i]; // HERE
        barrier();
        sum += tile[(i * 7u) & 63u]; // HERE
#ifndef FAULTY
        barrier();
#endif
    }
    result[i] = sum;
}
