#version 450
/* SPDX-License-Identifier: MIT
 *
 * A histogram that is counted without atomic operations.
 * EXPECT shared-race bins */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint bins[16];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i < 16u) {
        bins[i] = 0u;
    }
    barrier();
#ifdef FAULTY
    bins[source[i] & 15u] += 1u; // HERE
#else
    atomicAdd(bins[source[i] & 15u], 1u);
#endif
    barrier();
    if (i < 16u) {
        result[i] = bins[i];
    }
}
