#version 450
/* SPDX-License-Identifier: MIT
 *
 * Elements of 16 bits: two in one word are no race, one by two invocations is.
 * EXPECT memory-race halves */
#extension GL_EXT_shader_16bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Halves { uint16_t halves[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    halves[i / 2u] = uint16_t(source[i]); // HERE
#else
    halves[i] = uint16_t(source[i]);
#endif
}
