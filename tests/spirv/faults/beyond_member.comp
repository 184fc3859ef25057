#version 450
/* SPDX-License-Identifier: MIT
 *
 * An array in a struct in a buffer, with a member behind it.
 * EXPECT out-of-bounds items[].counts */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
struct item { uint counts[3]; uint total; };
layout(std430, binding = 2) buffer Items { item items[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint kinds = 3u;
#ifdef FAULTY
    kinds = 4u;
#endif
    for (uint k = 0u; k < kinds; ++k) {
        items[i].counts[k] = source[i] + k; // HERE
    }
}
