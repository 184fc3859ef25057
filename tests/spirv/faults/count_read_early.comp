#version 450
/* SPDX-License-Identifier: MIT
 *
 * A shared counter is read while others still add.
 * EXPECT shared-race count */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint count;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        count = 0u;
    }
    barrier();
    if ((source[i] & 1u) != 0u) {
        atomicAdd(count, 1u); // HERE
    }
#ifndef FAULTY
    barrier();
#endif
    if (i == 0u) {
        result[0] = count; // HERE
    }
}
