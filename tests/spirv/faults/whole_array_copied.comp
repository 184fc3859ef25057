#version 450
/* SPDX-License-Identifier: MIT
 *
 * A parameter that is inout: each call copies the whole array in and out again.
 * EXPECT shared-race tile */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint tile[64];
#ifdef FAULTY
void put(inout uint all[64], uint at, uint x)
{
    all[at] = x;
}
#endif
void main()
{
    uint i = gl_LocalInvocationIndex;
    tile[i] = 0u;
    barrier();
#ifdef FAULTY
    put(tile, i, source[i]); // HERE
#else
    tile[i] = source[i];
#endif
    barrier();
    result[i] = tile[63u - i];
}
