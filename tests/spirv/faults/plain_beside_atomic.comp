#version 450
/* SPDX-License-Identifier: MIT
 *
 * A counter is read plainly while others still add to it.
 * EXPECT memory-race result */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    atomicAdd(result[0], 1u); // HERE
#ifdef FAULTY
    uint seen = result[0]; // HERE
#else
    uint seen = atomicAdd(result[0], 0u);
#endif
    result[1u + i] = seen > 0u ? 1u : 0u;
}
