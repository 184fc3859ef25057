#version 450
/* SPDX-License-Identifier: MIT
 *
 * An offset from a uniform table is trusted.
 * EXPECT out-of-bounds source */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Offsets { uint zero; uint offsets[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    uint at = i + 1000u + offsets[i];
    result[i] = source[at]; // HERE
#else
    uint at = i + offsets[i];
    result[i] = source[min(at, uint(source.length()) - 1u)];
#endif
}
