#version 450
/* SPDX-License-Identifier: MIT
 *
 * 64-bit integers and doubles. */
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
uint at = 0u;
void put(uint x) { result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x * at++] = x; }
void put(int x) { put(uint(x)); }
void put(uvec2 x) { put(x.x); put(x.y); }
void put(uint64_t x) { put(unpackUint2x32(x)); }
void put(int64_t x) { put(uint64_t(x)); }
void put(bool x) { put(x ? 1u : 0u); }
void put(double x) { put(unpackDouble2x32(x)); }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t a = packUint2x32(uvec2(source[i], source[i + 1u]));
    uint64_t b = packUint2x32(uvec2(source[i + 2u], source[i + 3u])), d = b | 1ul;
    int64_t x = int64_t(a), y = int64_t(b);
    put(a + b); put(a - b); put(a * b); put(a / d); put(a % d); put(x / int64_t(d)); put(-x);
    put(a & b); put(a | b); put(a ^ b); put(~a); put(a << (b & 63ul)); put(a >> (b & 63ul));
    put(x >> int(b & 63ul)); put(a < b); put(x < y); put(a == b); put(min(a, b)); put(max(x, y));
    put(uint64_t(source[i])); put(int64_t(int(source[i]))); put(uint(a)); put(uint64_t(abs(x)));
    precise double p = double(int(source[i])) / 1024.0, q = double(source[i + 1u]) + 0.25;
    precise double sum = p + q, product = p * q, quotient = p / q, square = p * p + q;
    put(p); put(sum); put(product); put(quotient); put(square); put(-p); put(p < q); put(p == q);
    put(floor(p)); put(abs(p)); put(min(p, q)); put(sqrt(q)); put(trunc(p));
    put(floatBitsToUint(float(q))); put(double(uintBitsToFloat(source[i] & 0x7f7fffffu)));
    put(int(p)); put(uint(q)); put(uint64_t(q)); put(double(a)); put(double(x));
    dvec3 v = dvec3(p, q, 2.0);
    put((v.zyx * 2.0).x); put(v[source[i] % 3u]);
}
