#version 450
/* SPDX-License-Identifier: MIT
 *
 * One array for a maximum, then for a sum, without a barrier between.
 * EXPECT shared-race scratch */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint scratch[64];
uint all(uint i, uint x, bool sum)
{
    scratch[i] = x; // HERE
    barrier();
    for (uint k = 32u; k > 0u; k >>= 1) {
        if (i < k) {
            uint y = scratch[i + k];
            scratch[i] = sum ? scratch[i] + y : max(scratch[i], y);
        }
        barrier();
    }
    uint answer = scratch[0]; // HERE
#ifndef FAULTY
    barrier();
#endif
    return answer;
}
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint most = all(i, source[i] & 0xffffu, false);
    result[i] = all(i, most - (source[i] & 0xffffu), true);
}
