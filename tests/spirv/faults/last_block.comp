#version 450
/* SPDX-License-Identifier: MIT
 *
 * The last workgroup adds up what the others have stored, with nothing that orders them.
 * EXPECT memory-race partial
 * GROUPS 3 */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) coherent buffer Partial { uint done; uint partial[]; };
shared uint is_last;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        partial[gl_WorkGroupID.x] = source[gl_WorkGroupID.x]; // HERE
#ifndef FAULTY
        memoryBarrierBuffer();
#endif
        is_last = atomicAdd(done, 1u) + 1u == gl_NumWorkGroups.x ? 1u : 0u;
#ifndef FAULTY
        memoryBarrierBuffer();
#endif
    }
    barrier();
    if (is_last != 0u && i == 0u) {
        uint sum = 0u;
        for (uint k = 0u; k < gl_NumWorkGroups.x; ++k) {
            sum += partial[k]; // HERE
        }
        result[0] = sum;
    }
}
