#version 450
/* SPDX-License-Identifier: MIT
 *
 * A switch whose cases all have a barrier: not the same one.
 * EXPECT barrier-diverged - */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex, x = source[i];
    tile[i] = x;
#ifdef FAULTY
    switch (i & 1u) {
    case 0u:
        x += 1u;
        barrier(); // HERE
        break;
    default:
        x += 2u;
        barrier(); // HERE
        break;
    }
#else
    x += 1u + (i & 1u);
    barrier();
#endif
    result[i] = tile[63u - i] + x;
}
