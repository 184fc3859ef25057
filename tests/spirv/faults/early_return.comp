#version 450
/* SPDX-License-Identifier: MIT
 *
 * Invocations beyond the end return before a barrier.
 * EXPECT barrier-diverged - */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    if (i >= 50u) {
        return;
    }
    tile[i] = source[i];
#else
    tile[i] = i < 50u ? source[i] : 0u; // HERE
#endif
    barrier(); // HERE
    if (i < 50u) {
        result[i] = tile[49u - i];
    }
}
