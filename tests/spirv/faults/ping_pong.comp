#version 450
/* SPDX-License-Identifier: MIT
 *
 * Two buffers that change places, but the wrong one is read.
 * EXPECT shared-race waves[] */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint waves[2][64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    waves[0][i] = source[i];
    barrier();
    for (uint turn = 0u; turn < 4u; ++turn) {
        uint to = (turn + 1u) & 1u;
#ifdef FAULTY
        uint from = to;
        waves[to][i] = turn; // HERE
#else
        uint from = turn & 1u;
#endif
        waves[to][i] = waves[from][(i + 1u) & 63u] + 1u; // HERE
        barrier();
    }
    result[i] = waves[0][i];
}
