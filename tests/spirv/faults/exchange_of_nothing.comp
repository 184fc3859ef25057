#version 450
/* SPDX-License-Identifier: MIT
 *
 * A lock's word gets its first value by an exchange, whose result nobody wants, or is never set.
 * EXPECT uninitialized-load held */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint held;
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifndef FAULTY
    if (i == 0u) {
        atomicExchange(held, 0u);
    }
    barrier();
#endif
    uint place = atomicAdd(held, 1u); // HERE
    if (place < 64u) {
        result[i] = source[i];
    }
}
