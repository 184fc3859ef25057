#version 450
/* SPDX-License-Identifier: MIT
 *
 * A tile of a matrix whose width is no multiple of the tile.
 * EXPECT out-of-bounds matrix */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) readonly buffer Matrix { uint width; uint matrix[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    uint at = 200u + i;
#ifdef FAULTY
    tile[i] = matrix[at]; // HERE
#else
    tile[i] = at < matrix.length() ? matrix[at] : 0u;
#endif
    barrier();
    result[i] = tile[63u - i];
}
