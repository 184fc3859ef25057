#version 450
/* SPDX-License-Identifier: MIT
 *
 * A loop that a subgroup leaves together, but each subgroup after turns of its own.
 * EXPECT barrier-diverged -
 * SIZES 4 8 16 32 */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_vote : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint left[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint turns = i / gl_SubgroupSize + 1u;
    while (subgroupAny(turns > 0u)) {
        left[i] = --turns;
#ifdef FAULTY
        barrier(); // HERE
#endif
    }
    barrier(); // HERE
    result[i] = left[63u - i];
}
