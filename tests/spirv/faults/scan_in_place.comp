#version 450
/* SPDX-License-Identifier: MIT
 *
 * A scan that reads and writes one array between two barriers.
 * EXPECT shared-race sums */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint sums[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    sums[i] = source[i];
    barrier();
    for (uint step_ = 1u; step_ < 64u; step_ <<= 1) {
        uint before = i >= step_ ? sums[i - step_] : 0u; // HERE
#ifndef FAULTY
        barrier();
#endif
        sums[i] += before; // HERE
        barrier();
    }
    result[i] = sums[i];
}
