#version 450
/* SPDX-License-Identifier: MIT
 *
 * Votes and sums in branches are no fault;
 lanes are counted that are there. A race beside them is one.
 * EXPECT shared-race sums */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint sums[64];
void main()
{
    uint i = gl_LocalInvocationIndex, x = source[i];
    uint y;
    if ((i & 1u) == 0u) {
        y = subgroupAdd(x);
    } else {
        y = subgroupMax(x) + subgroupExclusiveAdd(1u);
    }
    sums[i] = y; // HERE
#ifndef FAULTY
    barrier();
#endif
    result[i] = sums[63u - i]; // HERE
}
