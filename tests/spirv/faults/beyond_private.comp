#version 450
/* SPDX-License-Identifier: MIT
 *
 * A table in private memory with a dynamic index.
 * EXPECT out-of-bounds table */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint table[5] = uint[](3u, 1u, 4u, 1u, 5u);
#ifdef FAULTY
    result[i] = table[i % 6u]; // HERE
#else
    result[i] = table[i % 5u];
#endif
}
