#version 450
/* SPDX-License-Identifier: MIT
 *
 * Two passes over the rows and columns of an image, parted by a fence for buffers.
 * EXPECT memory-race picture[] */
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 3) uniform image2D picture;
layout(std430, binding = 1) buffer Result { vec4 result[]; };
void main()
{
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    imageStore(picture, at, vec4(at, 0.0, 1.0)); // HERE
#ifdef FAULTY
    memoryBarrierBuffer();
#else
    memoryBarrierImage();
#endif
    barrier();
    result[gl_LocalInvocationIndex] = imageLoad(picture, at.yx); // HERE
}
