#version 450
/* SPDX-License-Identifier: MIT
 *
 * A loop that waits for a flag by plain loads.
 * EXPECT memory-race result
 * GROUPS 2 */
layout(local_size_x = 4) in;
layout(std430, binding = 1) coherent buffer Result { uint result[]; };
void main()
{
    if (gl_WorkGroupID.x == 0u) {
        memoryBarrier();
        atomicExchange(result[0], 1u); // HERE
    } else {
#ifdef FAULTY
        uint seen = result[0]; // HERE
#else
        uint seen = atomicAdd(result[0], 0u);
#endif
        if (seen != 0u) {
            result[16u + gl_LocalInvocationIndex] = seen;
        }
    }
}
