#version 450
/* SPDX-License-Identifier: MIT
 *
 * A neighbour's value by shuffle, where the neighbour is in the next subgroup.
 * EXPECT shuffle-inactive - */
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_basic : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex, x = source[i];
#ifdef FAULTY
    uint next = subgroupShuffle(x, gl_SubgroupInvocationID + 1u); // HERE
#else
    uint lane = (gl_SubgroupInvocationID + 1u) & (gl_SubgroupSize - 1u);
    uint next = subgroupShuffle(x, lane);
#endif
    result[i] = x + next;
}
