#version 450
/* SPDX-License-Identifier: MIT
 *
 * A message to another workgroup, released for the own one alone.
 * EXPECT memory-race result
 * GROUPS 2 */
#extension GL_KHR_memory_scope_semantics : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Flags { uint flag[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
#ifdef FAULTY
const int scope = gl_ScopeWorkgroup;
#else
const int scope = gl_ScopeDevice;
#endif
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x == 0u) {
        result[i] = 7u; // HERE
        atomicStore(flag[i], 1u, scope, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    } else {
        uint seen = atomicLoad(flag[i], scope, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
        if (seen == 1u) {
            result[32u + i] = result[i]; // HERE
        }
    }
}
