#version 450
/* SPDX-License-Identifier: MIT
 *
 * One lane stores for its subgroup, and the others read at once.
 * EXPECT shared-race chosen
 * SIZES 4 8 16 32 64 */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint chosen[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (subgroupElect()) {
        chosen[gl_SubgroupID] = source[i]; // HERE
    }
#ifndef FAULTY
    subgroupBarrier();
#endif
    result[i] = chosen[gl_SubgroupID]; // HERE
}
