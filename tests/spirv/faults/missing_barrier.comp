#version 450
/* SPDX-License-Identifier: MIT
 *
 * A neighbour is read before it is written.
 * EXPECT shared-race tile */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    tile[i] = source[i]; // HERE
#ifndef FAULTY
    barrier();
#endif
    result[i] = tile[(i + 1u) & 63u]; // HERE
}
