#version 450
/* SPDX-License-Identifier: MIT
 *
 * A quad's lane is asked while it is elsewhere.
 * EXPECT shuffle-inactive -
 * SIZES 4 8 16 32 64 */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_quad : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint x = source[i];
#ifdef FAULTY
    if ((i & 3u) != 1u) {
        x += subgroupQuadBroadcast(x, 1u); // HERE
    }
#else
    uint second = subgroupQuadBroadcast(x, 1u);
    if ((i & 3u) != 1u) {
        x += second;
    }
#endif
    result[i] = x; // HERE: where lane 1 may be
}
