#version 450
/* SPDX-License-Identifier: MIT
 *
 * A workgroup that takes one job after another: the next one's number replaces that of the last
 * while others still read it.
 * EXPECT shared-race job
 * GROUPS 2 */
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Queue { uint next; };
shared uint job;
void main()
{
    uint i = gl_LocalInvocationIndex;
    for (;;) {
        if (i == 0u) {
            job = atomicAdd(next, 1u); // HERE
        }
        barrier();
        uint mine = job; // HERE
#ifndef FAULTY
        barrier();
#endif
        if (mine >= 5u) {
            break;
        }
        result[64u * mine + i] = mine;
    }
}
