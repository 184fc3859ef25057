#version 450
/* SPDX-License-Identifier: MIT
 *
 * A count of all workgroups, by operations that are atomic within one alone.
 * EXPECT memory-race result
 * GROUPS 3 */
#extension GL_KHR_memory_scope_semantics : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 32) in;
layout(std430, binding = 1) buffer Result { uint result[]; };
#ifdef FAULTY
const int scope = gl_ScopeWorkgroup;
#else
const int scope = gl_ScopeDevice;
#endif
shared uint counts[4];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i < 4u) {
        counts[i] = 0u;
    }
    barrier();
    atomicAdd(counts[i & 3u], 1u, gl_ScopeWorkgroup, 0, 0);
    barrier();
    if (i < 4u) {
        atomicAdd(result[i], counts[i], scope, 0, 0); // HERE
    }
}
