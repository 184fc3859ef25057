#version 450
/* SPDX-License-Identifier: MIT
 *
 * Which workgroup is the last is told by shared memory, without a barrier behind.
 * EXPECT shared-race last
 * GROUPS 3 */
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Counter { uint counter[]; };
layout(std430, binding = 1) coherent buffer Result { uint result[]; };
shared bool last;
void main()
{
    uint i = gl_LocalInvocationIndex;
    result[gl_GlobalInvocationID.x] = i;
    memoryBarrierBuffer();
    barrier();
    if (i == 0u) {
        last = atomicAdd(counter[0], 1u) == gl_NumWorkGroups.x - 1u; // HERE
        memoryBarrierBuffer();
    }
#ifndef FAULTY
    barrier();
#endif
    bool is_last = last; // HERE
    if (is_last) {
        memoryBarrierBuffer();
        result[192u + i] = result[i] + result[64u + i] + result[128u + i];
    }
}
