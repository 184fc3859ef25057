#version 450
/* SPDX-License-Identifier: MIT
 *
 * Four invocations fill one vector: each its component, or all of it.
 * EXPECT shared-race tile[] */
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Result { vec4 result[]; };
shared vec4 tile[16];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i < 16u) {
        tile[i] = vec4(0.0);
    }
    barrier();
#ifdef FAULTY
    vec4 there = tile[i / 4u]; // HERE
    there[i % 4u] = float(i);
    tile[i / 4u] = there; // HERE
#else
    tile[i / 4u][i % 4u] = float(i);
#endif
    barrier();
    if (i < 16u) {
        result[i] = tile[i];
    }
}
