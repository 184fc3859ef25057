#version 450
/* SPDX-License-Identifier: MIT
 *
 * Room for the sums of subgroups of 32 alone.
 * EXPECT out-of-bounds partial
 * SIZES 4 8 16 */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
#ifdef FAULTY
shared uint partial[2];
#else
shared uint partial[64];
#endif
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint sum = subgroupAdd(source[i]);
    if (subgroupElect()) {
        partial[gl_SubgroupID] = sum; // HERE
    }
    barrier();
    if (i == 0u) {
        uint all_ = 0u;
        for (uint k = 0u; k < gl_NumSubgroups; ++k) {
            all_ += partial[k];
        }
        result[0] = all_;
    }
}
