#version 450
/* SPDX-License-Identifier: MIT
 *
 * Every invocation stores a flag of its own to one place.
 * EXPECT shared-race flag */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
shared uint flag;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        flag = 0u;
    }
    barrier();
#ifdef FAULTY
    flag = source[i] & 1u; // HERE
#else
    atomicOr(flag, source[i] & 1u);
#endif
    barrier();
    result[i] = flag;
}
