#version 450
/* SPDX-License-Identifier: MIT
 *
 * A stencil in place: another workgroup overwrites the neighbour.
 * EXPECT memory-race result
 * GROUPS 3 */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
#ifdef FAULTY
    uint before = result[i + 64u]; // HERE
    result[i] = before + source[i]; // HERE
#else
    uint before = source[i + 64u];
    result[i] = before + source[i];
#endif
}
