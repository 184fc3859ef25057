#version 450
/* SPDX-License-Identifier: MIT
 *
 * Products of vectors and matrices, of small whole numbers, which leave no choice of rounding. */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
uint at = 0u;
void put(float x)
{
    result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x * at++] = floatBitsToUint(x);
}
void put(vec2 v) { put(v.x); put(v.y); }
void put(vec3 v) { put(v.xy); put(v.z); }
float small(uint k) { return float((source[gl_GlobalInvocationID.x] >> k) & 15u) - 7.0; }
void main()
{
    vec3 v = vec3(small(0u), small(3u), small(7u)), w = vec3(small(11u), small(2u), small(5u));
    mat3 m = mat3(v, w, v.zxy), n = mat3(w.yzx, v, w);
    mat2x3 t = mat2x3(v, w);
    put(m * v); put(v * m); put((m * n)[1]); put(m * 3.0 * w); put(transpose(m)[2]);
    put(t * v.xy); put(w * t); put((transpose(t) * m)[2]); put(outerProduct(v, w.xy)[1]);
    put(dot(v, w)); put(cross(v, w)); put(determinant(m)); put(matrixCompMult(m, n)[2]);
    put(length(vec2(3.0, 4.0) * small(1u))); put(faceforward(v, w, v.yzx)); put(m[source[0] % 3u]);
    m[source[1] % 3u][source[2] % 3u] = 100.0;
    put(m[0]); put(m[1]); put(m[2]);
}
