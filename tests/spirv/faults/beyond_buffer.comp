#version 450
/* SPDX-License-Identifier: MIT
 *
 * A last workgroup that is not whole, and no test against the length.
 * EXPECT out-of-bounds short_ */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Short { uint count; uint short_[]; };
void main()
{
    uint i = 5u * gl_LocalInvocationIndex;
#ifndef FAULTY
    if (i >= short_.length()) {
        return;
    }
#endif
    short_[i] = source[i & 63u]; // HERE
}
