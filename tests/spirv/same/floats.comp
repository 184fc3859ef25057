#version 450
/* SPDX-License-Identifier: MIT
 *
 * Operations of floats that have one right result. */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
uint at = 0u;
void put(uint x) { result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x * at++] = x; }
void put(float x) { put(floatBitsToUint(x)); }
void put(bool x) { put(x ? 1u : 0u); }
void put(int x) { put(uint(x)); }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    precise float a = float(int(source[i])) / 65536.0;
    precise float b = float(source[i + 1u] >> 8) / 1024.0 + 0.5;
    precise float sum = a + b, difference = a - b, product = a * b, four = a * b + a;
    put(a); put(b); put(sum); put(difference); put(product); put(four); put(-a);
    put(a < b); put(a <= b); put(a > b); put(a >= b); put(a == b); put(a != b);
    float nan = uintBitsToFloat(0x7fc00000u + (source[i] & 255u));
    put(nan < a); put(nan != a); put(nan == nan); put(!(nan >= a));
    put(isnan(nan)); put(isinf(uintBitsToFloat(0x7f800000u | (source[i] & 1u) << 31)));
    put(abs(a)); put(sign(a)); put(floor(a)); put(ceil(a)); put(trunc(a)); put(roundEven(a));
    put(min(a, b)); put(max(a, b)); put(clamp(a, -3.0, 100.0)); put(step(a, b));
    put(int(a)); put(uint(b)); put(float(source[i] & 0xffffffu)); put(float(int(source[i])));
    vec4 v = vec4(a, b, sum, product);
    precise vec4 w = v * 2.0 + v.wzyx;
    put(w.x); put(w.y); put(w.z); put(w.w);
    put(w[source[i] & 3u]);
    put(packHalf2x16(vec2(a, b * 0.001)));
    put(unpackHalf2x16(source[i] & 0x7bff7bffu).x); put(unpackHalf2x16(source[i] & 0x7bff7bffu).y);
    put(unpackUnorm4x8(source[i]).y > 0.5);
    put(floatBitsToUint(uintBitsToFloat(source[i])));
    put(mix(a, b, a < b));
}
