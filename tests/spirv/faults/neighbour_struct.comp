#version 450
/* SPDX-License-Identifier: MIT
 *
 * A member of the neighbour is read where one of the own was meant.
 * EXPECT shared-race particles[].speed */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
struct particle { uint place; uint speed; };
shared particle particles[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    particles[i].place = source[i];
    particles[i].speed = i;
    barrier();
#ifdef FAULTY
    uint other = (i + 1u) & 63u;
#else
    uint other = i;
#endif
    particles[i].speed = particles[other].speed + 1u; // HERE
    result[i] = particles[(i + 1u) & 63u].place;
}
