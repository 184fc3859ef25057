#version 450
/* SPDX-License-Identifier: MIT
 *
 * The result of a shuffle from before the first lane is stored.
 * EXPECT undefined-value result */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint before = subgroupShuffleUp(source[i], 1u);
#ifndef FAULTY
    if (gl_SubgroupInvocationID == 0u) {
        before = 0u;
    }
#endif
    result[i] = before; // HERE
}
