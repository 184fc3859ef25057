#version 450
/* SPDX-License-Identifier: MIT
 *
 * Stream compaction whose counter goes beyond the room that there is.
 * EXPECT out-of-bounds result.kept */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint count; uint kept[40]; } result;
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint at = atomicAdd(result.count, 1u);
#ifndef FAULTY
    if (at >= 40u) {
        return;
    }
#endif
    result.kept[at] = source[i]; // HERE
}
