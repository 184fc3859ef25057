#version 450
/* SPDX-License-Identifier: MIT
 *
 * Integers of 8 and 16 bits, and halves. */
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_shader_16bit_storage : enable
#extension GL_EXT_shader_8bit_storage : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Small { uint8_t bytes[64]; uint16_t words[64];
float16_t halves[]; };
uint at = 0u;
void put(uint x) { result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x * at++] = x; }
void put(bool x) { put(x ? 1u : 0u); }
void put(uint8_t x) { put(uint(x)); }
void put(int8_t x) { put(uint(int(x))); }
void put(uint16_t x) { put(uint(x)); }
void put(int16_t x) { put(uint(int(x))); }
void put(float16_t x) { put(packFloat2x16(f16vec2(x, 0.0hf))); }
void main()
{
    uint i = gl_GlobalInvocationID.x, s = source[i];
    uint8_t a = uint8_t(s), b = uint8_t(s >> 8), d = b | uint8_t(1);
    int8_t x = int8_t(a), y = int8_t(b);
    uint16_t e = uint16_t(s), f = uint16_t(s >> 16);
    int16_t p = int16_t(e), q = int16_t(f);
    put(a + b); put(a - b); put(a * b); put(a / d); put(a % d); put(x / int8_t(d | uint8_t(2)));
    put(-x);
    put(a << (b & uint8_t(7))); put(a >> (b & uint8_t(7))); put(x >> (b & uint8_t(7))); put(~a);
    put(x < y); put(a < b); put(min(x, y)); put(max(a, b)); put(abs(x));
    put(e + f); put(e * f); put(p - q); put(p * q); put(p / (q | int16_t(1))); put(p < q);
    put(p >> 3);
    put(int16_t(x)); put(uint16_t(a)); put(int8_t(p)); put(uint8_t(e)); put(uint(int(p)));
    float16_t h = float16_t(int(p)) / 16.0hf, k = float16_t(int(x)) * 0.5hf;
    precise float16_t sum = h + k, difference = h - k, product = k * k;
    put(h); put(k); put(sum); put(difference); put(product); put(h < k); put(-h); put(abs(k));
    put(floatBitsToUint(float(h))); put(int16_t(k)); put(floor(k)); put(min(h, k));
    if (gl_WorkGroupID.x == 0u) {
        bytes[i] = a; words[i] = e ^ f; halves[i] = sum;
        put(bytes[i]); put(words[i]); put(halves[i]);
    }
}
