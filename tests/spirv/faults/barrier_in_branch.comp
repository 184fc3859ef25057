#version 450
/* SPDX-License-Identifier: MIT
 *
 * Only half of the workgroup reaches a barrier.
 * EXPECT barrier-diverged - */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    tile[i] = source[i];
#ifdef FAULTY
    if (i < 32u) {
        barrier(); // HERE
        result[i] = tile[63u - i];
    }
#else
    barrier();
    if (i < 32u) {
        result[i] = tile[63u - i];
    }
#endif
}
