#version 450
/* SPDX-License-Identifier: MIT
 *
 * Two invocations pack half a byte each into one byte: the later one forgets the other's half.
 * EXPECT memory-race packed */
#extension GL_EXT_shader_8bit_storage : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Packed { uint8_t packed[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#ifdef FAULTY
    uint before = uint(packed[i / 2u]); // HERE
    packed[i / 2u] = uint8_t(before | (source[i] & 15u) << (i % 2u * 4u)); // HERE
#else
    if (i % 2u == 0u) {
        packed[i / 2u] = uint8_t(source[i] & 15u | (source[i + 1u] & 15u) << 4u);
    }
#endif
}
