#version 450
/* SPDX-License-Identifier: MIT
 *
 * A sum in shared memory that lacks a barrier in its loop, for check_shader.c to find. */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
shared float sums[64];

void main()
{
    uint i = gl_LocalInvocationIndex;
    sums[i] = source[gl_GlobalInvocationID.x];
    barrier();
    for (uint distance = 32u; distance > 0u; distance /= 2u) {
        if (i < distance) {
            sums[i] += sums[i + distance];
        } /* a barrier is missing below this line */
    }
    if (i == 0u) {
        result[gl_WorkGroupID.x] = sums[0];
    }
}
