#version 450
/* SPDX-License-Identifier: MIT
 *
 * An index one beyond a shared array that another one follows.
 * EXPECT out-of-bounds first */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint first[63];
shared uint second[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    second[i] = i;
#ifdef FAULTY
    first[i] = source[i]; // HERE
#else
    if (i < 63u) {
        first[i] = source[i];
    }
#endif
    barrier();
    result[i] = first[i >> 1] + second[i];
}
