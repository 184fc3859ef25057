/* SPDX-License-Identifier: MIT
 *
 * kernel/difference_array.h on storage buffers: one time step of the heat or the wave equation. A
 * complete compute shader but for its parameters:
 *
 *   FFTC_DIFFERENCE_AXES, _REACH, _COLUMNS, _ROWS, _PLANES, _LANES_LOG2, _WAVE, _MEDIUM,
 *   FFTC_SUBGROUP_LOG2, FFTC_PRECISION
 *                            see the kernel; _COLUMNS, _WAVE and _MEDIUM without a suffix
 *   FFTC_DIFFERENCE_BOUNDARIES  if defined, the shader is made for them: those of x + 4 y + 16 z
 *   FFTC_SUBGROUPS           defined if FFTC_SUBGROUP_LOG2 is not 0
 *   FFTC_GROUP               invocations of a workgroup, a multiple of 2^FFTC_DIFFERENCE_LANES_LOG2
 *
 * Binding 0 holds the points, x fastest. Binding 1 receives the next ones; of the wave equation it
 * holds the previous ones before. Binding 2 is what fftc_difference_parameters writes: lengths
 * (x, y, z; 1 where there is no axis), boundaries (FFTC_DIFFERENCE_PERIODIC, ...), and at an offset
 * of 32 bytes weights, [axis][0 .. 4], gain and loss. Binding 3 is the medium. The push constant is
 * the number of the first workgroup, since devices limit how many there are in a dispatch.
 */
#define FFTC_SHARED_WORDS 1

#include "common/workgroup.glsl"
#include "fftcore/kernel/difference_array.h"

/* What an invocation loads and stores at once. */
#if FFTC_DIFFERENCE_COLUMNS == 1
#define FFTC_VECTOR fftc_real
#define FFTC_VECTOR_POINT(vector, j) vector
#else
#define FFTC_VECTOR_POINT(vector, j) vector[j]
#if FFTC_DIFFERENCE_COLUMNS == 2 && FFTC_PRECISION == 64
#define FFTC_VECTOR dvec2
#elif FFTC_DIFFERENCE_COLUMNS == 2
#define FFTC_VECTOR vec2
#elif FFTC_PRECISION == 64
#define FFTC_VECTOR dvec4
#else
#define FFTC_VECTOR vec4
#endif
#endif

layout(std430, set = 0, binding = 0) restrict readonly buffer FftcPoints
{
    FFTC_VECTOR fftc_points[];
};
layout(std430, set = 0, binding = 1) restrict buffer FftcNext
{
    FFTC_VECTOR fftc_next[];
};
layout(std430, set = 0, binding = 2) restrict readonly buffer FftcDifference
{
    uint fftc_sent_length[3];
    uint fftc_boundary[3];
    uint fftc_unused[2];
    fftc_real fftc_sent_weight[15];
    fftc_real fftc_gain;
    fftc_real fftc_loss;
};
#if FFTC_DIFFERENCE_MEDIUM
layout(std430, set = 0, binding = 3) restrict readonly buffer FftcMedium
{
    FFTC_VECTOR fftc_medium[];
};
#endif

layout(push_constant) uniform FftcFirst
{
    uint fftc_first_workgroup;
};

/* Copies: compilers may load from a buffer again after each store to another one. */
uint fftc_length[3];
fftc_real fftc_weight[15];

uint fftc_difference_length(uint axis)
{
    return fftc_length[axis];
}

uint fftc_difference_boundary(uint axis)
{
#ifdef FFTC_DIFFERENCE_BOUNDARIES
    return FFTC_DIFFERENCE_BOUNDARIES >> (2u * axis) & 3u;
#else
    return fftc_boundary[axis];
#endif
}

fftc_real fftc_difference_weight(uint axis, uint distance)
{
    return fftc_weight[axis * 5u + distance];
}

fftc_real fftc_difference_gain(void)
{
    return fftc_gain;
}

fftc_real fftc_difference_loss(void)
{
    return fftc_loss;
}

fftc_difference_row fftc_row_of(FFTC_VECTOR vector)
{
    fftc_difference_row row;
    FFTC_UNROLL for (uint j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        row.point[j] = FFTC_VECTOR_POINT(vector, j);
    }
    return row;
}

fftc_difference_row fftc_difference_points_get(uint vector)
{
    return fftc_row_of(fftc_points[vector]);
}

fftc_difference_row fftc_difference_next_get(uint vector)
{
    return fftc_row_of(fftc_next[vector]);
}

void fftc_difference_next_set(uint vector, fftc_difference_row row)
{
    FFTC_VECTOR points;
    FFTC_UNROLL for (uint j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        FFTC_VECTOR_POINT(points, j) = row.point[j];
    }
    fftc_next[vector] = points;
}

fftc_difference_row fftc_difference_medium_get(uint vector)
{
#if FFTC_DIFFERENCE_MEDIUM
    return fftc_row_of(fftc_medium[vector]);
#else
    return fftc_row_of(FFTC_VECTOR(1.0));
#endif
}

void main(void)
{
    fftc_length = fftc_sent_length;
    fftc_weight = fftc_sent_weight;
    uint workgroup = fftc_first_workgroup + fftc_workgroup_index();
    uint invocation = workgroup * FFTC_GROUP + fftc_invocation_index();
    fftc_difference_array(invocation);
}
