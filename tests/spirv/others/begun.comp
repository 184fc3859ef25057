#version 450
/* SPDX-License-Identifier: MIT
 *
 * Workgroup memory that begins with zeros, and one texture with two samplers, one of which
 * compares; hints to the compiler. */
#extension GL_EXT_null_initializer : enable
#extension GL_EXT_spirv_intrinsics : enable
layout(local_size_x = 64) in;
struct pair { uint a[3]; float b; };
layout(std430, binding = 0) buffer Result { uint sums[3]; uint sampled; } result[2];
layout(binding = 1) uniform texture2D picture;
layout(binding = 2) uniform sampler plain;
layout(binding = 3) uniform samplerShadow comparing;
spirv_instruction(extensions = ["SPV_KHR_expect_assume"], capabilities = [5629], id = 5631)
uint expect(uint value, uint expected);
spirv_instruction(extensions = ["SPV_KHR_expect_assume"], capabilities = [5629], id = 5630)
void assume(bool truth);
shared uint zeros[64] = {};
shared pair pairs[12] = {};
shared uint undefined[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint sum = zeros[63u - i] + pairs[i % 12u].a[i % 3u] + uint(pairs[i % 12u].b);
    assume(i < 64u);
    sum += expect(undefined[i], 1u) & 0u;
    barrier();
    zeros[i] = i + 1u;
    if (i < 12u) {
        pairs[i].a[i % 3u] = i;
    }
    atomicAdd(result[1].sums[gl_WorkGroupID.x], sum);
    if (gl_GlobalInvocationID.x == 0u) {
        float texel = textureLod(sampler2D(picture, plain), vec2(0.5), 0.0).x;
        float nearer = textureLod(sampler2DShadow(picture, comparing), vec3(0.5), 0.0);
        result[1].sampled = uint(100.0 * texel) + 1000u * uint(nearer);
    }
    result[0].sums[0] = sum;
}
