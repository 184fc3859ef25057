#version 450
/* SPDX-License-Identifier: MIT
 *
 * A whole workgroup returns before a barrier, or a part of it.
 * EXPECT barrier-diverged -
 * GROUPS 2 */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    if (gl_GlobalInvocationID.x >= 100u) {
        return; // HERE
    }
#else
    if (gl_WorkGroupID.x >= 1u) {
        return;
    }
#endif
    tile[i] = source[i]; // HERE
    barrier(); // HERE
    result[gl_GlobalInvocationID.x] = tile[i ^ 1u]; // HERE
}
