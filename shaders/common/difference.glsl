/* SPDX-License-Identifier: MIT
 *
 * One time step of the heat or the wave equation by kernel/difference_block.h on storage buffers.
 * A complete compute shader but for its parameters:
 *
 *   FFTC_DIFFERENCE_AXES, _REACH, _COLUMNS, _ROWS, _PLANES, FFTC_SUBGROUP_LOG2, FFTC_PRECISION
 *                            see the kernel
 *   FFTC_SUBGROUPS           defined if FFTC_SUBGROUP_LOG2 is not 0
 *   FFTC_GROUP               invocations of a workgroup, a multiple of 2^FFTC_SUBGROUP_LOG2
 *   FFTC_DIFFERENCE_WAVE     if defined, the wave equation, else the heat equation
 *   FFTC_DIFFERENCE_MEDIUM   if defined, binding 3 has a factor of the Laplacian for each point
 *
 * Binding 0 holds the points, x fastest. Binding 1 receives the next ones; of the wave equation it
 * holds the previous ones before. Binding 2 is what fftc_difference_parameters writes: lengths
 * (x, y, z; 1 where there is no axis), boundaries (FFTC_DIFFERENCE_PERIODIC, ...), and at an offset
 * of 32 bytes weights, [axis][0 .. 4], gain and loss. Blocks are counted along x, then y, then z.
 */
#define FFTC_SHARED_WORDS 1

#include "common/workgroup.glsl"
#include "fftcore/kernel/difference_block.h"

layout(std430, set = 0, binding = 0) readonly buffer FftcPoints
{
    fftc_real fftc_points[];
};
layout(std430, set = 0, binding = 1) buffer FftcNext
{
    fftc_real fftc_next[];
};
layout(std430, set = 0, binding = 2) readonly buffer FftcDifference
{
    uint fftc_length[3];
    uint fftc_boundary[3];
    uint fftc_unused[2];
    fftc_real fftc_weight[15];
    fftc_real fftc_gain;
    fftc_real fftc_loss;
};
#ifdef FFTC_DIFFERENCE_MEDIUM
layout(std430, set = 0, binding = 3) readonly buffer FftcMedium
{
    fftc_real fftc_medium[];
};
#endif

fftc_real fftc_difference_load(uint x, uint y, uint z)
{
    fftc_difference_place px =
        fftc_difference_at(x, FFTC_DIFFERENCE_MARGIN, fftc_length[0], fftc_boundary[0]);
    fftc_difference_place py =
        fftc_difference_at(y, FFTC_DIFFERENCE_MARGIN, fftc_length[1], fftc_boundary[1]);
    fftc_difference_place pz =
        fftc_difference_at(z, FFTC_DIFFERENCE_MARGIN, fftc_length[2], fftc_boundary[2]);
    uint index = (pz.index * fftc_length[1] + py.index) * fftc_length[0] + px.index;
    fftc_real point = fftc_difference_value(px, fftc_points[index]);
    return fftc_difference_value(pz, fftc_difference_value(py, point));
}

fftc_real fftc_difference_weight(uint axis, uint distance)
{
    return fftc_weight[axis * 5u + distance];
}

void fftc_difference_point(uint x, uint y, uint z, fftc_real point, fftc_real laplacian)
{
    if (x < fftc_length[0] && y < fftc_length[1] && z < fftc_length[2]) {
        uint index = (z * fftc_length[1] + y) * fftc_length[0] + x;
#ifdef FFTC_DIFFERENCE_MEDIUM
        precise fftc_real scaled = fftc_medium[index] * laplacian;
        laplacian = scaled;
#endif
#ifdef FFTC_DIFFERENCE_WAVE
        fftc_next[index] =
            fftc_difference_wave(point, fftc_next[index], laplacian, fftc_gain, fftc_loss);
#else
        fftc_next[index] = fftc_difference_heat(point, laplacian);
#endif
    }
}

void main(void)
{
    uint invocation = fftc_workgroup_index() * FFTC_GROUP + fftc_invocation_index();
    uint block = invocation >> FFTC_SUBGROUP_LOG2;
    uint along_x = (fftc_length[0] + FFTC_DIFFERENCE_WIDTH - 1u) / FFTC_DIFFERENCE_WIDTH;
    uint along_y = (fftc_length[1] + FFTC_DIFFERENCE_ROWS - 1u) / FFTC_DIFFERENCE_ROWS;
    fftc_difference_block(block % along_x * FFTC_DIFFERENCE_WIDTH,
                          block / along_x % along_y * FFTC_DIFFERENCE_ROWS,
                          block / along_x / along_y * FFTC_DIFFERENCE_PLANES);
}
