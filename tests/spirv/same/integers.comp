#version 450
/* SPDX-License-Identifier: MIT
 *
 * Every operation of 32-bit integers. */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
uint at = 0u;
void put(uint x) { result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x * at++] = x; }
void put(int x) { put(uint(x)); }
void put(bool x) { put(x ? 1u : 0u); }
void put(uvec2 v) { put(v.x); put(v.y); }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint a = source[i], b = source[i + 1u], s = b & 31u, d = b | 1u;
    int x = int(a), y = int(b), e = int(d);
    put(a + b); put(a - b); put(a * b); put(a / d); put(a % d);
    put(x / e); put(x - x / e * e); put(-x); put(~a);
    put(a & b); put(a | b); put(a ^ b); put(a << s); put(a >> s); put(x >> s);
    put(a < b); put(a <= b); put(a > b); put(a >= b); put(a == b); put(a != b);
    put(x < y); put(x <= y); put(x > y); put(x >= y);
    put(abs(x)); put(sign(x)); put(min(a, b)); put(max(a, b)); put(min(x, y)); put(max(x, y));
    put(clamp(a, 1000u, 0x7fffffffu)); put(clamp(x, -1000, 100000));
    put(bitCount(a)); put(bitfieldReverse(a)); put(findLSB(a)); put(findMSB(a)); put(findMSB(x));
    put(bitfieldExtract(a, int(s & 15u), 7)); put(bitfieldExtract(x, int(s & 15u), 9));
    put(bitfieldInsert(a, b, int(s & 15u), 11));
    uint carry, high, low;
    int sh, sl;
    put(uaddCarry(a, b, carry)); put(carry);
    put(usubBorrow(a, b, carry)); put(carry);
    umulExtended(a, b, high, low); put(high); put(low);
    imulExtended(x, y, sh, sl); put(sh); put(sl);
    put((a < b) && (x < y)); put((a < b) || (x < y)); put((a < b) ^^ (x < y)); put(!(a < b));
    put((a < b) == (x < y)); put((a < b) != (x < y));
    put(a < b ? a : b);
    uvec4 v = uvec4(a, b, s, d), w = v.wzyx;
    bvec4 less = lessThan(v, w);
    put(any(less)); put(all(lessThanEqual(v, max(v, w))));
    put(mix(v, w, less).xz); put((v * w + v.yxwz).yw);
    put(packUnorm4x8(unpackUnorm4x8(a))); put(a + uint(not(less).x));
    put(v[b & 3u]);
    v[a & 3u] = 77u;
    put(v.xy); put(v.zw);
}
