#version 450
/* SPDX-License-Identifier: MIT
 *
 * Everything that a pipeline gets from outside. */
#extension GL_EXT_buffer_reference : enable
#extension GL_EXT_buffer_reference_uvec2 : enable
#extension GL_EXT_nonuniform_qualifier : enable
layout(local_size_x_id = 7, local_size_y = 2) in;
layout(constant_id = 3) const uint factor = 5u;
layout(constant_id = 4) const bool negate = false;
layout(constant_id = 9) const float scale = 1.5;
const uint doubled = factor * 2u + (negate ? 1u : 0u);
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { uint value; Node next; };
layout(push_constant) uniform Push { Node first; uint offset; mat2 m; } push;
layout(std140, set = 1, binding = 2) uniform Parameters { float weights[3]; mat3 turn; vec3 last;
} parameters;
layout(std430, set = 0, binding = 0) buffer Result { uint count; uint result[]; };
layout(std430, set = 0, binding = 1) readonly buffer Parts { uint part[]; } parts[4];
layout(std430, set = 2, binding = 5) readonly buffer Never { uint never[]; };
void main()
{
    uint i = gl_LocalInvocationID.x + gl_WorkGroupSize.x * gl_LocalInvocationID.y;
    uint table[doubled];
    table[i % doubled] = i;
    Node node = push.first;
    uint sum = 0u;
    for (uint k = 0u; k < 3u; ++k) {
        sum += node.value;
        node = node.next;
    }
    if (i == 0u) {
        count = result.length();
    }
    result[push.offset + 6u * i] = doubled + table[i % doubled];
    result[push.offset + 6u * i + 1u] = sum;
    result[push.offset + 6u * i + 2u] = floatBitsToUint(parameters.weights[i % 3u] * scale);
    float turned = parameters.turn[i % 3u][2] + parameters.last.y;
    result[push.offset + 6u * i + 3u] = floatBitsToUint(turned);
    result[push.offset + 6u * i + 4u] = parts[nonuniformEXT(i & 3u)].part[i];
    result[push.offset + 6u * i + 5u] = floatBitsToUint(push.m[1][0]);
}
