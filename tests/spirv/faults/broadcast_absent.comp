#version 450
/* SPDX-License-Identifier: MIT
 *
 * A broadcast from a lane that has not taken the branch.
 * EXPECT shuffle-inactive -
 * SIZES 4 8 16 32 */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex, x = source[i];
#ifdef FAULTY
    if (gl_SubgroupInvocationID != 0u) {
        x += subgroupBroadcast(x, 0u); // HERE
    }
#else
    uint first = subgroupBroadcast(x, 0u);
    if (gl_SubgroupInvocationID != 0u) {
        x += first;
    }
#endif
    result[i] = x; // HERE
}
