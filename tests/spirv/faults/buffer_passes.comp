#version 450
/* SPDX-License-Identifier: MIT
 *
 * Two passes over a buffer, parted by a barrier that orders shared memory alone.
 * EXPECT memory-race result */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    result[i] = source[i]; // HERE
#ifndef FAULTY
    memoryBarrierBuffer();
#endif
    barrier();
    result[64u + i] = result[63u - i]; // HERE
}
