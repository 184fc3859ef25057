#version 450
/* SPDX-License-Identifier: MIT
 *
 * The neighbour before the first.
 * EXPECT out-of-bounds source */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    uint before = source[i - 1u]; // HERE
#else
    uint before = i > 0u ? source[i - 1u] : 0u;
#endif
    result[i] = source[i] - before;
}
