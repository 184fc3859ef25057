#version 450
/* SPDX-License-Identifier: MIT
 *
 * A chain of workgroups, each of which adds to what the one before has stored. All is in order, but
 * a device may keep a store from other workgroups, since the buffer is not coherent.
 * EXPECT not-coherent result
 * GROUPS 3 */
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
#ifdef FAULTY
layout(std430, binding = 1) buffer Result { uint result[]; };
#else
layout(std430, binding = 1) coherent buffer Result { uint result[]; };
#endif
layout(std430, binding = 2) buffer State { uint next; uint done[]; };
shared uint part;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        part = atomicAdd(next, 1u);
        while (part != 0u && atomicAdd(done[part - 1u], 0u) == 0u) { }
        memoryBarrierBuffer();
    }
    barrier();
    uint before = part != 0u ? result[32u * (part - 1u) + i] : 0u; // HERE
    result[32u * part + i] = before + source[32u * part + i]; // HERE
    memoryBarrierBuffer();
    barrier();
    if (i == 0u) {
        atomicExchange(done[part], 1u);
    }
}
