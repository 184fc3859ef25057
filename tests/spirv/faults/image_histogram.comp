#version 450
/* SPDX-License-Identifier: MIT
 *
 * Counts in an image of one row without atomic operations.
 * EXPECT memory-race counts
 * GROUPS 2 */
layout(local_size_x = 64) in;
layout(r32ui, binding = 3) uniform uimage1D counts;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
void main()
{
    int bin = int(source[gl_GlobalInvocationID.x] & 15u);
#ifdef FAULTY
    imageStore(counts, bin, imageLoad(counts, bin) + 1u); // HERE
#else
    imageAtomicAdd(counts, bin, 1u);
#endif
}
