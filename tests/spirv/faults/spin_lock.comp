#version 450
/* SPDX-License-Identifier: MIT
 *
 * All lanes spin for one lock, which the lane that has it releases behind the loop.
 * EXPECT endless -
 * SCHEDULE simt */
layout(local_size_x = 64) in;
layout(std430, binding = 1) coherent buffer Result { uint result[]; };
shared uint lock;
void main()
{
    if (gl_LocalInvocationIndex == 0u) {
        lock = 0u;
    }
    barrier();
#ifdef FAULTY
    while (atomicCompSwap(lock, 0u, 1u) != 0u) { // HERE
    } // HERE
    memoryBarrier();
    result[0] += 1u;
    memoryBarrier();
    atomicExchange(lock, 0u);
#else
    bool done = false;
    while (!done) {
        if (atomicCompSwap(lock, 0u, 1u) == 0u) {
            memoryBarrier();
            result[0] += 1u;
            memoryBarrier();
            atomicExchange(lock, 0u);
            done = true;
        }
    }
#endif
}
