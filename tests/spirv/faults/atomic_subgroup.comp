#version 450
/* SPDX-License-Identifier: MIT
 *
 * A count in shared memory of all subgroups, by operations that are atomic within one alone.
 * EXPECT shared-race bins
 * SIZES 4 8 16 32 */
#extension GL_KHR_memory_scope_semantics : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
#ifdef FAULTY
const int scope = gl_ScopeSubgroup;
#else
const int scope = gl_ScopeWorkgroup;
#endif
shared uint bins[8];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i < 8u) {
        bins[i] = 0u;
    }
    barrier();
    atomicAdd(bins[i & 7u], source[i], scope, 0, 0); // HERE
    barrier();
    if (i < 8u) {
        result[i] = bins[i];
    }
}
