#version 450
/* SPDX-License-Identifier: MIT
 *
 * Elements of a texel buffer are moved by one place: the neighbour overwrites them.
 * EXPECT memory-race items */
layout(local_size_x = 64) in;
layout(r32f, binding = 3) uniform imageBuffer items;
void main()
{
    int i = int(gl_LocalInvocationIndex);
    vec4 x = imageLoad(items, i + 1); // HERE
#ifndef FAULTY
    memoryBarrier();
    barrier();
#endif
    imageStore(items, i, x); // HERE
}
