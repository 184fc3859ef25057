#version 450
/* SPDX-License-Identifier: MIT
 *
 * A reduction whose steps no barrier parts.
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
    for (uint half_ = 32u; half_ > 0u; half_ >>= 1) {
        if (i < half_) {
            sums[i] += sums[i + half_]; // HERE
        }
#ifndef FAULTY
        barrier();
#endif
    }
    if (i == 0u) {
        result[0] = sums[0]; // HERE
    }
}
