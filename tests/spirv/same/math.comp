#version 450
/* SPDX-License-Identifier: MIT
 *
 * Functions that devices compute within an error: compared as floats. */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
uint at = 0u;
void put(float x)
{
    result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x * at++] = floatBitsToUint(x);
}
void put(vec3 v) { put(v.x); put(v.y); put(v.z); }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    float a = float(source[i] >> 8) / 16777216.0, b = float(source[i + 1u] >> 8) / 4194304.0 + 0.25;
    put(sin(b)); put(cos(b)); put(tan(a)); put(asin(a)); put(acos(a * 0.9)); put(atan(b));
    put(atan(a, b));
    put(sinh(a)); put(cosh(a)); put(tanh(b)); put(asinh(b)); put(acosh(1.0 + b));
    put(atanh(a * 0.9));
    put(exp(b)); put(log(b + 1.0)); put(exp2(b)); put(log2(b + 1.0)); put(pow(b, a)); put(sqrt(b));
    put(inversesqrt(b)); put(a / b); put(fract(b)); put(mod(b, a + 0.1)); put(mix(a, b, 0.3));
    put(smoothstep(0.2, 0.8, a)); put(fma(a, b, 1.5)); put(radians(b)); put(degrees(a));
    vec3 v = vec3(a, b, 1.0), w = vec3(0.5, a, b);
    put(normalize(v)); put(length(v)); put(distance(v, w + 2.0)); put(reflect(v, normalize(w)));
    put(refract(normalize(v), normalize(w), 0.7)); put(inverse(mat3(v, w, vec3(2.0, 0.0, 1.0)))[1]);
    int e;
    put(frexp(b * 100.0, e)); put(float(e)); put(ldexp(a, 5));
    float whole;
    put(modf(b * 3.0, whole)); put(whole);
}
