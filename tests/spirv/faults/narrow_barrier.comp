#version 450
/* SPDX-License-Identifier: MIT
 *
 * A barrier of the subgroup, where other subgroups read too.
 * EXPECT shared-race tile
 * SIZES 4 8 16 32 */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    tile[i] = source[i]; // HERE
#ifdef FAULTY
    subgroupBarrier();
#else
    barrier();
#endif
    result[i] = tile[63u - i]; // HERE
}
