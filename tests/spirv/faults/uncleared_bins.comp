#version 450
/* SPDX-License-Identifier: MIT
 *
 * A histogram whose bins nobody has set to 0.
 * EXPECT uninitialized-load bins */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint bins[16];
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifndef FAULTY
    if (i < 16u) {
        bins[i] = 0u;
    }
    barrier();
#endif
    atomicAdd(bins[source[i] & 15u], 1u); // HERE
    barrier();
    if (i < 16u) {
        result[i] = bins[i];
    }
}
