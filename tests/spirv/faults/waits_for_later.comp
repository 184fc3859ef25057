#version 450
/* SPDX-License-Identifier: MIT
 *
 * A workgroup waits for the one behind it, which need not have started.
 * EXPECT endless -
 * GROUPS 3 */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Flags { uint zero; uint flags[]; };
void main()
{
    uint g = gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex == 0u) {
        atomicExchange(flags[g], 1u);
#ifdef FAULTY
        uint other = g + 1u < gl_NumWorkGroups.x ? g + 1u : g;
#else
        uint other = g > 0u ? g - 1u : g;
#endif
        while (atomicAdd(flags[other], 0u) == 0u) { // HERE
        }
        result[g] = 1u;
    }
}
