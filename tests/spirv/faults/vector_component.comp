#version 450
/* SPDX-License-Identifier: MIT
 *
 * The component of a vector, chosen by a number that is one too large.
 * EXPECT out-of-bounds - */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uvec4 source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    uint c = i % 5u;
#else
    uint c = i % 4u;
#endif
    uvec4 x = source[i] * 3u;
    result[i] = x[c]; // HERE
}
