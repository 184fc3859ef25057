#version 450
/* SPDX-License-Identifier: MIT
 *
 * A blur of an image into itself: a neighbour may have been written before.
 * EXPECT memory-race picture[]
 * GROUPS 2 */
layout(local_size_x = 32, local_size_y = 2) in;
layout(r32f, binding = 3) uniform image2D picture;
layout(r32f, binding = 4) uniform image2D blurred;
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    ivec2 right = min(at + ivec2(1, 0), imageSize(picture) - 1);
    vec4 sum = imageLoad(picture, at) + imageLoad(picture, right); // HERE
#ifdef FAULTY
    imageStore(picture, at, 0.5 * sum); // HERE
#else
    imageStore(blurred, at, 0.5 * sum);
#endif
}
