#version 450
/* SPDX-License-Identifier: MIT
 *
 * The halo of a stencil is loaded from outside of the image: what comes is undefined.
 * EXPECT out-of-bounds source[] */
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 3) readonly uniform uimage2D source;
layout(r32ui, binding = 4) writeonly uniform uimage2D sums;
void main()
{
    ivec2 at = ivec2(gl_LocalInvocationID.xy), left = at - ivec2(1, 0);
#ifndef FAULTY
    left = max(left, ivec2(0));
#endif
    imageStore(sums, at, imageLoad(source, at) + imageLoad(source, left)); // HERE
}
