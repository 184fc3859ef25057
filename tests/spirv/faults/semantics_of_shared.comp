#version 450
/* SPDX-License-Identifier: MIT
 *
 * A message by a buffer, whose release and acquire order shared memory.
 * EXPECT memory-race result
 * GROUPS 2 */
#extension GL_KHR_memory_scope_semantics : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Flags { uint flag[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
#ifdef FAULTY
const int memory = gl_StorageSemanticsShared;
#else
const int memory = gl_StorageSemanticsBuffer;
#endif
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x == 0u) {
        result[i] = 7u; // HERE
        atomicStore(flag[i], 1u, gl_ScopeDevice, memory, gl_SemanticsRelease);
    } else {
        uint seen = atomicLoad(flag[i], gl_ScopeDevice, memory, gl_SemanticsAcquire);
        if (seen == 1u) {
            result[32u + i] = result[i]; // HERE
        }
    }
}
