#version 450
/* SPDX-License-Identifier: MIT
 *
 * The last steps of a reduction rely on a warp of 32 that runs in step.
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
    if (i < 32u) {
        sums[i] += sums[i + 32u];
    }
    barrier();
    for (uint k = 16u; k > 0u; k >>= 1) {
        uint other = i < k ? sums[i + k] : 0u; // HERE
#ifndef FAULTY
        barrier();
#endif
        if (i < k) {
            sums[i] += other; // HERE
        }
#ifndef FAULTY
        barrier();
#endif
    }
    if (i == 0u) {
        result[0] = sums[0];
    }
}
