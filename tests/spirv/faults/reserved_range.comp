#version 450
/* SPDX-License-Identifier: MIT
 *
 * A range is reserved by one invocation, and used by all before it is known.
 * EXPECT shared-race base */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Counter { uint used; uint items[]; };
shared uint base;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        base = atomicAdd(used, 64u); // HERE
    }
#ifndef FAULTY
    barrier();
#endif
    items[base + i] = source[i]; // HERE
}
