#version 450
/* SPDX-License-Identifier: MIT
 *
 * A helper with a barrier, called from both branches: two barriers, not one.
 * EXPECT barrier-diverged - */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
uint turn(uint i, uint x)
{
    tile[i] = x;
    barrier(); // HERE
    return tile[63u - i];
}
void main()
{
    uint i = gl_LocalInvocationIndex, x = source[i];
#ifdef FAULTY
    if (i < 32u) {
        x = turn(i, x);
    } else {
        x = turn(i, x + 1u);
    }
#else
    x = turn(i, i < 32u ? x : x + 1u);
#endif
    result[i] = x;
}
