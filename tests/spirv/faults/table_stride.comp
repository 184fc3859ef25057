#version 450
/* SPDX-License-Identifier: MIT
 *
 * A table of floats without gaps, read as an array in std140, whose elements are 16 bytes apart.
 * EXPECT out-of-bounds weights */
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Result { float result[]; };
#ifdef FAULTY
layout(std140, binding = 2) uniform Table { float bias; float weights[256]; };
#else
layout(std140, binding = 2) uniform Table { float bias; vec4 weights[63]; };
#endif
void main()
{
    uint i = 3u * gl_LocalInvocationIndex;
#ifdef FAULTY
    result[i] = bias + weights[i]; // HERE
#else
    result[i] = bias + weights[i / 4u][i & 3u];
#endif
}
