#version 450
/* SPDX-License-Identifier: MIT
 *
 * A loop with a barrier that invocations leave after different numbers of turns.
 * EXPECT barrier-diverged - */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    uint turns = 1u + (i >> 5);
#else
    uint turns = 2u;
#endif
    uint sum = 0u;
    for (uint k = 0u; k < turns; ++k) {
        tile[i] = source[i] + k;
        barrier(); // HERE
        sum += tile[63u - i];
        barrier(); // HERE
    }
    result[i] = sum;
}
